"""Text items: the lines of text that ``text`` and ``tspan`` elements place, each with its box."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from xml.etree.ElementTree import Element

import numpy as np

from diagramloop.engines.parse.svg_reader._flattening import Length, Points
from diagramloop.render.fonts import font

ASCENT, DESCENT = 0.78, 0.22  # of a line's box, in font sizes above and below its baseline
SUBSCRIPT = 0.7  # font sizes by which letters are raised or lowered within a line, at most
SAME_RUN = 0.3  # font sizes between two items on one baseline that are one item

_MEASURED = 20  # px, of the font that widths are measured with
_BELOW = {  # font sizes from where y is to the baseline
    "middle": 0.28,
    "central": 0.28,
    "mathematical": 0.4,
    "hanging": 0.72,
    "text-before-edge": ASCENT,
    "text-top": ASCENT,
    "before-edge": ASCENT,
    "text-after-edge": -DESCENT,
    "ideographic": -DESCENT,
    "after-edge": -DESCENT,
    "text-bottom": -DESCENT,
}
_STARTS = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass
class Run:
    """Text on one baseline, in the coordinates of its element.

    Attributes:
        x, y: where it is anchored.
        anchor: share of its width that lies before ``x``.
        size: of its font.
    """

    x: float
    y: float
    anchor: float
    size: float
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The words, white space as one blank."""
        return " ".join("".join(self.pieces).split())

    @property
    def width(self) -> float:
        """Estimated from our own font."""
        return advance(self.text) * self.size

    @property
    def left(self) -> float:
        """The left end of its first letter."""
        return self.x - self.anchor * self.width

    def corners(self) -> Points:
        """Of its box, clockwise from the top left."""
        x0, x1 = self.left, self.left + self.width
        y0, y1 = self.y - ASCENT * self.size, self.y + DESCENT * self.size
        return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


@lru_cache(maxsize=20_000)
def advance(text: str) -> float:
    """Width of ``text`` in font sizes; letters that our font lacks are as wide as high."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    known = "".join(letter for letter in text if unicodedata.east_asian_width(letter) not in "WF")
    return wide + font(_MEASURED).getlength(known) / _MEASURED


def runs(element: Element, style: Mapping[str, str], size_of: Length) -> list[Run]:
    """The runs of one ``text`` element.

    Args:
        style: inherited properties of the element, its own included.
        size_of: reads lengths; axis ``f`` and a parent's font size in front (``12|1.2em``) reads font sizes.
    """
    layout = _Layout(size_of)
    layout.place(element, dict(style))
    return _joined([run for run in layout.runs if run.text])


class _Layout:
    def __init__(self, length: Length) -> None:
        self.runs: list[Run] = []
        self._length = length
        self._x = self._y = 0.0

    def place(self, element: Element, style: Mapping[str, str]) -> None:
        """Adds what the element and those inside of it say."""
        size = float(style["font-size"])
        moved = self._move(element, size)
        if moved or not self.runs:
            self._start(style)
        self._say(element.text)
        for child in element:
            if child.tag in ("tspan", "textPath") and child.get("display") != "none":
                own = {**style, **child.attrib}
                own["font-size"] = str(self._length(f"{size}|{child.get('font-size', '1em')}", "f"))
                self.place(child, own)
            self._say(child.tail)

    def _say(self, text: str | None) -> None:
        if text:
            self.runs[-1].pieces.append(text)

    def _move(self, element: Element, size: float) -> bool:
        """Goes where the element says; True if a new line begins there, and not a mere subscript."""
        said = [_first(element.get(axis)) for axis in "xy"]
        down = self._em(_first(element.get("dy")) or "0", "y", size)
        right = self._em(_first(element.get("dx")) or "0", "x", size)
        self._x = self._x if said[0] is None else self._em(said[0], "x", size) + right
        self._y = (self._y if said[1] is None else self._em(said[1], "y", size)) + down
        return any(value is not None for value in said) or abs(down) >= SUBSCRIPT * size

    def _em(self, value: str, axis: str, size: float) -> float:
        return self._length(f"{size}|{value}", axis)

    def _start(self, style: Mapping[str, str]) -> None:
        size = float(style["font-size"])
        baseline = style.get("dominant-baseline", style.get("alignment-baseline", ""))
        y = self._y + _BELOW.get(baseline, 0.0) * size
        self.runs.append(Run(self._x, y, _STARTS.get(style.get("text-anchor", ""), 0.0), size))


def _first(values: str | None) -> str | None:
    words = (values or "").replace(",", " ").split()
    return words[0] if words else None


def _joined(found: list[Run]) -> list[Run]:
    """Runs that go on where another ends are one: some tools place every word or letter by itself."""
    whole: list[Run] = []
    for run in found:
        last = whole[-1] if whole else None
        gap = (run.left - last.left - last.width) / run.size if last else 0.0
        if last and abs(run.y - last.y) < 0.1 * run.size and abs(gap) < SAME_RUN and last.anchor == run.anchor == 0.0:
            last.pieces += [" " if gap > SAME_RUN / 2 else "", *run.pieces]
        else:
            whole.append(run)
    return whole
