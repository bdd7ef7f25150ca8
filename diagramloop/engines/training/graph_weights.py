"""Weights of an exported graph, taken back into a network that is to be trained on.

A graph has no normalisations any more: each stands in its convolution. They are put between the two again with the mean
and the deviation that features have on drawn pages, so that the network says at first what the graph says. Weights of a
graph in int8 come back as exact as int8 is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from diagramloop.data.synth.ink import ink_page
from diagramloop.engines.training.network import InkNetwork
from diagramloop.errors import ModelError, RejectionReason

PAGES, PAGE_PX = 24, 256  # on which features are measured


def load_graph(network: InkNetwork, path: Path) -> None:
    """Puts the weights of an ONNX file that ``release`` wrote into the network.

    Raises:
        ModelError: there is none (MISSING), or it is no graph of such a network (UNREADABLE).
    """
    convolutions = [each for each in network.modules() if isinstance(each, nn.Conv2d)]
    parts = [name for name, _ in network.named_children()]
    found = [(weight, bias) for _, weight, bias in sorted(_convolutions(path, parts), key=itemgetter(0))]
    if [tuple(weight.shape) for weight, _ in found] != [tuple(each.weight.shape) for each in convolutions]:
        raise ModelError(f"{path}: a graph of another network", reason=RejectionReason.UNREADABLE)
    biases = {}
    with torch.no_grad():
        for convolution, (weight, bias) in zip(convolutions, found, strict=True):
            convolution.weight.copy_(torch.from_numpy(weight))
            if convolution.bias is not None:
                convolution.bias.copy_(torch.from_numpy(bias))
            biases[convolution] = torch.from_numpy(bias)
        _normalise(network, biases)


def _normalise(network: InkNetwork, biases: dict[nn.Conv2d, Any]) -> None:
    """Gives each normalisation the bias of its convolution, and what features are like without one."""
    pairs = [
        (each[0], each[1])
        for each in network.modules()
        if isinstance(each, nn.Sequential) and len(each) > 1 and isinstance(each[1], nn.BatchNorm2d)
    ]
    for convolution, norm in pairs:
        norm.running_mean.zero_()
        norm.running_var.fill_(1.0)
        norm.weight.fill_((1 + norm.eps) ** 0.5)
        norm.bias.copy_(biases[convolution])
    for norm, mean, variance in _measured(network, [norm for _, norm in pairs]):
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.add_(mean)


def _measured(network: InkNetwork, norms: list[nn.BatchNorm2d]) -> list[tuple[nn.BatchNorm2d, Any, Any]]:
    """Mean and variance of each channel before each of the normalisations."""
    seen: dict[nn.Module, list[Any]] = {norm: [] for norm in norms}

    def note(norm: nn.Module, given: tuple[Any, ...]) -> None:
        seen[norm].append(torch.stack([given[0].mean(dim=(0, 2, 3)), given[0].square().mean(dim=(0, 2, 3))]))

    hooks = [norm.register_forward_pre_hook(note) for norm in norms]
    network.eval()
    for number in range(PAGES):
        pixels = ink_page(f"features {number}", side_px=PAGE_PX).pixels
        network(torch.from_numpy(np.ascontiguousarray(pixels.transpose(2, 0, 1)))[None].float())
    for hook in hooks:
        hook.remove()
    moments = [torch.stack(seen[norm]).mean(dim=0) for norm in norms]
    return [
        (norm, mean, (square - mean.square()).clamp_min(0)) for norm, (mean, square) in zip(norms, moments, strict=True)
    ]


def _convolutions(path: Path, parts: Sequence[str]) -> Iterator[tuple[int, Any, Any]]:
    """Part of the network, weight and bias of each convolution; within a part in the order in which it is computed."""
    import onnx
    from google.protobuf.message import DecodeError

    try:
        graph = onnx.load(path).graph
    except FileNotFoundError as error:
        raise ModelError(f"no weights at {path}") from error
    except DecodeError as error:
        raise ModelError(f"{path}: {error}", reason=RejectionReason.UNREADABLE) from error
    held = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    made = {node.output[0]: node for node in graph.node if node.op_type == "DequantizeLinear"}
    for node in graph.node:
        if node.op_type == "Conv":
            part = node.name.split("/")[2].split(".")[0]  # such as /network/ups.0/narrow/Conv
            weight, bias = (_value(name, held, made) for name in node.input[1:])
            yield parts.index(part), weight, bias


def _value(name: str, held: dict[str, Any], made: dict[str, Any]) -> Any:
    if name not in made:
        return np.array(held[name], np.float32)
    steps, scale, zero = (held[given] for given in made[name].input)
    shape = (-1, *(1,) * (steps.ndim - 1)) if scale.ndim else ()
    return (steps.astype(np.float32) - zero.reshape(shape)) * scale.reshape(shape)
