"""Which drawing a language model's answer holds, whatever it is wrapped in."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import ClassVar

from diagramloop.base.text.encoded import unescaped
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.models.answer_text import answered
from diagramloop.models.answers import Reading, UnreadError

SKETCH = 0.5  # of the longest drawing's length that the answer's own has at least: shorter ones are examples or icons

_SVG_TAG = re.compile(r"<(/?)(?:svg:)?svg(?![\w:.-])", re.IGNORECASE)
_FENCE = re.compile(r"\n[^\S\n]*```")
_IN_JSON = re.compile(r"""<svg\b[^<>]*=\\["']""", re.IGNORECASE)
_ESCAPE = re.compile(r"""\\(u[0-9a-fA-F]{4}|.)""", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\n"}


@dataclass(frozen=True)
class _Found:
    start: int
    end: int
    whole: bool


@dataclass(frozen=True)
class Drawing:
    """An SVG document, as it is written."""

    schema: ClassVar[None] = None
    decides: ClassVar[bool] = True

    def read(self, answer: str) -> Reading[str]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`.

        Raises:
            UnreadError: there is none.
        """
        try:
            drawing = drawing_in(answer)
        except FormatError as error:
            raise UnreadError(str(error)) from error
        around = answer.replace(drawing, "", 1).strip()
        if not around:
            return Reading(drawing)
        return Reading(drawing, ("fence",) if around.startswith("```") else ("prose",))


def drawing_in(answer: str) -> str:
    """The SVG in an answer, with all that it may be wrapped in taken away.

    Of several the last is meant, for what a model improves it writes again; but one that is cut off, or no half as long
    as the longest, is not.

    Raises:
        FormatError: there is none (EMPTY).
    """
    response = _without_escapes(answered(answer))
    drawings = _drawings(response)
    if not drawings:
        raise FormatError("there is no SVG in the answer", reason=RejectionReason.EMPTY)
    longest = max(drawing.end - drawing.start for drawing in drawings)
    full = [drawing for drawing in drawings if drawing.end - drawing.start >= SKETCH * longest]
    chosen = max(full, key=lambda drawing: (drawing.whole, drawing.start))
    return response[chosen.start : chosen.end]


def _without_escapes(response: str) -> str:
    """Without the escapes of JSON or HTML, if the drawing was written in one of these."""
    if _IN_JSON.search(response):
        plain = _ESCAPE.sub(lambda m: chr(int(m[1][1:], 16)) if len(m[1]) == 5 else _ESCAPED.get(m[1], m[1]), response)
        return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # two escapes may be one letter
    return response if _SVG_TAG.search(response) else unescaped(response)


def _drawings(response: str) -> list[_Found]:
    """The outermost whole drawings in their order, then those not closed, which end with their fence or the text."""
    begun: list[int] = []
    drawings: list[_Found] = []
    for tag in _SVG_TAG.finditer(response):
        if not tag[1]:
            begun.append(tag.start())
        elif begun:
            start, end = begun.pop(), response.find(">", tag.end()) + 1
            while drawings and drawings[-1].start > start:
                drawings.pop()
            drawings.append(_Found(start, end or len(response), whole=True))
    ends = [*(fence.start() for fence in _FENCE.finditer(response)), len(response)]
    return [*drawings, *(_Found(start, ends[bisect_left(ends, start)], whole=False) for start in begun)]
