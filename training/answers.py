"""What PyTorch says of positions by the weights that a model has: the numbers that the program's own inference is held to.

Takes weights and positions as `export.py` writes them, rounds the weights as a model with so many bits has them, and writes for each
position (numbers in little-endian order): the size; the komi that the player gives; whether territory is counted; the number of
last moves and the moves; the byte of each point; the logit of winning, the lead, the logit of the pass, the sum of the logits
of all moves, the sum of all owners, and the place and logit of each of the three likeliest moves.
"""

import argparse
import json
import struct
from pathlib import Path

import numpy as np
import torch

from network import Network, Shape
from shards import RECENT, planes_of

GROUP = 64


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", help="NAME.safetensors")
    parser.add_argument("positions", help="NAME.check.json")
    parser.add_argument("--bits", type=int, choices=(8, 16), default=16)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    shape, weights = read(Path(args.weights))
    network = unfolded(shape, {name: rounded(name, weight, args.bits) for name, weight in weights.items()})
    with open(args.out, "wb") as file:
        for position in json.loads(Path(args.positions).read_text()):
            file.write(written(position, *said(network, position)))


def read(path):
    """The shape and the weights in a file of the safetensors format."""
    content = path.read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + length])
    about = header.pop("__metadata__")
    weights = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        numbers = np.frombuffer(content[8 + length + begin : 8 + length + end], "<f4")
        weights[name] = torch.from_numpy(numbers.reshape(entry["shape"]).copy())
    return Shape.of(about["shape"]), weights


def rounded(name, weight, bits):
    """A tensor as a model has it."""
    if bits == 16 or not name.endswith(".weight"):
        return weight.half().float()
    flat = weight.flatten()
    padded = torch.nn.functional.pad(flat, (0, -len(flat) % GROUP)).view(-1, GROUP)
    scale = (padded.abs().amax(1, keepdim=True) / 127).half().float()
    steps = torch.round(padded / scale.clamp(min=1e-38)).clamp(-127, 127)
    return (steps * scale).flatten()[: len(flat)].view(weight.shape)


def unfolded(shape, weights):
    """A network of weights into which the norms were folded: its own norms do nothing."""
    network = Network(shape)
    state = network.state_dict()
    for name in state:
        if name in weights:
            state[name] = weights[name]
        elif name.endswith("running_var"):
            state[name] = torch.full_like(state[name], 1 - 1e-5)
        elif name.endswith("running_mean"):
            state[name] = torch.zeros_like(state[name])
        elif name.endswith("norm.weight"):
            state[name] = torch.ones_like(state[name])
        elif name.endswith("norm.bias"):
            state[name] = weights[name.replace("_norm.bias", ".bias")]
    network.load_state_dict(state)
    return network.eval()


@torch.no_grad()
def said(network, position):
    size = position["size"]
    seen = torch.tensor([position["points"]], dtype=torch.uint8)
    recent = torch.zeros(1, RECENT, size * size + 1, dtype=torch.bool)
    for back, move in enumerate(position["recent"]):
        recent[0, back, move] = True
    planes = planes_of(seen, recent).view(1, -1, size, size)
    moves, win, lead, owner = network(planes.float(), torch.tensor([position["globals"]]))
    return moves[0], float(win), 20 * float(lead), float(owner.sum())


def written(position, moves, win, lead, owner):
    size, recent = position["size"], position["recent"]
    komi, territory = -15 * position["globals"][0], position["globals"][3]
    best = moves[:-1].topk(3)
    text = struct.pack("<BfBB", size, komi, int(territory), len(recent))
    text += struct.pack(f"<{len(recent)}H", *recent) + bytes(position["points"])
    text += struct.pack("<fffff", win, lead, float(moves[-1]), float(moves.sum()), owner)
    for place, logit in zip(best.indices.tolist(), best.values.tolist()):
        text += struct.pack("<Hf", place, logit)
    return text


if __name__ == "__main__":
    main()
