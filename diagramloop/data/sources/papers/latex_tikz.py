r"""Declarations for a paper's drawings in TikZ, wherever outside of them they stand: libraries, styles, colours."""

from __future__ import annotations

import re
from bisect import bisect_right

from diagramloop.data.sources.papers.braces import argument, braces, bracketed
from diagramloop.data.sources.papers.environments import environments

DRAWINGS = ("tikzpicture", "pgfpicture")

_ARGUMENTS = {
    "usetikzlibrary": 1,
    "tikzset": 1,
    "definecolor": 3,
    "colorlet": 2,
    "pgfdeclarelayer": 1,
    "pgfsetlayers": 1,
}
_DECLARATION = re.compile(
    rf"\\(?:({'|'.join(_ARGUMENTS)})(?![A-Za-z])|tikzstyle\s{{0,9}}\{{[^{{}}]{{1,99}}\}}\s{{0,9}}\+?=)"
)


def declarations(text: str) -> tuple[str, str]:
    """Part ``text`` into declarations for drawings and the rest; a drawing's own declarations stay in it."""
    found = list(_DECLARATION.finditer(text))
    closed = braces(text) if found else {}
    drawings = [(one.begin, one.end) for one in environments(text, DRAWINGS)]
    declared, rest, at = [], [], 0
    for match in found:
        end = _end(match, text, closed)
        within = bisect_right(drawings, (match.start(), len(text)))
        if end is None or match.start() < at or (within and match.start() < drawings[within - 1][1]):
            continue
        declared.append(text[match.start() : end])
        rest.append(text[at : match.start()])
        at = end
    return "\n".join(declared), "".join([*rest, text[at:]])


def _end(declaration: re.Match[str], text: str, closed: dict[int, int]) -> int | None:
    """End of a declaration; None for what is none."""
    if declaration[1] is None:
        style, end = bracketed(text, declaration.end())
        return None if style is None else end
    end = declaration.end()
    for _ in range(_ARGUMENTS[declaration[1]]):
        found = argument(text, end, closed)
        if found is None:
            return None
        end = found[1]
    return end
