"""Weights for inference: norms folded into the convolutions, in the safetensors format."""

import json
import struct

import numpy as np
import torch

from network import Network, Shape


def folded(network):
    """The weights as float32, with each norm folded into the convolution before it."""
    weights = {name: weight.detach().float().cpu().clone() for name, weight in network.state_dict().items()}

    def fold(convolution, norm, also=()):
        scale = weights.pop(f"{norm}.weight") / torch.sqrt(weights.pop(f"{norm}.running_var") + 1e-5)
        shift = weights.pop(f"{norm}.bias") - weights.pop(f"{norm}.running_mean") * scale
        weights.pop(f"{norm}.num_batches_tracked")
        weights[f"{convolution}.weight"] *= scale[:, None, None, None]
        weights[f"{convolution}.bias"] = shift
        for name in also:
            weights[f"{name}.weight"] *= scale[:, None]

    fold("entry", "entry_norm", also=["facts"])
    for block in range(network.shape.blocks):
        fold(f"blocks.{block}.first", f"blocks.{block}.first_norm")
        fold(f"blocks.{block}.second", f"blocks.{block}.second_norm")
    if network.shape.komi_head:
        # Komi is not an input of the trunk: see network.py.
        weights["facts.weight"][:, 0] = 0
    return weights


def unfolded(shape, weights):
    """A network from folded weights. Its norms only add the biases."""
    network = Network(shape)
    state = network.state_dict()
    for name in state:
        if name in weights:
            state[name] = weights[name].view_as(state[name])
        elif name.endswith("running_var"):
            state[name] = torch.full_like(state[name], 1 - 1e-5)
        elif name.endswith("running_mean"):
            state[name] = torch.zeros_like(state[name])
        elif name.endswith("norm.weight"):
            state[name] = torch.ones_like(state[name])
        elif name.endswith("norm.bias"):
            state[name] = weights[name.replace("_norm.bias", ".bias")]
    network.load_state_dict(state)
    return network


def save(path, weights, about):
    """Writes the safetensors format: the length of the header, the header as JSON, and all numbers."""
    header, offset = {"__metadata__": about}, 0
    for name, weight in weights.items():
        length = 4 * weight.numel()
        header[name] = {"dtype": "F32", "shape": list(weight.shape), "data_offsets": [offset, offset + length]}
        offset += length
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for weight in weights.values():
            file.write(weight.contiguous().numpy().astype("<f4").tobytes())


def read(path):
    """Reads the shape and the weights from a file in the safetensors format."""
    content = path.read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + length])
    about = header.pop("__metadata__")
    weights = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        numbers = np.frombuffer(content[8 + length + begin : 8 + length + end], "<f4")
        weights[name] = torch.from_numpy(numbers.reshape(entry["shape"]).copy())
    return Shape.of(about["shape"]), weights
