"""Bounds on what pdfminer makes of one page; what was read when one is reached stays, and the page says so.

pdfminer has none of its own: a form may draw a form that draws a form, a stream of 400 kB may inflate to 400 MB.
Counts, not times, end a page, so that a page is the same on every machine.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pdfplumber.page
from pdfminer import pdfinterp, pdftypes
from pdfminer.psexceptions import PSEOF

MOST_OBJECTS = 20_000
"""Drawn on one page: paths, pictures."""
MOST_LETTERS = 40_000
MOST_TOKENS = 400_000
"""Operators and what they are given."""
MOST_STREAM_BYTES = 30_000_000
"""Of one stream, inflated."""


class EnoughError(PSEOF):
    """A bound is reached; to pdfminer, the end of the stream."""


class _Tally:
    """Counts of the page that is being read."""

    def __init__(self) -> None:
        self.left = {"objects": MOST_OBJECTS, "letters": MOST_LETTERS, "tokens": MOST_TOKENS}
        self.reached = False

    def count(self, what: str) -> None:
        self.left[what] -= 1
        if self.left[what] < 0:
            self.reached = True
        if self.reached:  # then nothing of the page is read any more, in whatever form
            raise EnoughError(what)


_tally = _Tally()


def begin_page() -> None:
    """Count anew."""
    global _tally
    _tally = _Tally()


def is_cut() -> bool:
    """True if there was more on the page than was read since :func:`begin_page`."""
    return _tally.reached


class _Parser(pdfinterp.PDFContentParser):
    def nextobject(self) -> Any:
        _tally.count("tokens")
        return super().nextobject()


class _Interpreter(pdfinterp.PDFPageInterpreter):
    def execute(self, streams: Sequence[object]) -> None:
        with suppress(EnoughError):  # in the middle of an operator: this form ends, and so do those around it
            super().execute(streams)


class _Device(pdfplumber.page.PDFPageAggregatorWithMarkedContent):  # type: ignore[misc]
    def render_char(self, *arguments: Any) -> Any:
        _tally.count("letters")
        return super().render_char(*arguments)

    def paint_path(self, *arguments: Any) -> None:
        _tally.count("objects")
        super().paint_path(*arguments)

    def render_image(self, *arguments: Any) -> None:
        _tally.count("objects")
        super().render_image(*arguments)


class _Inflating:
    """The same as ``zlib.decompressobj``, within the bound."""

    def __init__(self) -> None:
        self._stream, self._left = zlib.decompressobj(), MOST_STREAM_BYTES

    def decompress(self, data: bytes) -> bytes:
        content = self._stream.decompress(data, self._left)
        self._left -= len(content)
        if not self._left:  # no stream is ever as long as that, and zlib takes 0 for no bound
            _tally.reached = True
            raise EnoughError("a stream that inflates beyond the bounds")
        return content

    @property
    def eof(self) -> bool:
        return self._stream.eof


def _inflated(data: bytes) -> bytes:
    """The same as ``zlib.decompress``, within the bound."""
    stream = _Inflating()
    content = stream.decompress(data)
    if not stream.eof:
        raise zlib.error("incomplete or truncated stream")
    return content


def put_up() -> None:
    """Hold pdfplumber to the bounds, in all of this process."""
    inflating = SimpleNamespace(decompress=_inflated, decompressobj=_Inflating, error=zlib.error)
    for module, name, bounded in (
        (pdfinterp, "PDFContentParser", _Parser),
        (pdfplumber.page, "PDFPageInterpreter", _Interpreter),
        (pdfplumber.page, "PDFPageAggregatorWithMarkedContent", _Device),
        (pdftypes, "zlib", inflating),
    ):
        setattr(module, name, bounded)
