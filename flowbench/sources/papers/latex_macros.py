r"""A paper's own simple macros, expanded: ``\newcommand``, ``\def`` without arguments, ``\DeclareMathOperator``."""

from __future__ import annotations

import re

from flowbench.errors import RejectionReason, SourceError
from flowbench.sources.papers.braces import argument, braces

MAX_TEX = 2_000_000  # characters of a whole paper, before and after
MAX_MACROS, EXPANSION_ROUNDS = 500, 6

_SPACE = r"\s{0,9}"  # bounded: what may follow each other must not make matching slow
_MACRO = re.compile(
    rf"\\(?:re|provide)?newcommand\*?{_SPACE}\{{?{_SPACE}\\([A-Za-z]+){_SPACE}\}}?{_SPACE}"
    rf"(?:\[(\d)\])?{_SPACE}(?:\[([^\[\]]{{0,200}})\])?{_SPACE}(?=\{{)"
    rf"|\\def{_SPACE}\\([A-Za-z]+){_SPACE}((?:#\d){{0,9}}){_SPACE}(?=\{{)"
    rf"|\\(?:New|Renew|Provide)DocumentCommand{_SPACE}\{{?{_SPACE}\\([A-Za-z]+){_SPACE}\}}?{_SPACE}\{{((?:\s?m){{0,9}})\s?\}}{_SPACE}(?=\{{)"
    rf"|\\DeclareMathOperator\*?{_SPACE}\{{{_SPACE}\\([A-Za-z]+){_SPACE}\}}{_SPACE}(?=\{{)"
)
_STRUCTURE = (  # a paper's own versions of these say how they look, not what they are
    *("section", "subsection", "subsubsection", "paragraph", "item", "title", "begin", "end", "input", "include"),
    *("caption", "label", "ref", "cref", "Cref", "autoref", "cite", "citep", "citet", "includegraphics"),
)


def expanded(text: str) -> str:
    r"""``text`` with its own simple macros expanded, a few rounds deep; their definitions are taken out.

    A macro that leads back to itself has a body with its own name in it at the end: that name is then left as it is.

    Raises:
        SourceError: it grows too long (TOO_LARGE).
    """
    macros, rest = _macros(text)
    if not macros:
        return rest
    use = re.compile(r"\\(" + "|".join(sorted(macros, key=len, reverse=True)) + r")(?![A-Za-z])")
    for _ in range(EXPANSION_ROUNDS):
        after = _round(rest, macros, use)
        if after == rest:
            break
        rest = after
    return rest


def _macros(text: str) -> tuple[dict[str, tuple[int, str | None, str]], str]:
    """Name -> (number of arguments, default of the first, body), and the text without the definitions."""
    macros: dict[str, tuple[int, str | None, str]] = {}
    ends, kept, at = braces(text), [], 0
    for match in _MACRO.finditer(text):
        end = ends.get(match.end())
        if match.start() < at or end is None or len(macros) >= MAX_MACROS:
            continue
        name = match[1] or match[4] or match[6] or match[8]
        if name in _STRUCTURE:
            continue
        count = int(match[2] or 0) + (match[5] or "").count("#") + (match[7] or "").count("m")
        macros[name] = (count, match[3], text[match.end() + 1 : end])
        kept.append(text[at : match.start()])
        at = end + 1
    return macros, "".join([*kept, text[at:]])


def _round(text: str, macros: dict[str, tuple[int, str | None, str]], use: re.Pattern[str]) -> str:
    ends, pieces, at, size = braces(text), [], 0, 0
    for match in use.finditer(text):
        if match.start() < at:
            continue
        count, default, body = macros[match[1]]
        values, end = _values(text, match.end(), count, default, ends)
        filled = _filled(body, values)
        pieces += [text[at : match.start()], filled]
        size += len(pieces[-1]) + len(pieces[-2])
        if size > MAX_TEX:
            raise SourceError("macros that make too much text", reason=RejectionReason.TOO_LARGE)
        at = end
    return "".join([*pieces, text[at:]])


def _filled(body: str, values: list[str]) -> str:
    """A macro's body with its arguments; one that was not given is nothing."""
    return re.sub(r"#([1-9])", lambda place: "".join(values[int(place[1]) - 1 : int(place[1])]), body)


def _values(text: str, at: int, count: int, default: str | None, ends: dict[int, int]) -> tuple[list[str], int]:
    """The arguments of a macro used at ``at``, and where they end."""
    values: list[str] = []
    if default is not None and count:
        given = re.compile(r"\s*\[([^\[\]]{0,1000})\]").match(text, at)
        values.append(given[1] if given else default)
        at = given.end() if given else at
    while len(values) < count:
        found = argument(text, at, ends)
        if found is None:
            return values, at
        values.append(found[0])
        at = found[1]
    return values, at
