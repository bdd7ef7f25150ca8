r"""A paper's own macros, expanded: ``\newcommand``, ``\def``, ``\NewDocumentCommand``, ``\let``, ``\newenvironment``.

Those of classes and packages that make figures lie, as the TeX that they amount to, in ``class_commands.txt``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from diagramloop.data.sources.papers.braces import argument, braces, bracketed
from diagramloop.errors import RejectionReason, SourceError

MAX_TEX = 2_000_000  # characters of a whole paper, before and after
MAX_MACROS, EXPANSION_ROUNDS = 500, 6

_SPACE = r"\s{0,9}"  # bounded: what may follow each other must not make matching slow
_DEFINITION = re.compile(
    r"\\(?=[A-Za-z])(?P<how>(?:new|renew|provide)command|DeclareRobustCommand|[gex]?def|let|(?:re)?newenvironment|DeclareMathOperator"
    r"|(?:New|Renew|Provide|Declare)Document(?:Command|Environment))(?![A-Za-z])\*?"
)
_NAME = re.compile(rf"{_SPACE}\{{?{_SPACE}\\([A-Za-z@]+){_SPACE}\}}?")
_ENVIRONMENT_NAME = re.compile(rf"{_SPACE}\{{{_SPACE}([A-Za-z@*]{{1,40}}){_SPACE}\}}")
_NUMBERED = re.compile(r"(?:#\d){0,9}(?=\s{0,9}\{)")
_MEANING = re.compile(rf"{_SPACE}={_SPACE}\\([A-Za-z@]+)|{_SPACE}\\([A-Za-z@]+)")
_PARAMETER = re.compile(r"\s{0,9}\+?(?:([msotbv])|O\s{0,9}\{([^{}]{0,200})\}|([dr])\(\)|D\(\)\{[^{}]{0,200}\})")
_PARENTHESES = re.compile(r"\s{0,9}\(([^()]{0,1000})\)")
_STAR = re.compile(r"\s{0,9}\*")
_STRUCTURE = (  # a paper's own versions of these say how they look, not what they are
    *("section", "subsection", "subsubsection", "paragraph", "item", "title", "begin", "end", "input", "include"),
    *("caption", "label", "ref", "cref", "Cref", "autoref", "cite", "citep", "citet", "includegraphics"),
    *("abstract", "figure", "figure*", "table", "table*", "document", "thebibliography", "tikzpicture"),
)


@dataclass(frozen=True)
class Macro:
    """The expansion of a command.

    Attributes:
        parameters: each a kind, as xparse calls it (``m``, ``o``, ``s``, ``d``), and what it is where it is not given.
        body: with ``#1`` for the first of them.
    """

    parameters: tuple[tuple[str, str], ...]
    body: str


Macros = Mapping[str, Macro]
"""By what is written to use one: ``name``, and ``begin{name}`` and ``end{name}`` of an environment."""


def expanded(text: str) -> str:
    r"""``text`` with its own macros expanded, a few rounds deep; their definitions are taken out.

    A macro that leads back to itself has a body with its own name in it at the end: that name is then left as it is.

    Raises:
        SourceError: it grows too long (TOO_LARGE).
    """
    macros, rest = macros_of(text)
    return expand(rest, {**_of_classes(), **macros})


def expand(text: str, macros: Macros) -> str:
    """``text`` with these macros expanded; as :func:`expanded`."""
    use = _uses(tuple(sorted(macros, key=lambda name: (-len(name), name))))
    for _ in range(EXPANSION_ROUNDS):
        after = _round(text, macros, use)
        if after == text:
            break
        text = after
    return text


@lru_cache(maxsize=8)
def _uses(names: tuple[str, ...]) -> re.Pattern[str]:
    """Pattern of a use of one of these: as a command (group 1), or as the mark of an environment (group 2)."""
    commands = "|".join(name for name in names if not name.endswith("}")) or "(?!)"
    marks = "|".join(re.escape(name) for name in names if name.endswith("}")) or "(?!)"
    return re.compile(rf"\\(?=[A-Za-z@])(?:({commands})(?![A-Za-z])|({marks}))")


def macros_of(text: str) -> tuple[dict[str, Macro], str]:
    """The macros that ``text`` defines, and the text without the definitions."""
    macros: dict[str, Macro] = {}
    definitions = list(_DEFINITION.finditer(text))
    closed, kept, at = braces(text) if definitions else {}, [], 0
    for match in definitions:
        if match.start() < at or len(macros) >= MAX_MACROS:
            continue
        found = _defined(match["how"], text, match.end(), closed)
        if found is None:
            continue
        made, end = found
        macros |= {
            name: macro for name, macro in made.items() if match["how"] != "providecommand" or name not in macros
        }
        kept.append(text[at : match.start()])
        at = end
    return macros, "".join([*kept, text[at:]])


@cache
def _of_classes() -> dict[str, Macro]:
    text = (resources.files("diagramloop.data.sources.papers") / "class_commands.txt").read_text("utf-8")
    return macros_of(text)[0]


def _defined(how: str, text: str, at: int, closed: dict[int, int]) -> tuple[dict[str, Macro], int] | None:
    """The macros of the definition whose command ends at ``at``, and where it ends; None for one of another form."""
    of_environment = how.endswith("nvironment")
    named = (_ENVIRONMENT_NAME if of_environment else _NAME).match(text, at)
    if named is None or named[1] in _STRUCTURE:
        return None
    name, at = named[1], named.end()
    if how == "let":
        meant = _MEANING.match(text, at)
        return ({name: Macro((), rf"\{meant[1] or meant[2]}")}, meant.end()) if meant else None
    parameters, at = _parameters(how, text, at, closed)
    body = argument(text, at, closed)
    if parameters is None or body is None:
        return None
    if not of_environment:
        return {name: Macro(parameters, body[0])}, body[1]
    end = argument(text, body[1], closed)
    if end is None or r"\begin" not in body[0]:  # one that opens no other says how it looks, not what it is
        return None
    return {f"begin{{{name}}}": Macro(parameters, body[0]), f"end{{{name}}}": Macro((), end[0])}, end[1]


def _parameters(how: str, text: str, at: int, closed: dict[int, int]) -> tuple[tuple[tuple[str, str], ...] | None, int]:
    """The parameters that a definition declares at ``at``, None if they are of another form; and where they end."""
    if "Document" in how:
        given = argument(text, at, closed)
        return (_by_xparse(given[0]), given[1]) if given else (None, at)
    if how.endswith("def"):
        numbered = _NUMBERED.match(text, at)
        return (tuple([("m", "")] * numbered[0].count("#")), numbered.end()) if numbered else (None, at)
    count, at = bracketed(text, at)
    default, at = bracketed(text, at)
    if count is not None and not re.fullmatch(r"\s?[0-9]\s?", count):
        return None, at
    parameters = [("m", "")] * int(count or 0)
    return tuple([("o", default), *parameters[1:]] if default is not None and parameters else parameters), at


def _by_xparse(specification: str) -> tuple[tuple[str, str], ...] | None:
    parameters, at = [], 0
    while specification[at:].strip():
        found = _PARAMETER.match(specification, at)
        if found is None or found[1] in ("t", "b", "v"):
            return None
        parameters.append((found[1] or ("o" if found[2] is not None else "d"), found[2] or ""))
        at = found.end()
    return tuple(parameters)


def _round(text: str, macros: Macros, use: re.Pattern[str]) -> str:
    uses = list(use.finditer(text))
    closed, pieces, at, size = braces(text) if uses else {}, [], 0, 0
    for match in uses:
        if match.start() < at:
            continue
        macro = macros[match[1] or match[2]]
        values, end = _values(text, match.end(), macro, closed)
        pieces += [text[at : match.start()], _filled(macro.body, values)]
        size += len(pieces[-1]) + len(pieces[-2])
        if size > MAX_TEX:
            raise SourceError("macros that make too much text", reason=RejectionReason.TOO_LARGE)
        at = end
    return "".join([*pieces, text[at:]])


def _filled(body: str, values: list[str]) -> str:
    """A macro's body with its arguments; one that was not given is nothing."""
    return re.sub(r"#([1-9])", lambda place: "".join(values[int(place[1]) - 1 : int(place[1])]), body)


def _values(text: str, at: int, macro: Macro, closed: dict[int, int]) -> tuple[list[str], int]:
    """The arguments of a macro used at ``at``, and where they end."""
    values: list[str] = []
    for kind, default in macro.parameters:
        if kind == "m":
            found = argument(text, at, closed)
            if found is None:
                return values, at
            values.append(found[0])
            at = found[1]
        elif kind == "o":
            given, at = bracketed(text, at)
            values.append(default if given is None else given)
        else:
            match = (_STAR if kind == "s" else _PARENTHESES).match(text, at)
            values.append(match[match.lastindex or 0] if match else default)
            at = match.end() if match else at
    return values, at
