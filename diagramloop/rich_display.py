"""Tables as notebooks show them: whatever their cells say is text, never markup."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

MOST_ROWS = 200  # of a table in a notebook; the rest is counted


def html_table(headings: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table in HTML; of more than :data:`MOST_ROWS` rows the first ones.

    Example:
        >>> html_table(["a"], [["<b>"]])
        '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><bdi>&lt;b&gt;</bdi></td></tr></tbody></table>'
    """
    every = list(rows)
    head = "".join(f"<th>{escaped(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in every[:MOST_ROWS])
    above = f"<caption>{escaped(caption)}</caption>" if caption else ""
    table = f"<table>{above}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    left = len(every) - MOST_ROWS
    return f"{table}<p>and {left} more</p>" if left > 0 else table


def escaped(text: object) -> str:
    """A text as HTML; halves of characters become question marks."""
    return html.escape(str(text).encode("utf-8", "replace").decode())


def _cell(value: object) -> str:
    text = "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
    return f"<td><bdi>{escaped(text)}</bdi></td>"  # a name from right to left turns no other cell
