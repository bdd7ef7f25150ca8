r"""Layout of a figure's pictures in LaTeX: lines and paragraphs, minipages, subfigures, tables, scaled boxes.

What is written beside the pictures is left out, so that commands and environments that change no layout need no entry
here: their names are passed over, and what stands in their braces is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from diagramloop.data.sources.papers.braces import argument, braces, bracketed
from diagramloop.data.sources.papers.environments import Environment, environments
from diagramloop.data.sources.papers.latex_overpic import words_of
from diagramloop.data.sources.papers.latex_tikz import DRAWINGS
from diagramloop.data.sources.papers.panels import GraphicsFile, Options, Panel, Panels, TikZ, Unread, pictures
from diagramloop.errors import RejectionReason

MAX_NESTED = 12  # boxes in boxes
MAX_PICTURES, MAX_COMMANDS = 60, 3_000  # of one figure

_SUBFIGURES = ("subfigure", "subfigure*", "subcaptionblock", "subcaptionblock*")
_LINES = ("minipage", "varwidth", *_SUBFIGURES)
_TABLES = ("tabular", "tabular*", "tabularx", "tabulary", "array")
_SCALED = ("adjustbox",)
_PARAGRAPHS = ("center", "flushleft", "flushright")
_FREE = ("picture", "overpic", "overpic*", "Overpic", "textblock", "textblock*", "pspicture")
_KNOWN = frozenset((*_LINES, *_TABLES, *DRAWINGS, *_SCALED, *_FREE))
_BOXES = {
    "parbox": "poolc",
    "subcaptionbox": "somLoc",
    "subfloat": "ooc",
    "subfigure": "ooc",
    "shortstack": "oc",
    "makecell": "poc",
    "vbox": "c",
    "vtop": "c",
    "resizebox": "swhc",
    "scalebox": "foc",
    "rotatebox": "oac",
    "adjustbox": "kc",
}
"""Commands that make a box, and their arguments: its content c, its line l, width w, height h, factor f, angle a,
options k; others m, optional ones in brackets o (L where it is the line, p what stands on the base line), a star s."""
_KEYS = {"w": "width", "h": "height", "f": "scale", "a": "angle"}
_GRAPHICS = ("includegraphics", "includesvg", "epsfbox", "epsffile")
_KEYED = ("epsfig", "psfig")
_TOKEN = re.compile(
    r"\\begin\s{0,9}\{(?P<begin>[^{}]{1,40})\}"
    rf"|\\(?P<graphics>{'|'.join(_GRAPHICS)})(?![A-Za-z])(?P<star>\*?)"
    rf"|\\(?P<keyed>{'|'.join(_KEYED)})(?![A-Za-z])"
    rf"|\\(?P<box>{'|'.join(_BOXES)})(?![A-Za-z])"
    r"|\\animategraphics(?![A-Za-z])(?P<animation>)"
    r"|(?P<row>\\\\|\\(?:tabularnewline|newline|linebreak|cr)(?![A-Za-z]))"
    r"|(?P<paragraph>\n[ \t]*\n|\\(?:par|vskip|hrule|caption)(?![A-Za-z])"
    rf"|\\end\s{{0,9}}\{{(?:{'|'.join(_PARAGRAPHS)})\}})"
)
_WHOLE = re.compile(r"\\(?:detokenize|string|protect)(?![A-Za-z])|\\(?=[_#&%])|[{}\"]")

Find = Callable[[str], "GraphicsFile | Unread"]
"""The picture that a name stands for."""


def read_panels(body: str, find: Find, preamble: str = "") -> Panels:
    """The pictures that stand in ``body``, as it lays them out.

    Args:
        body: of a figure, without captions.
        find: a picture by its name.
        preamble: what drawings in it may need.
    """
    return _Reader(find, preamble).panels(body, r"\linewidth", 0)


class _Reader:
    def __init__(self, find: Find, preamble: str) -> None:
        self._find = find
        self._preamble = preamble
        self._pictures = self._commands = 0

    def panels(self, text: str, line: str, depth: int, paragraphs: bool = True) -> Panels:
        """The rows of ``text``; blank lines begin none where ``paragraphs`` is not set, as in a table."""
        rows: list[list[Panel]] = [[]]
        if depth > MAX_NESTED:
            return _endless(f"boxes nested more than {MAX_NESTED} deep")
        known = {one.begin: one for one in environments(text, _KNOWN)}
        closed, at = braces(text), 0
        while token := _TOKEN.search(text, at):
            at = token.end()
            self._commands += 1
            if self._commands > MAX_COMMANDS or self._pictures > MAX_PICTURES:
                return _endless(f"more than {MAX_PICTURES} pictures or {MAX_COMMANDS} commands")
            if token["row"] or token["paragraph"] or token["begin"] in _PARAGRAPHS:
                if token["row"] or paragraphs:
                    rows.append([])
            elif token["begin"] is not None:
                if token.start() in known:
                    rows[-1] += self._environment(known[token.start()], text, depth)
                    at = known[token.start()].end
            else:
                parts, at = self._command(token, text, closed, depth)
                rows[-1] += parts
        return Panels(tuple(tuple(row) for row in rows if row), line)

    def _command(self, token: re.Match[str], text: str, closed: dict[int, int], depth: int) -> tuple[list[Panel], int]:
        if token["box"]:
            return self._box(_BOXES[token["box"]], text, token.end(), closed, depth)
        if token["animation"] is not None:
            return [Unread("an animation", RejectionReason.UNSUPPORTED)], token.end()
        if token["keyed"]:
            found = argument(text, token.end(), closed)
            keys = options(found[0]) if found else ()
            name = next((value for key, value in keys if key in ("file", "figure")), "")
            return self._picture(name, keys), found[1] if found else token.end()
        given, at = bracketed(text, token.end())
        clip: Options = (("clip", ""),) if token["star"] else ()
        found = argument(text, at, closed)
        return (self._picture(found[0], (*options(given or ""), *clip)), found[1]) if found else ([], at)

    def _picture(self, name: str, keys: Options) -> list[Panel]:
        self._pictures += 1
        found = self._find(" ".join(_WHOLE.sub("", name).split()))
        return [replace(found, options=keys) if isinstance(found, GraphicsFile) else found]

    def _box(self, signature: str, text: str, at: int, closed: dict[int, int], depth: int) -> tuple[list[Panel], int]:
        line, content, position = "", "", "c" if signature.startswith("p") else ""
        keys: list[tuple[str, str]] = []
        for kind in signature:
            if kind == "s":
                at += text[at : at + 1] == "*"
            elif kind in "opL":
                given, at = bracketed(text, at)
                line = given if kind == "L" and given else line
                position = given if kind == "p" and given else position
            else:
                found = argument(text, at, closed)
                if found is None:  # not used as a box: what follows is read as it stands
                    return [], at
                content, at = found
                if kind == "l":
                    line = content
                elif kind == "k":
                    keys += options(content)
                elif kind in _KEYS and content.strip() != "!":
                    keys.append((_KEYS[kind], content.strip()))
        inside = self.panels(content, line, depth + 1)
        return _boxed(replace(inside, base=position or "b"), tuple(keys)), at

    def _environment(self, one: Environment, text: str, depth: int) -> list[Panel]:
        if one.name in DRAWINGS:
            return [self._drawing(text[one.begin : one.end])]
        if one.name in _FREE:
            return self._free(one, depth)
        position, at = bracketed(one.body, 0)
        while (skipped := bracketed(one.body, at))[0] is not None:
            at = skipped[1]
        found = argument(one.body, at, braces(one.body)) if one.name in (*_LINES, *_SCALED) else None
        content = one.body[found[1] if found else at :]
        line = found[0] if found and one.name in _LINES else ""
        keys = options(found[0]) if found and one.name in _SCALED else ()
        inside = self.panels(content, line, depth + 1, one.name not in _TABLES)
        usual = "b" if one.name in (*_SCALED, *_SUBFIGURES) else "c"
        return _boxed(replace(inside, base=position if position and one.name not in _SCALED else usual), keys)

    def _drawing(self, source: str) -> Panel:
        if re.search(r"\\includegraphics(?![A-Za-z])", source):
            return Unread("pictures placed by a drawing in TikZ", RejectionReason.UNSUPPORTED)
        return TikZ(source, self._preamble)

    def _free(self, one: Environment, depth: int) -> list[Panel]:
        """Pictures that are put at places are none that can be laid out here, apart from one that is written on."""
        if "overpic" not in one.name.lower():
            inside = self.panels(one.body, "", depth + 1)
            placed = f"pictures placed by the environment {one.name}"
            return [Unread(placed, RejectionReason.UNSUPPORTED)] if inside.rows else []
        given, at = bracketed(one.body, 0)
        found = argument(one.body, at, braces(one.body))
        keys = options(given or "")
        rest = one.body[found[1] :] if found else ""
        words = words_of(rest, keys) if r"\put" in rest else ()
        if found is None or words is None:
            return [Unread("a picture on which overpic puts more than words", RejectionReason.UNSUPPORTED)]
        (picture,) = self._picture(found[0], keys)
        return [replace(picture, words=words) if isinstance(picture, GraphicsFile) else picture]


def _endless(why: str) -> Panels:
    return Panels(((Unread(why, RejectionReason.TOO_LARGE),),))


def _boxed(panels: Panels, keys: Options) -> list[Panel]:
    """A box as a panel; the options of one with a single picture are this picture's."""
    shown = list(pictures(panels))
    if not shown:
        return []
    if len(shown) == 1 and isinstance(shown[0], GraphicsFile | TikZ) and not panels.line:
        return [replace(shown[0], options=(*shown[0].options, *keys))]
    return [replace(panels, options=keys)]


def options(given: str) -> Options:
    """``key=value,key`` taken apart at the commas outside of braces; a value's own braces are gone."""
    parts, start, level = [], 0, 0
    for place, sign in enumerate(f"{given},"):
        level += (sign == "{") - (sign == "}")
        if sign == "," and level <= 0:
            parts.append(given[start:place])
            start = place + 1
    pairs = (part.partition("=") for part in parts if part.strip())
    return tuple((key.strip(), " ".join(value.replace("{", "").replace("}", "").split())) for key, _, value in pairs)
