"""Writes PyTorch's evaluations of random positions by a network with a komi head, for the program's tests.

The weights and the positions come from a fixed pseudo-random sequence (SplitMix64), so the test builds the same network
and no weights are stored. The format is that of `answers.py`.

    python3 komi_answers.py --out ../crates/models/tests/komi.answers
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from answers import evaluate, pack
from network import Network, Shape
from shards import KOMI_SCALE, RECENT
from weights import folded, unfolded

SHAPE = "3x32-komi"
SIZES = (5, 9)
POSITIONS = 24
# The first half of the positions has a tenth of this.
MAX_KOMI = 150


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    network = random_network(Shape.of(SHAPE)).eval()
    positions = [random_position(number) for number in range(POSITIONS)]
    Path(args.out).write_bytes(b"".join(pack(position, *evaluate(network, position)) for position in positions))


def splitmix(numbers):
    """Steele's SplitMix64, as in crates/models/src/lib.rs."""
    bits = numbers.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


def random_network(shape):
    """A network whose folded weights are numbers from -1/8 to 1/8, tensor by tensor in the order of their names."""
    tensors, first = {}, 0
    for name, weight in sorted(folded(Network(shape)).items()):
        bits = splitmix(np.arange(first, first + weight.numel()))
        first += weight.numel()
        numbers = ((bits >> np.uint64(40)).astype(np.float32) / np.float32(1 << 23) - 1) / 8
        tensors[name] = torch.from_numpy(numbers).view(weight.shape)
    return unfolded(shape, tensors)


def random_position(number):
    """Any bytes make a position: the network does not know the rules."""
    size = SIZES[number % len(SIZES)]
    bits = splitmix(np.arange(size * size + 16) + (number + 1) * 1_000_000_007)
    stones = bits[: size * size] % np.uint64(3)
    liberties = np.where(stones > 0, bits[: size * size] >> np.uint64(8) & np.uint64(3), 0)
    ladders = (bits[: size * size] >> np.uint64(16) & np.uint64(7)) << np.uint64(4)
    rare = bits[: size * size] >> np.uint64(32) & np.uint64(7) == 0
    points = stones | liberties.astype(np.uint64) << np.uint64(2) | np.where(rare, ladders, 0).astype(np.uint64)
    more = bits[size * size :].tolist()
    # Some of the last moves are passes.
    recent = [move % (size * size + size) for move in more[: number % (RECENT + 1)]]
    recent = [min(move, size * size) for move in recent]
    komi = (more[8] % (4 * MAX_KOMI + 1) - 2 * MAX_KOMI) / 2
    if number < POSITIONS // 2:
        komi /= 10
    passed = [float(move == size * size) for move in (recent + [0, 0])[:2]]
    territory = float(more[9] % 2)
    facts = [-komi / KOMI_SCALE, *passed, territory, 1.0]
    return {"size": size, "points": points.tolist(), "recent": recent, "globals": facts}


if __name__ == "__main__":
    main()
