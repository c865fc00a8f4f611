"""Writes PyTorch's evaluations of positions, which the program's inference is tested against.

Takes weights and positions as `export.py` writes them, and quantises the weights as a model of 8 or 16 bits does. The
positions may also come from older answers, so that new weights need no game records. Each position is written as
(little-endian): board size; komi that the player gives; territory scoring; number of last moves
and the moves; one byte of features for each point; win logit, lead, logit of the pass, sum of all logits, sum of the
ownership; index and logit of each of the three likeliest moves.
"""

import argparse
import json
import struct
from pathlib import Path

import torch

from network import LEAD_SCALE
from shards import KOMI_SCALE, RECENT, planes_of
from weights import read, unfolded

GROUP = 64


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", help="NAME.safetensors")
    parser.add_argument("positions", help="NAME.check.json, or answers that this script has written")
    parser.add_argument("--bits", type=int, choices=(8, 16), default=16)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    shape, weights = read(Path(args.weights))
    network = unfolded(shape, {name: quantised(name, weight, args.bits) for name, weight in weights.items()}).eval()
    with open(args.out, "wb") as file:
        for position in positions(Path(args.positions)):
            file.write(pack(position, *evaluate(network, position)))


def positions(path):
    """The positions in a file of `export.py`, or in older answers."""
    if path.suffix == ".json":
        return json.loads(path.read_text())
    return list(unpack(path.read_bytes()))


def quantised(name, weight, bits):
    """A tensor as a model file stores it."""
    if bits == 16 or not name.endswith(".weight"):
        return weight.half().float()
    flat = weight.flatten()
    padded = torch.nn.functional.pad(flat, (0, -len(flat) % GROUP)).view(-1, GROUP)
    scale = (padded.abs().amax(1, keepdim=True) / 127).half().float()
    steps = torch.round(padded / scale.clamp(min=1e-38)).clamp(-127, 127)
    return (steps * scale).flatten()[: len(flat)].view(weight.shape)


@torch.no_grad()
def evaluate(network, position):
    size = position["size"]
    features = torch.tensor([position["points"]], dtype=torch.uint8)
    recent = torch.zeros(1, RECENT, size * size + 1, dtype=torch.bool)
    for back, move in enumerate(position["recent"]):
        recent[0, back, move] = True
    planes = planes_of(features, recent).view(1, -1, size, size)
    moves, win, lead, owner = network(planes.float(), torch.tensor([position["globals"]]))
    return moves[0], float(win), LEAD_SCALE * float(lead), float(owner.sum())


def pack(position, moves, win, lead, owner):
    size, recent = position["size"], position["recent"]
    komi, territory = -KOMI_SCALE * position["globals"][0], position["globals"][3]
    best = moves[:-1].topk(3)
    data = struct.pack("<BfBB", size, komi, int(territory), len(recent))
    data += struct.pack(f"<{len(recent)}H", *recent) + bytes(position["points"])
    data += struct.pack("<fffff", win, lead, float(moves[-1]), float(moves.sum()), owner)
    for place, logit in zip(best.indices.tolist(), best.values.tolist()):
        data += struct.pack("<Hf", place, logit)
    return data


def unpack(data):
    """The positions that `pack` wrote, without their evaluations."""
    at = 0
    while at < len(data):
        size, komi, territory, count = struct.unpack_from("<BfBB", data, at)
        at += struct.calcsize("<BfBB")
        recent = list(struct.unpack_from(f"<{count}H", data, at))
        at += 2 * count
        points = list(data[at : at + size * size])
        at += size * size + struct.calcsize("<fffff") + 3 * struct.calcsize("<Hf")
        passed = [float(back < count and recent[back] == size * size) for back in range(2)]
        facts = [-komi / KOMI_SCALE, *passed, float(territory), 1.0]
        yield {"size": size, "points": points, "recent": recent, "globals": facts}


if __name__ == "__main__":
    main()
