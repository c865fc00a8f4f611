"""Muon: momentum whose updates are made orthogonal, for weights that act as matrices.

After Keller Jordan's description (2024): the momentum of a matrix is replaced by the nearest matrix with orthogonal
rows, approximated by five Newton-Schulz steps. The update is scaled to the usual size of AdamW's, so that both can
share a learning rate and a weight decay.
"""

import torch

# The quintic of the Newton-Schulz step: it lifts small singular values quickly and leaves all of them near 1.
A, B, C = 3.4445, -4.7750, 2.0315


class Muon(torch.optim.Optimizer):
    def __init__(self, weights, lr, weight_decay, momentum=0.95, steps=5):
        super().__init__(weights, {"lr": lr, "weight_decay": weight_decay, "momentum": momentum, "steps": steps})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            by_shape = {}
            for weight in group["params"]:
                if weight.grad is not None:
                    by_shape.setdefault((weight.shape[0], weight[0].numel()), []).append(weight)
            for (rows, columns), weights in by_shape.items():
                # Matrices of one shape form a batch.
                moved = torch.stack([self.moved(weight, group["momentum"]) for weight in weights])
                updates = orthogonal(moved, group["steps"]) * (0.2 * max(rows, columns) ** 0.5)
                for weight, update in zip(weights, updates):
                    weight.mul_(1 - group["lr"] * group["weight_decay"])
                    weight.add_(update.view(weight.shape).to(weight.dtype), alpha=-group["lr"])

    def moved(self, weight, momentum):
        """The Nesterov momentum of one weight, as a matrix."""
        state = self.state[weight]
        if "momentum" not in state:
            state["momentum"] = torch.zeros_like(weight)
        state["momentum"].lerp_(weight.grad, 1 - momentum)
        return weight.grad.lerp(state["momentum"], momentum).reshape(weight.shape[0], -1)


def orthogonal(matrices, steps):
    """Approximates the nearest matrices with orthogonal rows, or columns if these are fewer."""
    tall = matrices.shape[1] > matrices.shape[2]
    x = matrices.transpose(1, 2) if tall else matrices
    x = x.bfloat16() if x.is_cuda else x
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(steps):
        square = x @ x.transpose(1, 2)
        x = A * x + (B * square + C * square @ square) @ x
    return x.transpose(1, 2) if tall else x
