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

import torch

from shards import RECENT, planes_of
from weights import read, unfolded

GROUP = 64


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", help="NAME.safetensors")
    parser.add_argument("positions", help="NAME.check.json")
    parser.add_argument("--bits", type=int, choices=(8, 16), default=16)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    shape, weights = read(Path(args.weights))
    network = unfolded(shape, {name: rounded(name, weight, args.bits) for name, weight in weights.items()}).eval()
    with open(args.out, "wb") as file:
        for position in json.loads(Path(args.positions).read_text()):
            file.write(written(position, *said(network, position)))


def rounded(name, weight, bits):
    """A tensor as a model has it."""
    if bits == 16 or not name.endswith(".weight"):
        return weight.half().float()
    flat = weight.flatten()
    padded = torch.nn.functional.pad(flat, (0, -len(flat) % GROUP)).view(-1, GROUP)
    scale = (padded.abs().amax(1, keepdim=True) / 127).half().float()
    steps = torch.round(padded / scale.clamp(min=1e-38)).clamp(-127, 127)
    return (steps * scale).flatten()[: len(flat)].view(weight.shape)


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
