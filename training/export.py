"""Writes a trained network for the program to read: its weights, and what it says of some positions.

`NAME.safetensors` has the weights with the norms folded in, as float32; `NAME.check.json` has positions of the shards with the
answers, by which an inference of another make is held to this one.
"""

import argparse
import json
from pathlib import Path

import torch

from network import Network, Shape, load
from shards import Shards
from weights import folded, save


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint")
    parser.add_argument("--out", required=True, help="the name of the files, without an ending")
    parser.add_argument("--check", action="append", default=[], metavar="SHARDS:SIZE:POSITIONS")
    args = parser.parse_args()
    state = load(args.checkpoint, "cpu")
    network = Network(Shape.of(state["shape"]))
    network.load_state_dict(state["network"])
    network.eval()
    about = {"shape": state["shape"], "steps": str(state["step"]), "about": state.get("about", "")}
    save(Path(f"{args.out}.safetensors"), folded(network), about)
    checks = [answer for text in args.check for answer in answers(network, *text.split(":"))]
    Path(f"{args.out}.check.json").write_text(json.dumps(checks))


@torch.no_grad()
def answers(network, folder, size, count):
    """What the network says of positions that are spread over the test games, or over all where there are none."""
    shards = Shards(folder, int(size), "cpu")
    among = shards.test if len(shards.test) else shards.train
    at = among[torch.linspace(0, len(among) - 1, int(count)).long()]
    batch = shards.batch(at, shards.turns[0])
    moves, win, lead, owner = network(batch.planes.float(), batch.globals)
    for row in range(len(at)):
        ply = int(shards.ply[at[row]])
        recent = [int(shards.next[at[row] - 1 - back]) for back in range(min(ply, 5))]
        yield {
            "size": int(size),
            "points": shards.points[at[row]].tolist(),
            "recent": recent,
            "globals": batch.globals[row].tolist(),
            "moves": [round(x, 4) for x in moves[row].tolist()],
            "win": round(float(win[row]), 4),
            "lead": round(20 * float(lead[row]), 3),
            "owner": [round(x, 3) for x in owner[row].tolist()],
        }


if __name__ == "__main__":
    main()
