"""Exports a trained network: its weights, and its evaluations of some positions.

`NAME.safetensors` has the weights as float32, with the norms folded in. `NAME.check.json` has positions of the shards
and their evaluations, to test other implementations of inference.
"""

import argparse
import json
from pathlib import Path

import torch

from network import LEAD_SCALE, Network, Shape, load
from shards import RECENT, Shards
from weights import folded, save


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint")
    parser.add_argument("--out", required=True, help="the path of the files, without extension")
    parser.add_argument(
        "--check",
        action="append",
        default=[],
        metavar="SHARDS:SIZE:POSITIONS",
        help="positions to evaluate; may be repeated",
    )
    args = parser.parse_args()
    state = load(args.checkpoint, "cpu")
    network = Network(Shape.of(state["shape"]))
    network.load_state_dict(state["network"])
    network.eval()
    about = {"shape": state["shape"], "steps": str(state["step"]), "about": state.get("about", "")}
    save(Path(f"{args.out}.safetensors"), folded(network), about)
    checks = [check for text in args.check for check in evaluations(network, *text.split(":"))]
    Path(f"{args.out}.check.json").write_text(json.dumps(checks))


@torch.no_grad()
def evaluations(network, folder, size, count):
    """Evaluates positions spread over the hold-out games, or over all games if none are held out."""
    shards = Shards(folder, int(size), "cpu")
    pool = shards.test if len(shards.test) else shards.train
    at = pool[torch.linspace(0, len(pool) - 1, int(count)).long()]
    batch = shards.batch(at, shards.turns[0])
    moves, win, lead, owner = network(batch.planes.float(), batch.globals)
    for row in range(len(at)):
        ply = int(shards.ply[at[row]])
        recent = [int(shards.next[at[row] - 1 - back]) for back in range(min(ply, RECENT))]
        yield {
            "size": int(size),
            "points": shards.points[at[row]].tolist(),
            "recent": recent,
            "globals": batch.globals[row].tolist(),
            "moves": [round(x, 4) for x in moves[row].tolist()],
            "win": round(float(win[row]), 4),
            "lead": round(LEAD_SCALE * float(lead[row]), 3),
            "owner": [round(x, 3) for x in owner[row].tolist()],
        }


if __name__ == "__main__":
    main()
