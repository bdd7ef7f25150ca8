r"""Parts that a paper leaves out: branches of conditionals that it decides, environments that are comments.

``\newif``, ``\iffalse``, ``\if 0``, ``\ifthenelse`` with a boolean, toggles, ``\excludecomment``. Of a conditional that
only TeX could decide both branches stay.
"""

from __future__ import annotations

import re

from diagramloop.data.sources.papers.braces import argument, braces
from diagramloop.data.sources.papers.environments import without_environments

_NO_CONDITIONALS = (  # names that begin like one
    r"f|thenelse|toggle|bool|boolexpr|strequal|strempty|blank|undef|def|csdef|csundef|numcomp|numequal|numodd|dim[a-z]+"
)
_MARK = re.compile(
    r"\\(?=[A-Za-z@])(?:"
    rf"(?P<mark>if\s{{0,3}}0(?=\s)|if(?!(?:{_NO_CONDITIONALS})(?![A-Za-z@]))[A-Za-z@]*|else|fi)(?![A-Za-z@])"
    r"|(?:newif|let)\s{0,9}\\(?P<declared>if[A-Za-z@]+)(?:\s{0,9}=?\s{0,9}\\if(?P<value>true|false)(?![A-Za-z@]))?"
    r"|(?P<set>[A-Za-z@]{1,60}?)(?P<to>true|false)(?![A-Za-z@]))"
)
_LITERAL = {"iftrue": True, "iffalse": False}
_ENGINE = {"ifpdf": True, "ifPDFTeX": True, "ifxetex": False, "ifXeTeX": False, "ifluatex": False, "ifLuaTeX": False}
_SET = re.compile(
    r"\\(?=[npstb])(?:"
    r"(?:new|provide)(?:boolean|toggle|bool)\s{0,9}\{(?P<new>[^{}]{1,60})\}"
    r"|set(?:boolean|toggle|bool)\s{0,9}\{(?P<name>[^{}]{1,60})\}\s{0,9}\{\s?(?P<value>true|false)\s?\}"
    r"|(?:toggle|bool)(?P<to>true|false)\s{0,9}\{(?P<what>[^{}]{1,60})\})"
)
_ASKED = re.compile(
    r"\\(?:ifthenelse\s{0,9}\{\s?(?P<not>\\not|\\NOT)?\s?\\boolean\s?\{(?P<boolean>[^{}]{1,60})\}\s?\}"
    r"|if(?:toggle|bool)\s{0,9}\{(?P<toggle>[^{}]{1,60})\})"
)
_COMMENTS = re.compile(r"\\(excludecomment|includecomment)\s{0,9}\{([^{}]{1,40})\}")


def without_false_branches(text: str) -> str:
    r"""Without the branches that ``\iffalse`` and ``\iftrue`` leave out."""
    return _Decided(dict(_LITERAL), follows=False).kept(text)


def decided(text: str) -> str:
    """The whole of a paper without what it leaves out of itself."""
    comments = {name for how, name in _COMMENTS.findall(text) if how == "excludecomment"}
    comments -= {name for how, name in _COMMENTS.findall(text) if how == "includecomment"}
    text = _Decided({**_LITERAL, **_ENGINE}, follows=True).kept(without_environments(text, comments))
    return _with_booleans(text)


def _with_booleans(text: str) -> str:
    r"""``\ifthenelse`` and ``\iftoggle`` decided, by what booleans and toggles are set to last."""
    values: dict[str, bool] = {}
    for one in _SET.finditer(text):
        values[one["new"] or one["name"] or one["what"]] = (one["value"] or one["to"]) == "true"
    asked_for = list(_ASKED.finditer(text))
    closed, kept, at = braces(text) if asked_for else {}, [], 0
    for asked in asked_for:
        name = asked["boolean"] or asked["toggle"]
        branches: list[str] = []
        end = asked.end()
        while len(branches) < 2 and (found := argument(text, end, closed)):
            branches.append(found[0])
            end = found[1]
        if asked.start() >= at and name in values and len(branches) == 2:
            kept += [text[at : asked.start()], branches[values[name] == (asked["not"] is not None)]]
            at = end
    return "".join([*kept, text[at:]])


class _Decided:
    """Goes through a text once, as TeX would, and keeps what the conditionals of known value leave.

    Args:
        values: of conditionals, by name.
        follows: whether declarations and assignments in the text change them.
    """

    def __init__(self, values: dict[str, bool], follows: bool) -> None:
        self._values = values
        self._follows = follows
        self._open: list[bool | None] = []  # whether the branch that is read now counts; None for an unknown one
        self._hidden = False  # whether one of these does not: those within it are unknown

    def kept(self, text: str) -> str:
        pieces, at = [], 0
        for mark in _MARK.finditer(text):
            reads = not self._hidden
            if mark["mark"] is None:
                if reads and self._follows:
                    self._assign(mark)
            elif self._take("".join(mark["mark"].split())):
                if reads:
                    pieces.append(text[at : mark.start()])
                at = mark.end()
        return "".join([*pieces, "" if self._hidden else text[at:]])

    def _assign(self, mark: re.Match[str]) -> None:
        if mark["declared"]:
            if mark["value"] or mark[0].startswith(r"\newif"):
                self._values[mark["declared"]] = mark["value"] == "true"
        elif f"if{mark['set']}" in self._values:
            self._values[f"if{mark['set']}"] = mark["to"] == "true"

    def _take(self, name: str) -> bool:
        """Goes into or out of a conditional; whether what is read changes by it, and the mark is to go."""
        if name not in ("else", "fi"):
            value = False if name == "if0" else self._values.get(name)
            if self._hidden:
                value = None
            self._open.append(value)
            self._hidden = self._hidden or value is False
            return value is not None
        if not self._open or self._open[-1] is None:
            if self._open and name == "fi":
                self._open.pop()
            return False
        counts = self._open.pop()
        self._hidden = name == "else" and counts is True
        if name == "else":
            self._open.append(not counts)
        return True
