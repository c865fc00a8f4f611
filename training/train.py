"""Trains the network on game records and on a teacher's evaluations.

Each step samples positions of one source (records or teacher, one board size), chosen by the shares of the sources. The
sample depends on the seed and the step alone, so an interrupted run resumes exactly.
"""

import argparse
import copy
import json
import math
import os
import time
from pathlib import Path

import torch
from torch.nn import functional

from muon import Muon
from network import LEAD_SCALE, Network, Shape, load
from shards import HIDEABLE, Shards, Teacher, shift_komi
from weights import read, unfolded


def main():
    args = arguments()
    torch.manual_seed(args.seed)
    torch.backends.cudnn.benchmark = True
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    sources = [Source.of(text, args.device, args.test_year, set(args.hide)) for text in args.source]
    if len({source.name for source in sources}) < len(sources):
        raise SystemExit("two sources have the same name; rename one of the teachers' files")
    run = Run(args, sources, out)
    run.resume()
    run.train()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--shape", type=Shape.of, default=Shape(6, 64), help="blocks x channels (6x64); 6x64-komi has a komi head"
    )
    parser.add_argument(
        "--source",
        action="append",
        required=True,
        metavar="SHARDS:SIZE:SHARE[:TEACHER]",
        help="folder of shards, board size, share of the steps, and a teacher's file; may be repeated",
    )
    parser.add_argument("--start", type=Path, help="initial weights (NAME.safetensors); their norms stay folded in")
    parser.add_argument(
        "--out", required=True, help="folder for checkpoints and the log; a run in the same folder resumes"
    )
    parser.add_argument("--steps", type=int, help="number of steps (default: as many as fit into --minutes)")
    parser.add_argument("--minutes", type=float, default=10.0, help="training time if --steps is not given (10)")
    parser.add_argument("--batch", type=int, default=2048, help="positions per step (2048)")
    parser.add_argument("--rate", type=float, default=2e-3, help="peak learning rate (0.002)")
    parser.add_argument("--decay", type=float, default=0.05, help="weight decay (0.05)")
    parser.add_argument(
        "--muon", action="store_true", help="use Muon instead of AdamW for the convolutions of the blocks"
    )
    parser.add_argument(
        "--freeze", type=float, default=0.7, help="part of the steps after which norms are frozen (0.7)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1000, help="steps between tests and checkpoints")
    parser.add_argument("--test", type=int, default=40_000, help="positions in a test")
    parser.add_argument("--stop-after", type=int, help="stop after this step; without this option the run resumes")
    parser.add_argument(
        "--test-year",
        action="append",
        default=[],
        type=test_year,
        metavar="[SIZE:]YEAR",
        help="hold out games from this year on (2024), for one board size or all; may be repeated",
    )
    parser.add_argument(
        "--results",
        type=float,
        default=0.4,
        metavar="WEIGHT",
        help="weight of the results of records (0.4; 0: moves only)",
    )
    parser.add_argument(
        "--shift-komi",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="share of a teacher's positions that get another komi (0)",
    )
    parser.add_argument(
        "--average",
        type=float,
        default=0.0,
        metavar="DECAY",
        help="test and save an exponential moving average of the weights, such as 0.999 (0: none)",
    )
    parser.add_argument(
        "--hide",
        action="append",
        choices=HIDEABLE,
        default=[],
        help="hide a feature, to measure its value; may be repeated. Inference always uses all features",
    )
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    args.test_year = {None: 2024, **dict(args.test_year)}
    return args


def test_year(text):
    """Parses 2024, or 9:2023 for one board size, into the size (None for all) and the year."""
    *size, year = text.split(":")
    return (int(size[0]) if size else None), int(year)


SHARED = {}


class Source:
    """Positions of one kind and board size, and their share of the steps."""

    def __init__(self, name, positions, shards, share):
        self.name, self.positions, self.shards, self.share = name, positions, shards, share

    @classmethod
    def of(cls, text, device, test_year, hidden):
        folder, size, share, *teacher = text.split(":")
        key = (folder, int(size))
        if key not in SHARED:
            SHARED[key] = Shards(folder, int(size), device, test_year.get(int(size), test_year[None]), hidden)
        shards = SHARED[key]
        positions = Teacher(shards, teacher[0]) if teacher else shards
        name = Path(teacher[0]).stem if teacher else f"records{size}"
        print(f"{name}: {len(positions.train)} training positions, {len(positions.test)} held out", flush=True)
        return cls(name, positions, shards, float(share))

    def sample(self, count, shift, results, generator):
        positions = self.positions
        device = self.shards.device
        which = positions.train[torch.randint(len(positions.train), (count,), generator=generator, device=device)]
        turn = self.shards.turns[int(torch.randint(8, (1,), generator=generator, device=device))]
        batch = positions.batch(which, turn)
        if isinstance(positions, Teacher):
            return shift_komi(batch, shift, generator)
        batch.win_weight *= results
        batch.lead_weight *= results
        return batch


class Run:
    WARM_UP = 0.02

    def __init__(self, args, sources, out):
        self.args, self.sources, self.out = args, sources, out
        self.network = self.initial_network().to(args.device)
        if args.device == "cuda":
            self.network = self.network.to(memory_format=torch.channels_last)
        self.optimisers = self.make_optimisers()
        # The weights that are tested and saved: with --average, a moving average.
        self.average = copy.deepcopy(self.network) if args.average else self.network
        self.step, self.steps, self.seconds = 0, args.steps, 0.0
        self.generator = torch.Generator(device=args.device)

    def make_optimisers(self):
        """AdamW for all weights, or AdamW and Muon, which takes the convolutions of the blocks."""
        args, rest, convolutions = self.args, [], []
        for name, weight in self.network.named_parameters():
            (convolutions if args.muon and name.startswith("blocks.") and weight.dim() == 4 else rest).append(weight)
        matrices = [weight for weight in rest if weight.dim() > 1]
        others = [weight for weight in rest if weight.dim() <= 1]
        adam = torch.optim.AdamW(
            [{"params": matrices, "weight_decay": args.decay}, {"params": others, "weight_decay": 0.0}],
            lr=args.rate,
            betas=(0.9, 0.98),
            # PyTorch 1 lacks this option.
            **({"fused": True} if args.device == "cuda" else {}),
        )
        return [adam, Muon(convolutions, lr=args.rate, weight_decay=args.decay)] if convolutions else [adam]

    def initial_network(self):
        """The network before the first step."""
        if not self.args.start:
            return Network(self.args.shape)
        shape, weights = read(self.args.start)
        if shape != self.args.shape:
            raise SystemExit(f"{self.args.start} has a network of {shape}, not of {self.args.shape}")
        return unfolded(shape, weights)

    def resume(self):
        """Loads the last checkpoint of the folder, if there is one."""
        checkpoint = self.out / "checkpoint.pt"
        if checkpoint.exists():
            state = load(checkpoint, self.args.device)
            if state["shape"] != str(self.args.shape):
                raise SystemExit(f"{checkpoint} has a network of {state['shape']}, not of {self.args.shape}")
            self.average.load_state_dict(state["network"])
            self.network.load_state_dict(state.get("last", state["network"]))
            for optimiser, saved in zip(self.optimisers, state["optimisers"]):
                optimiser.load_state_dict(saved)
            self.step, self.steps, self.seconds = state["step"], state["steps"], state["seconds"]
            print(f"resumes after step {self.step} of {self.steps}", flush=True)

    def save(self):
        """Writes a checkpoint, atomically."""
        state = {
            "shape": str(self.args.shape),
            "about": self.about(),
            "network": self.average.state_dict(),
            "last": self.network.state_dict(),
            "optimisers": [optimiser.state_dict() for optimiser in self.optimisers],
            "step": self.step,
            "steps": self.steps,
            "seconds": self.seconds,
        }
        partial = self.out / "checkpoint.part"
        torch.save(state, partial)
        os.replace(partial, self.out / "checkpoint.pt")

    def about(self):
        """Describes data and settings, for the metadata of the weights."""
        data = "; ".join(f"{it.name} {len(it.positions.train)} positions, share {it.share:g}" for it in self.sources)
        args = self.args
        norms = f"started from {args.start.name}" if args.start else f"norms frozen after {args.freeze:g} of the steps"
        hidden = f", without {' and '.join(sorted(set(args.hide)))}" if args.hide else ""
        extra = f", results of records weigh {args.results:g}"
        extra += f", komi shifted in {args.shift_komi:g}" if args.shift_komi else ""
        extra += ", convolutions by Muon" if args.muon else ""
        extra += f", weights averaged by {args.average:g}" if args.average else ""
        how = f"batch {args.batch}, seed {args.seed}, {norms}{hidden}{extra}"
        held_out = ", ".join(f"{f'{size}x{size} ' if size else ''}{year}" for size, year in args.test_year.items())
        return f"{data}; {how}, held out from {held_out} on"

    def train(self):
        if self.steps is None:
            self.steps = self.steps_that_fit()
            print(f"{self.steps} steps", flush=True)
        started, losses = time.time(), None
        last = min(self.steps, self.args.stop_after or self.steps)
        while self.step < last:
            loss = self.learn()
            losses = loss if losses is None else 0.99 * losses + 0.01 * loss
            self.step += 1
            if self.step % self.args.every == 0 or self.step == last:
                self.seconds += time.time() - started
                if not math.isfinite(float(losses.sum())):
                    raise SystemExit(f"the loss is NaN or infinite after step {self.step}; the last checkpoint is kept")
                self.log(losses)
                self.save()
                started = time.time()

    def steps_that_fit(self):
        """The steps that fit into --minutes, by timing some steps whose effect is then undone."""
        state = {name: weight.clone() for name, weight in self.network.state_dict().items()}
        self.steps = 1_000_000
        for _ in range(2):
            started = time.time()
            for self.step in range(60):
                self.learn()
            synchronise(self.args.device)
            pace = 60 / (time.time() - started)
        self.network.load_state_dict(state)
        self.average.load_state_dict(state)
        for optimiser in self.optimisers:
            optimiser.state.clear()
        self.step = 0
        return max(1, int(self.args.minutes * 60 * pace * 0.97))

    def learn(self):
        """Takes one step and returns its losses."""
        progress = self.step / self.steps
        self.network.train()
        if self.args.start or progress >= self.args.freeze:
            self.network.freeze_norms()
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = self.args.rate * self.rate_factor(progress)
        self.generator.manual_seed(self.args.seed * 1_000_003 + self.step)
        batch = self.source_of(self.step).sample(
            self.args.batch, self.args.shift_komi, self.args.results, self.generator
        )
        losses = torch.stack(self.losses(batch))
        self.network.zero_grad(set_to_none=True)
        losses.sum().backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
        for optimiser in self.optimisers:
            optimiser.step()
        self.update_average()
        return losses.detach()

    @torch.no_grad()
    def update_average(self):
        """Moves the average towards the current weights, quickly at first, so that it forgets the initial ones."""
        if self.average is self.network:
            return
        decay = min(self.args.average, (1 + self.step) / (10 + self.step))
        average, last = self.average.state_dict(), self.network.state_dict()
        for name, weight in average.items():
            if weight.is_floating_point():
                weight.lerp_(last[name], 1 - decay)

    def rate_factor(self, progress):
        """The schedule of the learning rate: linear warm-up, then half a cosine."""
        if progress < self.WARM_UP:
            return progress / self.WARM_UP
        return 0.5 + 0.5 * math.cos(math.pi * (progress - self.WARM_UP) / (1 - self.WARM_UP))

    def source_of(self, step):
        """The source of a step. Sources are spread evenly, in proportion to their shares."""
        whole = sum(source.share for source in self.sources)
        # Multiples of the golden ratio are spread evenly modulo 1.
        place = step * 0.6180339887498949 % 1 * whole
        for source in self.sources:
            place -= source.share
            if place < 0:
                return source
        return self.sources[-1]

    def losses(self, batch):
        moves, win, lead, owner = self.forward(self.network, batch)

        def mean(value, weight):
            return (value * weight).sum() / len(weight)

        return (
            mean(-(batch.policy * functional.log_softmax(moves, 1)).sum(1), batch.policy_weight),
            mean(functional.binary_cross_entropy_with_logits(win, batch.win, reduction="none"), batch.win_weight),
            0.3 * mean(functional.smooth_l1_loss(lead, batch.lead / LEAD_SCALE, reduction="none"), batch.lead_weight),
            0.5 * mean(((owner - batch.owner) ** 2).mean(1), batch.owner_weight),
        )

    def forward(self, network, batch):
        """Runs the network, in bfloat16 on a GPU."""
        device = self.args.device
        planes = batch.planes.to(torch.bfloat16 if device == "cuda" else torch.float32)
        if device == "cuda":
            planes = planes.contiguous(memory_format=torch.channels_last)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            outputs = network(planes, batch.globals)
        return [output.float() for output in outputs]

    def log(self, losses):
        line = {"step": self.step, "of": self.steps, "seconds": round(self.seconds, 1)}
        line["losses"] = [round(float(loss), 4) for loss in losses]
        for source in self.sources:
            line[source.name] = self.test(source)
        with open(self.out / "log.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)

    @torch.no_grad()
    def test(self, source):
        """Accuracy on the hold-out games, or None if there are none."""
        positions = source.positions
        if len(positions.test) == 0:
            return None
        self.average.eval()
        generator = torch.Generator(device=self.args.device).manual_seed(7)
        order = torch.randperm(len(positions.test), generator=generator, device=self.args.device)[: self.args.test]
        sums = torch.zeros(9, device=self.args.device)
        for part in positions.test[order].split(4096):
            batch = positions.batch(part, source.shards.turns[0])
            moves, win, lead, _ = self.forward(self.average, batch)
            rank = (moves > moves.gather(1, batch.policy.argmax(1, keepdim=True))).sum(1)
            entropy = -(batch.policy * functional.log_softmax(moves, 1)).sum(1)
            decided, counted = batch.win_weight > 0, batch.lead_weight > 0
            right = ((win > 0) == (batch.win > 0.5)) & decided
            off = (torch.sigmoid(win) - batch.win) ** 2 * decided
            points = (LEAD_SCALE * lead - batch.lead).abs() * counted
            ones = torch.ones_like(win)
            terms = (rank == 0, rank < 5, entropy, right, off, decided, points, counted, ones)
            sums += torch.stack([term.sum() for term in terms]).float()
        top1, top5, entropy, right, off, decided, points, counted, count = sums.tolist()
        self.average.train()
        return {
            "top1": round(top1 / count, 4),
            "top5": round(top5 / count, 4),
            "entropy": round(entropy / count, 4),
            "winner": round(right / max(decided, 1), 4),
            "brier": round(off / max(decided, 1), 4),
            "lead": round(points / max(counted, 1), 3),
            "positions": int(count),
        }


def synchronise(device):
    if device == "cuda":
        torch.cuda.synchronize()


if __name__ == "__main__":
    main()
