"""The network as an ONNX graph, in float32 and in int8, and how far each is from the weights it was made of."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from diagramloop.engines.training.deployed import INPUT, OUTPUTS, Deployed
from diagramloop.errors import ModelError, RejectionReason

Pixels = NDArray[np.uint8]

_OPSET = 17
_TRACED = (128, 192, 3)  # any picture will do: both sides are variable, and no branch depends on them
_MOST_APART = 1e-4  # of what torch says, beyond which a graph is not the network
_QUANTISED = ("Conv", "Add", "Relu", "Resize")  # what is left in float32 are some millionths of the work


def write_graph(deployed: Deployed, path: Path) -> None:
    """Writes the network as ONNX; height and width of the picture are variable."""
    sides: dict[str, dict[int, str]] = {INPUT: {0: "height", 1: "width"}}
    with warnings.catch_warnings():
        # The exporter that traces is called old; the new one takes 30 s instead of one, and two packages more.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            deployed,
            (torch.zeros(_TRACED, dtype=torch.uint8),),
            str(path),
            dynamo=False,
            opset_version=_OPSET,
            input_names=[INPUT],
            output_names=list(OUTPUTS),
            dynamic_axes=sides,
        )


def write_quantised(graph: Path, path: Path, pictures: Sequence[Pixels]) -> None:
    """Writes the graph with weights and features of 8 bits, whose ranges are those met on ``pictures``.

    Each output channel of a weight has its own scale (Krishnamoorthi 2018, section 3). Weights have 7 of the 8 bits:
    processors without VNNI add two products in 16 bits, and would otherwise overflow.
    """
    from onnxruntime.quantization import QuantFormat, QuantType, quantize_static

    quantize_static(
        str(graph),
        str(path),
        _pages(pictures),
        quant_format=QuantFormat.QDQ,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=True,
        op_types_to_quantize=list(_QUANTISED),
    )


def run_graph(path: Path, pictures: Sequence[Pixels]) -> Iterator[dict[str, NDArray[np.float32]]]:
    """Answers of the graph of each picture, on one core."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    for picture in pictures:
        yield dict(zip(OUTPUTS, session.run(list(OUTPUTS), {INPUT: picture}), strict=True))


def check_parity(deployed: Deployed, graph: Path, pictures: Sequence[Pixels]) -> float:
    """The largest difference between what torch and the graph say, relative where what is said is larger than 1.

    Raises:
        ModelError: it is larger than 1e-4 (ENGINE_FAILED).
    """
    apart = 0.0
    for picture, said in zip(pictures, run_graph(graph, pictures), strict=True):
        with torch.inference_mode():
            meant = deployed(torch.from_numpy(picture))
        for name, value in zip(OUTPUTS, meant, strict=True):
            apart = max(apart, _apart(value.numpy(), said[name]))
    if apart > _MOST_APART:
        raise ModelError(f"{graph}: {apart:.1e} from the network", reason=RejectionReason.ENGINE_FAILED)
    return apart


def agreement(graph: Path, other: Path, pictures: Sequence[Pixels]) -> dict[str, float]:
    """The share of cells to which both graphs give the same class: of all, and of those that ``graph`` calls ink."""
    same, ink = [], []
    for one, two in zip(run_graph(graph, pictures), run_graph(other, pictures), strict=True):
        classes, others = one["classes"].argmax(0), two["classes"].argmax(0)
        same.append((classes == others).ravel())
        ink.append((classes != 0).ravel())
    alike, inked = np.concatenate(same), np.concatenate(ink)
    return {"all": float(alike.mean()), "ink": float(alike[inked].mean()) if inked.any() else 1.0}


def _apart(meant: NDArray[np.float32], said: NDArray[np.float32]) -> float:
    return float((np.abs(meant - said) / np.maximum(1.0, np.abs(meant))).max())


def _pages(pictures: Sequence[Pixels]) -> Any:
    """The pictures as the quantiser asks for them."""
    from onnxruntime.quantization import CalibrationDataReader

    class Pages(CalibrationDataReader):
        def __init__(self) -> None:
            self._left = iter(pictures)

        def get_next(self) -> dict[str, Pixels] | None:
            picture = next(self._left, None)
            return None if picture is None else {INPUT: picture}

    return Pages()
