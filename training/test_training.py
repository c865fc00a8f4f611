"""Trains a tiny network on a few positions, on the CPU.

Run `python3 -m unittest` in this folder. PONNUKI is the path of the program (default: ../target/debug/ponnuki).
"""

import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

from answers import pack, unpack
from muon import orthogonal
from network import LEAD_SCALE, Network, Shape, load
from shards import KOMI_SCALE, Shards, Teacher, shift_komi
from weights import folded, unfolded

HERE = Path(__file__).parent
PROGRAM = os.environ.get("PONNUKI", str(HERE.parent / "target/debug/ponnuki"))


class Training(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        match = ["match", "greedy", "random", "--size", "5", "--games", "6", "--ledger", "games.db", "--json"]
        report = ["report", "games.db", "--out", "games.sgf"]
        for command in (match, report, ["data", "shards", "games.sgf", "-o", "shards"]):
            subprocess.run([PROGRAM, *command], cwd=cls.folder, check=True, capture_output=True)
        cls.shards = Shards(cls.folder / "shards", 5, "cpu", test_year=9999)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def train(self, out, *more):
        command = [sys.executable, str(HERE / "train.py"), "--shape", "3x8", "--source", f"{self.folder}/shards:5:1"]
        command += ["--out", str(self.folder / out), "--batch", "16", "--every", "5"]
        command += ["--test-year", "9999", "--device", "cpu", *more]
        subprocess.run(command, check=True, capture_output=True)
        return load(self.folder / out / "checkpoint.pt", "cpu")

    def test_planes_and_policy_follow_the_symmetry(self):
        at = torch.arange(8)
        straight = self.shards.batch(at, self.shards.turns[0])
        for turn in self.shards.turns:
            turned = self.shards.batch(at, turn)
            self.assertTrue(torch.equal(turned.planes.flatten(2), straight.planes.flatten(2)[:, :, turn]))
            self.assertTrue(torch.equal(turned.policy[:, :25], straight.policy[:, turn]))
            self.assertTrue(torch.equal(turned.policy[:, 25], straight.policy[:, 25]))

    def test_the_last_move_is_the_move_of_the_position_before(self):
        batch = self.shards.batch(torch.arange(1, 4), self.shards.turns[0])
        before = self.shards.batch(torch.arange(0, 3), self.shards.turns[0])
        self.assertTrue(torch.equal(batch.planes[:, 13].flatten(1).float(), before.policy[:, :25]))

    def test_only_the_hidden_features_are_missing(self):
        def planes(*hidden):
            shards = Shards(self.folder / "shards", 5, "cpu", 9999, hidden)
            return shards.planes(torch.arange(60), shards.turns[0])[0]

        whole, blind = planes(), planes("liberties")
        self.assertTrue(whole[:, 3:9].any())
        self.assertFalse(blind[:, 3:9].any())
        self.assertTrue(torch.equal(whole[:, 9:], blind[:, 9:]))
        self.assertTrue(torch.equal(whole[:, :3], blind[:, :3]))
        self.assertFalse(planes("ladders")[:, 10:13].any())

    def test_the_win_rate_is_that_of_the_player_to_move(self):
        batch = self.shards.batch(torch.arange(2), self.shards.turns[0])
        self.assertEqual(sorted(batch.win.tolist()), [0.0, 1.0])

    def test_folding_norms_changes_nothing(self):
        torch.manual_seed(3)
        network = Network(Shape(3, 8))
        for module in network.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                module.running_mean.normal_()
                module.running_var.uniform_(0.5, 2.0)
                torch.nn.init.normal_(module.weight)
        network.eval()
        batch = self.shards.batch(torch.arange(8), self.shards.turns[0])
        plain = unfolded(network.shape, folded(network)).eval()
        with torch.no_grad():
            for a, b in zip(network(batch.planes.float(), batch.globals), plain(batch.planes.float(), batch.globals)):
                self.assertLess(float((a - b).abs().max()), 1e-3)

    def test_with_a_komi_head_the_lead_follows_komi_and_the_win_rate_falls(self):
        torch.manual_seed(5)
        network = Network(Shape.of("3x8-komi")).eval()
        batch = self.shards.batch(torch.arange(8), self.shards.turns[0])
        planes, facts = batch.planes.float(), batch.globals.clone()
        outputs = []
        for received in range(-150, 151, 10):
            facts[:, 0] = received / KOMI_SCALE
            with torch.no_grad():
                outputs.append(network(planes, facts))
        leads, wins = (torch.stack([output[which] for output in outputs]) for which in (2, 1))
        self.assertTrue(torch.allclose(LEAD_SCALE * (leads[1:] - leads[:-1]), torch.tensor(10.0), atol=1e-3))
        self.assertTrue((wins[1:] > wins[:-1]).all())
        self.assertFalse(torch.equal(outputs[0][0], outputs[-1][0]), "the policy depends on who is ahead")
        with torch.no_grad():
            plain = unfolded(network.shape, folded(network)).eval()(planes, facts)
        for a, b in zip(outputs[-1], plain):
            self.assertLess(float((a - b).abs().max()), 1e-3)

    def test_muon_makes_updates_orthogonal(self):
        torch.manual_seed(6)
        for rows, columns in ((8, 72), (72, 8)):
            values = torch.linalg.svdvals(orthogonal(torch.randn(2, rows, columns), 5))
            self.assertTrue(((values > 0.6) & (values < 1.3)).all(), values)

    def test_muon_learns_and_resumes(self):
        whole = self.train("muon", "--steps", "20", "--muon", "--shape", "3x8-komi")
        self.train("muon-part", "--steps", "20", "--muon", "--shape", "3x8-komi", "--stop-after", "10")
        resumed = self.train("muon-part", "--steps", "20", "--muon", "--shape", "3x8-komi")
        for name, weight in whole["network"].items():
            self.assertTrue(torch.equal(weight, resumed["network"][name]), name)
        losses = [json.loads(line)["losses"][0] for line in (self.folder / "muon/log.jsonl").read_text().splitlines()]
        self.assertLess(losses[-1], losses[0])

    def test_an_interrupted_run_resumes_exactly(self):
        whole = self.train("whole", "--steps", "20")
        part = self.train("part", "--steps", "20", "--stop-after", "10")
        self.assertEqual(part["step"], 10)
        resumed = self.train("part", "--steps", "20")
        for name, weight in whole["network"].items():
            self.assertTrue(torch.equal(weight, resumed["network"][name]), name)

    def test_a_run_starts_from_the_weights_of_another(self):
        self.train("before", "--steps", "60", "--rate", "0.01")
        command = [sys.executable, str(HERE / "export.py"), str(self.folder / "before/checkpoint.pt")]
        command += ["--out", str(self.folder / "before/net")]
        subprocess.run(command, check=True, capture_output=True)
        self.train("after", "--steps", "5", "--start", str(self.folder / "before/net.safetensors"))
        last, first = (
            json.loads((self.folder / run / "log.jsonl").read_text().splitlines()[line])["losses"][0]
            for run, line in (("before", -1), ("after", 0))
        )
        self.assertLess(first, 1.2 * last, "nothing is forgotten")

    def test_the_policy_loss_falls(self):
        self.train("learnt", "--steps", "150", "--rate", "0.01")
        lines = [json.loads(line) for line in (self.folder / "learnt/log.jsonl").read_text().splitlines()]
        self.assertLess(lines[-1]["losses"][0], 0.8 * lines[0]["losses"][0])

    def test_an_export_has_all_weights_and_checks(self):
        self.train("out", "--steps", "5")
        command = [sys.executable, str(HERE / "export.py"), str(self.folder / "out/checkpoint.pt")]
        command += ["--out", str(self.folder / "net"), "--check", f"{self.folder}/shards:5:4"]
        subprocess.run(command, check=True, capture_output=True)
        data = (self.folder / "net.safetensors").read_bytes()
        length = struct.unpack("<Q", data[:8])[0]
        header = json.loads(data[8 : 8 + length])
        entry = header["entry.weight"]
        self.assertEqual((entry["dtype"], entry["shape"]), ("F32", [8, 18, 3, 3]))
        end = max(part["data_offsets"][1] for part in header.values() if "data_offsets" in part)
        self.assertEqual(len(data), 8 + length + end)
        checks = json.loads((self.folder / "net.check.json").read_text())
        self.assertEqual((len(checks), len(checks[0]["points"]), len(checks[0]["moves"])), (4, 25, 26))

    def test_evaluations_of_a_teacher_are_matched_by_game_and_ply(self):
        teacher = self.teacher()
        batch = teacher.batch(torch.arange(2), self.shards.turns[0])
        self.assertEqual(batch.policy.argmax(1).tolist(), [12, 25])
        self.assertEqual(batch.win.tolist(), [1.0, 0.0], "Black wins, and White is to move in the second")
        self.assertEqual(batch.lead.tolist(), [5.5, -5.5])
        self.assertTrue((batch.owner[0] > 0).all() and (batch.owner[1] < 0).all())
        first = self.shards.first[1]
        self.assertEqual(teacher.at.tolist(), [first, first + 1])

    def teacher(self, **fields):
        """Evaluations of the first two positions of the second game: centre point, then pass; Black leads by 5.5."""
        file = self.folder / "teacher.npz"
        moves = np.zeros((2, 16), np.uint16)
        moves[:, 0] = [12, 25]
        chances = np.zeros((2, 16), np.uint8)
        chances[:, 0] = 255
        fields = fields or {"owner": np.full((2, 7), 0xFF, np.uint8)}
        fields |= {"game": [1, 1], "ply": [0, 1], "komi2": [15, 15], "move": moves, "prob": chances}
        np.savez(file, winrate=[65535, 65535], score10=[55, 55], **fields)
        return Teacher(self.shards, file)

    def test_ownership_may_be_stored_as_differences_between_rows(self):
        rows = np.array([[0x1B] * 7, [0xE4] * 7], np.uint8)
        plain, differences = self.teacher(owner=rows), self.teacher(owner_xor=np.stack([rows[0], rows[0] ^ rows[1]]))
        self.assertTrue(torch.equal(plain.owner, differences.owner))

    def test_a_point_of_komi_is_a_point_of_lead(self):
        batch = self.teacher().batch(torch.tensor([0, 1] * 50), self.shards.turns[0])
        before = (batch.globals[:, 0].clone(), batch.lead.clone())
        shifted = shift_komi(batch, 0.9, torch.Generator().manual_seed(1))
        moved = KOMI_SCALE * (shifted.globals[:, 0] - before[0])
        self.assertTrue(torch.allclose(shifted.lead - before[1], moved, atol=1e-3))
        self.assertGreater(float(moved.abs().max()), 100)
        self.assertTrue((moved[90:] == 0).all() and (shifted.policy_weight[90:] == 1).all())
        decided = shifted.win_weight[:90] > 0
        self.assertTrue(((shifted.win[:90] == 1) == (shifted.lead[:90] > 0))[decided].all())
        self.assertTrue(
            (shifted.lead[:90].abs() > 5)[decided].all(), "the win rate is a target only where the lead decides"
        )

    def test_answers_keep_their_positions(self):
        points = [number % 7 for number in range(25)]
        position = {"size": 5, "points": points, "recent": [25, 12], "globals": [-0.5, 1.0, 0.0, 1.0, 1.0]}
        data = pack(position, torch.arange(26.0), 0.5, 3.0, 1.5)
        self.assertEqual(list(unpack(data + data)), [position, position])

    def test_averaged_weights_are_saved_and_resumed(self):
        averaged = self.train("averaged", "--steps", "20", "--average", "0.9")
        self.assertFalse(torch.equal(averaged["network"]["entry.weight"], averaged["last"]["entry.weight"]))
        self.train("averaged-part", "--steps", "20", "--average", "0.9", "--stop-after", "10")
        resumed = self.train("averaged-part", "--steps", "20", "--average", "0.9")
        for name, weight in averaged["network"].items():
            self.assertTrue(torch.equal(weight, resumed["network"][name]), name)


if __name__ == "__main__":
    unittest.main()
