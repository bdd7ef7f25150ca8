"""Reading line strips: RapidOCR's PP-OCRv6 recogniser alone, without its detector.

The model file lies inside the ``rapidocr`` wheel, so nothing is downloaded. The parser cuts its own
lines (it knows where shapes and labels lie), which is both faster and more exact than text detection.
"""

from __future__ import annotations

import functools
import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.text.ctc_beam import text_probability

Grey = NDArray[np.uint8]

MODEL = "models/PP-OCRv6_rec_small.onnx"
HEIGHT = 48  # pixels; the model's fixed input height
STEP = 8  # input pixels per output position
HALF_WHITE = 127.5  # its input runs from -1 to 1
_ERRORS = 3  # ONNX Runtime's level of what it logs
QUOTES = str.maketrans("‘’‛′“”″", "''''" + '"' * 3)
FULL_WIDTH = {0xFF01 + i: 0x21 + i for i in range(94)} | {0x3000: 0x20, 0x3001: 0x2C, 0x3002: 0x2E}


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# The lines, and the view of each, that the recogniser is shown.
_WIDTH_SHARE = 0.75  # kept: time goes with width, and exactness drops only below this
_WIDEST_PX = 2400  # of its input; a longer line is squeezed to it


@dataclass(frozen=True)
class Reading:
    """The text of a strip.

    Attributes:
        text: characters in reading order; typographic and full-width punctuation as ASCII.
        confidence: mean probability of the characters, 0 for an empty text.
        places: centre of each character as a share of the strip's width.
        probability: of the whole text among all that it may be; NaN where nobody said.
    """

    text: str
    confidence: float
    places: tuple[float, ...]
    probability: float = math.nan


@runtime_checkable
class LineReader(Protocol):
    """Reads strips of dark text on white."""

    def read(self, strips: Sequence[Grey]) -> list[Reading]:
        """One reading per strip, in order.

        Args:
            strips: arrays of shape (height, width), uint8, dark on white, one line each with a margin.
        """
        ...


@dataclass(frozen=True)
class Recogniser:
    """Reads strips of dark text on white, the likeliest character at each position.

    Attributes:
        threads: of the one model session that a process shares.
    """

    threads: int = 1

    @property
    def characters(self) -> list[str]:
        """All that it reads, after the blank."""
        return _session(self.threads)[1][1:]

    def read(self, strips: Sequence[Grey]) -> list[Reading]:
        """See :class:`LineReader`; equal ones ("yes", "no") are read once."""
        images = [at_height(strip, columns_of(strip)) for strip in strips]
        pixels = [image.tobytes() for image in images]  # of one height, so they tell the width as well
        readings = {key: self._read_one(image) for key, image in dict(zip(pixels, images, strict=True)).items()}
        return [readings[key] for key in pixels]

    def _read_one(self, image: Grey) -> Reading:
        """Line by line: on one core a batch saves no time, and its padding would change what is read."""
        session, alphabet = _session(self.threads)
        return _decode(probabilities_of(session, image), alphabet)


def columns_of(strip: Grey, share: float = _WIDTH_SHARE) -> int:
    """Columns of pixels that the model looks at of a strip; its time goes with them.

    Args:
        share: of its width that is kept.
    """
    height, width = strip.shape
    steps = round(width * HEIGHT / height * share / STEP)
    return STEP * min(max(steps, 2), _WIDEST_PX // STEP)


def at_height(strip: Grey, columns: int, height: int = HEIGHT) -> Grey:
    """A line as a recogniser sees it, shape (height, columns)."""
    way = cv2.INTER_AREA if strip.shape[0] > height else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(strip, (columns, height), interpolation=way), dtype=np.uint8)


def probabilities_of(session: Any, line: Grey) -> NDArray[np.float32]:
    """The answer of a recogniser to one line, shape (positions, classes)."""
    tensor = np.broadcast_to(line.astype(np.float32) / HALF_WHITE - 1, (1, 3, *line.shape))
    (probabilities,) = session.run(None, {session.get_inputs()[0].name: np.ascontiguousarray(tensor)})
    answer: NDArray[np.float32] = probabilities[0]
    return answer


def _decode(probabilities: NDArray[np.float32], alphabet: list[str]) -> Reading:
    """Greedy CTC: repeats merged, blanks (class 0) dropped."""
    best = probabilities.argmax(axis=1)
    fresh = np.concatenate([[True], best[1:] != best[:-1]]) & (best != 0)
    at = np.flatnonzero(fresh)
    if len(at) == 0:
        return Reading("", 0.0, ())
    places = (at + 0.5) / len(best)
    text = in_ascii("".join(alphabet[c] for c in best[at]))
    sure = float(probabilities[at, best[at]].mean())
    return Reading(text, sure, tuple(places.tolist()), text_probability(probabilities, best[at]))


def in_ascii(text: str) -> str:
    """Typographic quotes as straight ones; full-width punctuation as ASCII unless it stands in Chinese or the like."""
    ideographic = any(unicodedata.category(c) == "Lo" for c in text)
    return text.translate(QUOTES if ideographic else QUOTES | FULL_WIDTH)


def published() -> Path:
    """The model file, in the folder of the installed ``rapidocr``."""
    return Path(str(files("rapidocr").joinpath(MODEL)))


def session_of(weights: Path | bytes, threads: int = 1) -> Any:
    """A session of onnxruntime on the CPU; raises what that raises, which has no common class."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = threads
    options.log_severity_level = _ERRORS
    model = weights if isinstance(weights, bytes) else str(weights)
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


@functools.cache
def _session(threads: int) -> tuple[Any, list[str]]:
    """The model and its alphabet, class 0 being the blank; loaded once per process."""
    session = session_of(published(), threads)
    characters = session.get_modelmeta().custom_metadata_map["character"].split("\n")
    return session, ["", *characters, " "]
