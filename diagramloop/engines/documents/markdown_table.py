"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Sequence


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """The rows as a table, the first one as its head; nothing of no rows.

    >>> print(markdown_table([["step", "time"], ["boil | brew", "3"]]))
    | step | time |
    | --- | --- |
    | boil \\| brew | 3 |
    """
    if not rows:
        return ""
    head, *others = (_line([" ".join(cell.split()).replace("|", "\\|") for cell in row]) for row in rows)
    return "\n".join([head, _line(["---"] * len(rows[0])), *others])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
