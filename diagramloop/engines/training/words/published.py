"""The published weights of PP-OCRv6's small recogniser, put into a reader of words to begin with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from diagramloop.engines.training.words.alphabet import CHARACTERS
from diagramloop.engines.training.words.network import WordReader
from diagramloop.errors import ModelError, RejectionReason

Array = NDArray[np.float32]

_UNKNOWN_SCALE = 0.1  # of the random weights of a character that the published alphabet lacks: it is hardly ever read
_EPSILON = 1e-5  # of the normalisations


def begin_with_published(network: WordReader, path: Path) -> None:
    """Puts the published weights into the network, and of their head the rows of its characters.

    Args:
        path: the published graph (ONNX), whose metadata name its characters.

    Raises:
        ModelError: no such file (MISSING), or another graph (UNREADABLE).
    """
    model = _model(path)
    known = next((each.value.split("\n") for each in model.metadata_props if each.key == "character"), None)
    weights = list(_in_order(model.graph))
    parameters = [each for module in network.modules() for each in module.parameters(recurse=False)]
    if known is None or len(weights) != len(parameters):
        raise ModelError(f"{path}: another graph", reason=RejectionReason.UNREADABLE)
    *body, matrix, bias = weights
    try:
        with torch.no_grad():
            for parameter, value in zip(parameters, body, strict=False):
                parameter.copy_(torch.tensor(value).reshape(parameter.shape))
    except RuntimeError as error:
        raise ModelError(f"{path}: {error}", reason=RejectionReason.UNREADABLE) from error
    _set_head(network.head, matrix, bias, ["", *known, " "])


def _model(path: Path) -> Any:
    import onnx
    from google.protobuf.message import DecodeError

    try:
        return onnx.load(path)
    except FileNotFoundError as error:
        raise ModelError(f"no weights at {path}") from error
    except DecodeError as error:
        raise ModelError(f"{path}: {error}", reason=RejectionReason.UNREADABLE) from error


def _in_order(graph: Any) -> Iterator[Array]:
    """Weights as the graph uses them, each normalisation folded into the convolution before it."""
    convolution: Array | None = None
    for kind, values in _weighted(graph):
        if kind == "Conv":
            convolution = values[0]
        elif kind == "BatchNormalization" and convolution is not None:
            yield from _folded(convolution, *values)
            convolution = None
        else:
            if convolution is not None:
                yield convolution
                convolution = None
            yield np.array(values[0].T if kind == "MatMul" else values[0])


def _weighted(graph: Any) -> Iterator[tuple[str, list[Array]]]:
    """The kind of each node with weights, and these; single numbers are constants."""
    from onnx import numpy_helper

    held = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    weights = {name: value for name, value in held.items() if value.size > 1 and value.dtype == np.float32}
    for node in graph.node:
        values = [weights[name] for name in node.input if name in weights]
        if values:
            yield node.op_type, values


def _folded(kernel: Array, scale: Array, shift: Array, mean: Array, variance: Array) -> tuple[Array, Array]:
    share = scale / np.sqrt(variance + np.float32(_EPSILON))
    return kernel * share.reshape(-1, 1, 1, 1), shift - mean * share


def _set_head(head: nn.Linear, matrix: Array, bias: Array, known: list[str]) -> None:
    place = {character: number for number, character in enumerate(known)}
    with torch.no_grad():
        head.weight.mul_(_UNKNOWN_SCALE)
        head.bias.fill_(float(bias.min()))
        for number, character in enumerate(("", *CHARACTERS)):
            if character in place:
                head.weight[number] = torch.tensor(matrix[place[character]])
                head.bias[number] = float(bias[place[character]])
