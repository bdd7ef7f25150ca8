"""Code of the worker of the ``merman`` engine: layout in Rust around labels that it never reads, and pixels.

Merman is given a word of ours for each text and asks us, by its measuring callback, how large that word is. The answer
is the size of the text itself, broken into lines, in the font that will paint it; afterwards the lines take the word's
place. So no text reaches its Markdown, HTML and entity decoding, and its own estimate of widths takes no part.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

import merman

from diagramloop.render.native.novasvg import rasterise, text_width

__all__ = ["lay_out", "rasterise"]

LINE_HEIGHT = 1.5  # font sizes from one line to the next, as Mermaid's HTML labels have it
LAYOUT_UNIT = 1 / 64  # px; browsers lay out in these, and give a text as many as hold it

_LABEL = re.compile(
    r'(?P<head><foreignObject width="(?P<width>[\d.]+)" height="(?P<height>[\d.]+)"[^<>]*><div[^<>]*><span[^<>]*>)'
    r"(?:<p>)?(?P<word>t\d+x*)(?:</p>)?(?=</span>)"
)
_ROUNDING = 0.5  # px
_Kind = merman.MermanTextMeasurementResultKind
_Operation = merman.MermanTextMeasurementOperation


@dataclass(frozen=True)
class MeasuredLabel:
    """A text as it will be painted.

    Attributes:
        lines: none of them wider than ``width``.
        width: px.
        height: px.
    """

    lines: tuple[str, ...]
    width: float
    height: float

    @property
    def html(self) -> str:
        """Placeholder for its word."""
        return f"<p>{'<br/>'.join(map(escape, self.lines))}</p>"


_NOTHING = MeasuredLabel((), 0.0, 0.0)


def lay_out(text: str, config: dict[str, Any], labels: dict[str, str], font_size: float, line_width: float) -> str:
    """The SVG that merman makes of ``text``.

    Args:
        text: a Mermaid flowchart in which labels are words ``t0xx``, ``t1xxx``, ...
        config: merman's options.
        labels: what each word stands for, possibly in several lines.
        font_size: px.
        line_width: px beyond which a line is broken between its words.
    """
    laid = {"": _NOTHING} | {word: _label(text, font_size, line_width) for word, text in labels.items()}
    measurer = _Measurer(laid)
    services = merman.MermanEngineServices().with_text_measurer(measurer)
    engine = merman.MermanEngine(json.dumps(config), services)
    svg: str = engine.render_svg(text, None)
    if measurer.refused:
        raise ValueError(f"merman measures {measurer.refused[0]}, which has no answer here")
    return _LABEL.sub(lambda place: _written(place, laid[place["word"]]), svg)


def _written(place: re.Match[str], label: MeasuredLabel) -> str:
    """``label`` in its place, which must be as large as was answered: merman drops answers that it finds odd."""
    width, height = float(place["width"]), float(place["height"])
    if abs(width - label.width) > _ROUNDING or abs(height - label.height) > _ROUNDING:
        asked = f"{label.width:g} x {label.height:g}"
        raise ValueError(f"merman gives a label of {asked} px a place of {width:g} x {height:g}")
    return place["head"] + label.html


def _label(text: str, font_size: float, line_width: float) -> MeasuredLabel:
    """``text`` in lines of at most ``line_width``; as wide as that if one had to be broken, as Mermaid has it."""
    written = [" ".join(line.split()) for line in text.split("\n")]
    lines = [part for line in written for part in _broken(line, font_size, line_width)]
    broken = len(lines) > len(written)
    widest = line_width if broken else max(text_width(line, font_size) for line in lines)
    return MeasuredLabel(
        tuple(lines), math.ceil(widest / LAYOUT_UNIT) * LAYOUT_UNIT, LINE_HEIGHT * font_size * len(lines)
    )


def _broken(line: str, font_size: float, line_width: float) -> list[str]:
    lines = [""]
    for word in line.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, font_size) > line_width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


class _Measurer(merman.MermanTextMeasurer):  # type: ignore[misc]
    """Answers with the size of what a word stands for; remembers what it could not answer."""

    def __init__(self, labels: dict[str, MeasuredLabel]) -> None:
        self._labels = labels
        self.refused: list[str] = []

    def measure(self, request: Any) -> Any:
        """Sizes in px, or None, upon which merman would estimate."""
        label = self._labels.get(request.text.strip())
        if label is None or request.operation not in (_Operation.WRAPPED, _Operation.CANVAS_MEASURE_TEXT_WIDTH):
            self.refused.append(f"{request.text[:40]!r} by {request.operation.name}")
            return None
        no_box = {"bbox_left": None, "bbox_right": None, "raw_width": None}
        if request.operation is _Operation.WRAPPED:
            size = {"width": label.width, "height": label.height, "length": 0.0}
            lines = max(1, len(label.lines))
            return merman.MermanTextMeasureResult(result_kind=_Kind.METRICS, **size, line_count=lines, **no_box)
        size = {"width": 0.0, "height": 0.0, "length": label.width}
        return merman.MermanTextMeasureResult(result_kind=_Kind.LENGTH, **size, line_count=0, **no_box)
