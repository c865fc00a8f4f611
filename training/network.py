"""The network: residual blocks of 3x3 convolutions for boards of any size, with pooling over the whole board.

Four heads: policy, win rate, lead and ownership. In a network with a komi head (`15x192-komi`) komi is not an input of
the trunk. The heads estimate the lead on the board, the fair komi, and the weight of a point; komi is then subtracted.
So the lead follows komi point by point and the win rate falls with it, by construction.
"""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

from shards import GLOBALS, KOMI_SCALE, PLANES

HEAD = 32
HIDDEN = 64
# The lead is an output in units of this many points.
LEAD_SCALE = 20


@dataclass(frozen=True)
class Shape:
    """The shape of a network."""

    blocks: int
    channels: int
    komi_head: bool = False

    @classmethod
    def of(cls, text):
        """Parses 6x64, or 15x192-komi for a network with a komi head."""
        size, dash, head = text.partition("-")
        if dash and head != "komi":
            raise ValueError(f"'{head}' is not a kind of head; '6x64-komi' has a komi head")
        blocks, channels = size.split("x")
        return cls(int(blocks), int(channels), bool(dash))

    def __str__(self):
        return f"{self.blocks}x{self.channels}{'-komi' if self.komi_head else ''}"

    def pools(self, block):
        """Whether a block has global pooling: every third does."""
        return block % 3 == 2


def outcome(value, komi):
    """The win logit and the lead for a komi received, from fair komi, weight of a point and lead on the board."""
    fair, weight, board = value.unbind(1)
    komi = komi * (KOMI_SCALE / LEAD_SCALE)
    return torch.exp(weight.clamp(-4, 5)) * (fair + komi), board + komi


def pooled(features):
    """Global pooling: the mean of each channel, the mean scaled by the board size, and the maximum."""
    mean = features.mean((2, 3))
    return torch.cat([mean, mean * ((features.shape[2] - 14) / 10), features.amax((2, 3))], 1)


class Block(nn.Module):
    def __init__(self, channels, pools):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.pool = nn.Linear(3 * channels, channels) if pools else None
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        # Each block starts as the identity.
        nn.init.zeros_(self.second_norm.weight)

    def forward(self, x):
        y = functional.relu(self.first_norm(self.first(x)))
        if self.pool is not None:
            y = y + self.pool(pooled(y))[:, :, None, None]
        return functional.relu(x + self.second_norm(self.second(y)))


class Network(nn.Module):
    def __init__(self, shape):
        super().__init__()
        channels = shape.channels
        self.shape = shape
        self.entry = nn.Conv2d(PLANES, channels, 3, padding=1, bias=False)
        self.facts = nn.Linear(GLOBALS, channels, bias=False)
        self.entry_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(Block(channels, shape.pools(block)) for block in range(shape.blocks))
        self.policy = nn.Conv2d(channels, HEAD, 1)
        self.policy_pool = nn.Linear(3 * channels, HEAD, bias=False)
        self.move = nn.Conv2d(HEAD, 1, 1)
        self.no_move = nn.Linear(3 * channels, 1)
        self.value = nn.Conv2d(channels, HEAD, 1)
        self.value_hidden = nn.Linear(3 * HEAD, HIDDEN)
        self.value_out = nn.Linear(HIDDEN, 3 if shape.komi_head else 2)
        if shape.komi_head:
            # These give the policy the win rate and the lead, which the trunk cannot know.
            self.policy_outcome = nn.Linear(2, HEAD, bias=False)
            self.no_move_outcome = nn.Linear(2, 1, bias=False)
            # The initial weight of a point is typical of openings.
            nn.init.constant_(self.value_out.bias, 0.0)
            self.value_out.bias.data[1] = 1.4
        self.owner = nn.Conv2d(channels, 1, 1)

    def forward(self, planes, facts):
        """The logits of all moves and the pass, the win logit, the lead in units of 20 points, and the ownership."""
        komi = facts[:, 0]
        if self.shape.komi_head:
            facts = torch.cat([torch.zeros_like(facts[:, :1]), facts[:, 1:]], 1)
        x = self.entry(planes) + self.facts(facts)[:, :, None, None]
        x = functional.relu(self.entry_norm(x))
        for block in self.blocks:
            x = block(x)
        whole = pooled(x)
        value = functional.relu(self.value_hidden(pooled(functional.relu(self.value(x)))))
        value = self.value_out(value)
        policy, no_move = self.policy(x) + self.policy_pool(whole)[:, :, None, None], self.no_move(whole)
        if self.shape.komi_head:
            win, lead = outcome(value.float(), komi)
            known = torch.stack([torch.tanh(win / 3), torch.tanh(lead)], 1).detach()
            policy = policy + self.policy_outcome(known)[:, :, None, None]
            no_move = no_move + self.no_move_outcome(known)
        else:
            win, lead = value.unbind(1)
        moves = torch.cat([self.move(functional.relu(policy)).flatten(1), no_move], 1)
        return moves, win, lead, torch.tanh(self.owner(x).flatten(1))

    def freeze_norms(self):
        """Freezes the norms, so that all board sizes use the same statistics."""
        for module in self.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.eval()


def load(checkpoint, device):
    """Loads a checkpoint without running code from it; PyTorch 1 lacks that protection."""
    return torch.load(checkpoint, map_location=device, weights_only=not torch.__version__.startswith("1."))
