"""Batches of positions from the shards that `ponnuki data shards` writes.

All positions are kept as bytes in the memory of the training device. A batch is made there: the input planes, under
one of the eight symmetries, and the targets. crates/models/src/net/features.rs defines the bytes.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

PLANES = 18
GLOBALS = 5
RECENT = 5
UNKNOWN = 32767
# Komi is an input in units of this many points.
KOMI_SCALE = 15
OWN, OTHER, KO, CAUGHT, LADDER = 1, 2, 16, 32, 64
# Features that can be hidden from the network, and their bits.
HIDEABLE = {"liberties": 12, "ladders": CAUGHT | LADDER}


@dataclass
class Batch:
    """Positions of one board size from the perspective of the player to move, and their targets."""

    planes: torch.Tensor  # n, PLANES, size, size
    globals: torch.Tensor  # n, GLOBALS
    policy: torch.Tensor  # n, size * size + 1: move probabilities; the last is the pass
    policy_weight: torch.Tensor  # n: 0 where moves are not trained
    win: torch.Tensor  # n: the win rate of the player to move
    win_weight: torch.Tensor  # n: 0 where the result is unknown
    lead: torch.Tensor  # n: lead in points
    lead_weight: torch.Tensor
    owner: torch.Tensor  # n, size * size: 1 for the player, -1 for the opponent
    owner_weight: torch.Tensor


class Shards:
    """The positions of one board size, without the hidden features."""

    def __init__(self, folder, size, device, test_year=2024, hidden=()):
        folder = Path(folder)
        contents = json.loads((folder / "shards.json").read_text())
        if contents["version"] != 1:
            raise SystemExit(f"{folder} has shards of version {contents['version']}; only version 1 can be read")
        if str(size) not in contents["boards"]:
            raise SystemExit(f"{folder} has no positions of {size}x{size}")
        self.size, self.area, self.device = size, size * size, device

        def read(name, kind):
            return np.fromfile(folder / f"{size}.{name}", dtype=kind)

        def to(array, kind):
            return torch.from_numpy(array.astype(kind)).to(device)

        self.source = read("source", "<u4")
        game, year = read("game", "<u4"), read("year", "<u2")
        self.first = np.searchsorted(game, np.arange(len(self.source)))
        self.length = np.bincount(game, minlength=len(self.source))
        shown = np.uint8(255 - sum(HIDEABLE[name] for name in hidden))
        self.points = torch.from_numpy(read("points", "u1").reshape(-1, self.area) & shown).to(device)
        self.next = to(read("next", "<u2"), np.int16)
        self.ply = to(read("ply", "<u2"), np.int16)
        self.game = to(game, np.int32)
        self.komi = to(read("komi", "<i2"), np.int16)
        self.winner = to(read("winner", "i1"), np.int8)
        self.margin = to(read("margin", "<i2"), np.int16)
        # Games from the test year on are held out from all sources.
        self.is_test = year >= test_year
        test = torch.from_numpy(self.is_test).to(device)[self.game.long()]
        self.train = (~test).nonzero().squeeze(1)
        self.test = test.nonzero().squeeze(1)
        self.turns = symmetries(size, device)

    def planes(self, at, turn):
        """The input planes of positions under a symmetry, and the last two passes."""
        features = self.points[at][:, turn]
        recent = torch.zeros(len(at), RECENT, self.area + 1, dtype=torch.bool, device=self.device)
        inverse = torch.argsort(turn)
        for back in range(RECENT):
            known = self.ply[at] > back
            move = self.place(self.next[(at - 1 - back).clamp(min=0)].long(), inverse)
            recent[torch.arange(len(at), device=self.device), back, move] = known
        planes = planes_of(features, recent)
        passed = recent[:, :2, self.area].float()
        return planes.view(len(at), PLANES, self.size, self.size), passed

    def place(self, move, inverse):
        """A move under a symmetry; a pass stays a pass."""
        return torch.where(move < self.area, inverse[move.clamp(max=self.area - 1)], move)

    def batch(self, at, turn):
        """The moves played in positions, and the results of the games."""
        planes, passed = self.planes(at, turn)
        game = self.game[at].long()
        sign = 1.0 - 2.0 * (self.ply[at] % 2).float()
        komi = self.komi[game].float() / 2
        known_komi = self.komi[game] != UNKNOWN
        komi = torch.where(known_komi, komi, torch.full_like(komi, 6.5))
        policy = torch.zeros(len(at), self.area + 1, device=self.device)
        policy.scatter_(1, self.place(self.next[at].long(), torch.argsort(turn))[:, None], 1.0)
        winner = self.winner[game].float()
        counted = self.margin[game] != UNKNOWN
        # Komi 7.5 means area scoring, any other usual komi territory scoring.
        territory = (komi < 7.25).float()
        return Batch(
            planes=planes,
            globals=facts(komi * sign, passed, territory),
            policy=policy,
            policy_weight=torch.ones_like(sign),
            win=(winner * sign + 1) / 2,
            win_weight=((winner != 0) & known_komi).float(),
            lead=self.margin[game].float() / 2 * sign,
            lead_weight=counted.float(),
            owner=torch.zeros(len(at), self.area, device=self.device),
            owner_weight=torch.zeros(len(at), device=self.device),
        )


def shift_komi(batch, share, generator):
    """Gives the first share of a batch another komi, up to 150 points either way, and shifts the lead with it.

    A teacher's data has few komi, but the lead under any other komi is arithmetic. The win rate is a target only where
    the shifted lead decides the game. Moves and ownership of shifted positions are not trained.
    """
    count = int(share * len(batch.win))
    if count == 0:
        return batch
    given = -KOMI_SCALE * batch.globals[:count, 0]
    # Half of the new komi are near the usual values.
    spread = torch.rand(count, generator=generator, device=given.device) * 2 - 1
    near = torch.rand(count, generator=generator, device=given.device) < 0.5
    new = torch.where(near, 25 * spread, 150 * spread)
    lead = batch.lead[:count] - (new - given)
    doubt = 1.2 * batch.planes.shape[2]
    batch.globals[:count, 0] = -new / KOMI_SCALE
    batch.lead[:count] = lead
    batch.win[:count] = (lead > 0).float()
    batch.win_weight[:count] *= (lead.abs() > doubt).float()
    batch.policy_weight[:count] = 0
    batch.owner_weight[:count] = 0
    return batch


class Teacher:
    """A stronger program's evaluations of positions of the shards. The README of the data describes the fields."""

    OWNERS = (-0.85, -0.3, 0.3, 0.85)

    def __init__(self, shards, file):
        fields = np.load(file)
        fields = {name: fields[name] for name in fields.files}
        if "owner_xor" in fields:
            # Each row is XORed with the row before it. Undo that before rows are dropped.
            fields["owner"] = np.bitwise_xor.accumulate(fields.pop("owner_xor"), axis=0)
        # The shards may lack games, or number them differently.
        number = np.full(int(max(shards.source.max(), fields["game"].max())) + 1, -1, np.int64)
        number[shards.source] = np.arange(len(shards.source))
        game = number[fields["game"]]
        known = (game >= 0) & (fields["ply"] < shards.length[game])
        fields, game = {name: field[known] for name, field in fields.items()}, game[known]

        def to(array, kind):
            return torch.from_numpy(array.astype(kind)).to(shards.device)

        self.shards = shards
        self.at = to(shards.first[game] + fields["ply"], np.int64)
        self.moves = to(fields["move"], np.int64)
        self.chances = to(fields["prob"], np.float32) / 255
        self.win = to(fields["winrate"], np.float32) / 65535
        self.lead = to(fields["score10"], np.float32) / 10
        self.komi = to(fields["komi2"], np.float32) / 2
        owner = np.stack([(fields["owner"] >> shift) & 3 for shift in (0, 2, 4, 6)], -1)
        self.owner = to(owner.reshape(len(owner), -1)[:, : shards.area], np.uint8)
        self.owners = torch.tensor(self.OWNERS, device=shards.device)
        test = torch.from_numpy(shards.is_test[game]).to(shards.device)
        self.train = (~test).nonzero().squeeze(1)
        self.test = test.nonzero().squeeze(1)

    def batch(self, which, turn):
        """The teacher's evaluations of positions, by their index in its file."""
        shards = self.shards
        at = self.at[which]
        planes, passed = shards.planes(at, turn)
        sign = 1.0 - 2.0 * (shards.ply[at] % 2).float()
        policy = torch.zeros(len(at), shards.area + 1, device=shards.device)
        policy.scatter_add_(1, shards.place(self.moves[which], torch.argsort(turn)), self.chances[which])
        ones = torch.ones(len(at), device=shards.device)
        return Batch(
            planes=planes,
            globals=facts(self.komi[which] * sign, passed, torch.zeros_like(sign)),
            policy=policy / policy.sum(1, keepdim=True).clamp(min=1e-6),
            policy_weight=ones.clone(),
            win=(2 * self.win[which] - 1) * sign / 2 + 0.5,
            win_weight=ones.clone(),
            lead=self.lead[which] * sign,
            lead_weight=ones.clone(),
            owner=self.owners[self.owner[which].long()][:, turn] * sign[:, None],
            owner_weight=ones.clone(),
        )


def planes_of(features, recent):
    """The input planes: the decoded features of all points, and the last moves."""
    own, other = (features & 3) == OWN, (features & 3) == OTHER
    liberties = (features >> 2) & 3
    caught = (features & CAUGHT) != 0
    flat = [torch.ones_like(own), own, other]
    flat += [stones & (liberties == count) for stones in (own, other) for count in (1, 2, 3)]
    flat += [(features & KO) != 0, caught & own, caught & other, (features & LADDER) != 0]
    return torch.cat([torch.stack(flat, 1), recent[:, :, : features.shape[1]]], 1)


def facts(given, passed, territory):
    """The features of the whole position. `given` is the komi that the player to move gives, negative if received."""
    return torch.stack([-given / KOMI_SCALE, passed[:, 0], passed[:, 1], territory, torch.ones_like(territory)], 1)


def symmetries(size, device):
    """The eight symmetries as permutations of the points: turned[i] = straight[permutation[i]]."""
    straight = np.arange(size * size).reshape(size, size)
    turned = [np.rot90(board, quarter) for board in (straight, straight.T) for quarter in range(4)]
    return torch.from_numpy(np.stack([board.reshape(-1) for board in turned]).copy()).to(device)
