"""The network that sees ink, as onnxruntime runs it; no torch."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.ink_maps import InkMaps, Map
from diagramloop.errors import ModelError, RejectionReason

SHIPPED = Path(__file__).parent / "weights"


class InkNetwork:
    """A trained network.

    Args:
        weights: an ONNX file as :mod:`diagramloop.engines.training` exports it.

    Raises:
        ModelError: no file that onnxruntime reads (INVALID).
    """

    def __init__(self, weights: Path) -> None:
        self._session = _session(weights)
        (self._input,) = (given.name for given in self._session.get_inputs())
        self._names = [output.name for output in self._session.get_outputs()]

    def see(self, picture: RGB, size: tuple[int, int]) -> InkMaps:
        """Maps of a page of shape (height, width, 3), shown as ``size`` (width, height) pixels."""
        height, width = picture.shape[:2]
        smaller = size[0] < width
        shown = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_CUBIC)
        said = dict(zip(self._names, self._session.run(None, {self._input: np.ascontiguousarray(shown)}), strict=True))
        return InkMaps(
            classes=_last(said["classes"]),
            inside=said["inside"],
            course=_last(said["course"]),
            centre=said["centre"],
            size=_last(said["size"]) * np.float32(width / size[0]),
            kind=_last(said["kind"]),
            page=(height, width),
        )


def _session(weights: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # its errors have no common class
        raise ModelError(f"{weights}: not a network: {error}") from error


def _last(channels: Map) -> Map:
    """Channels first become channels last."""
    return np.ascontiguousarray(np.moveaxis(channels, 0, -1))


@lru_cache(maxsize=2)
def ink_network(weights: str) -> InkNetwork:
    """The network of shipped weights by their name, or of a file by its path; read once.

    Raises:
        ModelError: there is none, or it cannot be read.
    """
    shipped = {path.stem: path for path in SHIPPED.glob("*.onnx")}
    if weights not in shipped and not Path(weights).is_file():
        message = f"no weights {weights!r}; shipped: {', '.join(sorted(shipped))}; or the path of a file"
        raise ModelError(message, reason=RejectionReason.MISSING)
    return InkNetwork(shipped.get(weights, Path(weights)))
