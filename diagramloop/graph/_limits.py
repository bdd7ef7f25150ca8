"""Caps on what a document may ask for; beyond them every reader raises TOO_LARGE instead of working on.

The largest chart of the data sets has 60 nodes and 5 kB, so these caps are generous by two orders of
magnitude and still keep the slowest reader within seconds.
"""

from __future__ import annotations

import re

from diagramloop.errors import FormatError, RejectionReason

MAX_CHARACTERS = 2_000_000
MAX_NODES = 20_000
MAX_EDGES = 50_000
MAX_DEPTH = 100
_UNREADABLE = re.compile("[\0\ud800-\udfff]")


def check_document(text: str) -> None:
    """Refuse a document that is empty, too long or holds NUL or half a character, before any grammar sees it.

    Raises:
        FormatError: EMPTY, TOO_LARGE, or UNREADABLE with the place of the NUL or the lone surrogate.
    """
    if len(text) > MAX_CHARACTERS:
        raise FormatError(f"{len(text)} characters, at most {MAX_CHARACTERS}", reason=RejectionReason.TOO_LARGE)
    if not text.strip():
        raise FormatError("the document is empty", reason=RejectionReason.EMPTY)
    unreadable = _UNREADABLE.search(text)
    if unreadable:
        line, column = place(text, unreadable.start())
        what = "NUL character" if unreadable[0] == "\0" else "half a character"
        raise FormatError(what, line=line, column=column, reason=RejectionReason.UNREADABLE)


def check_count(what: str, count: int, limit: int) -> None:
    """Refuse ``count`` of ``what`` beyond ``limit``.

    Raises:
        FormatError: TOO_LARGE.
    """
    if count > limit:
        raise FormatError(f"more than {limit} {what}", reason=RejectionReason.TOO_LARGE)


def place(text: str, position: int) -> tuple[int, int]:
    """The 1-based line and column of a 0-based position in ``text``."""
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)
