r"""The figures in a paper's LaTeX: which environments are figures, and the files or drawings that each shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

from flowbench.errors import SourceError
from flowbench.sources.papers.braces import arguments, without_arguments
from flowbench.sources.papers.environments import Environment, environments, without_environments
from flowbench.sources.papers.latex_source import inside
from flowbench.sources.papers.manuscript import Graphics, GraphicsFile, TikZ

FIGURES = frozenset(
    (
        *("figure", "figure*", "wrapfigure", "wrapfigure*", "SCfigure", "SCfigure*", "teaserfigure", "floatingfigure"),
        *("sidewaysfigure", "sidewaysfigure*", "marginfigure"),
    )
)
WIDE = frozenset(("figure*", "SCfigure*", "teaserfigure", "sidewaysfigure*"))
SUBFIGURES = ("subfigure", "subfigure*", "subcaptionblock")
CAPTION = re.compile(r"\\caption(?:\*|of\*?\s{0,9}\{figure\})?\s{0,9}(?:\[[^\[\]]{0,1000}\])?\s{0,9}(?=\{)")
LABEL = re.compile(r"\\label\s{0,9}\{([^{}]{1,300})\}")

_BOXES = frozenset(("minipage", "center", "strip"))
_DECLARED = re.compile(r"\\captionof\*?\s{0,9}\{figure\}|\\captionsetup\s{0,9}\{[^{}]{0,300}type\s{0,9}=\s{0,9}figure")
_DRAWINGS = ("tikzpicture", "pgfpicture")
_SUFFIXES = (".pdf", ".png", ".jpg", ".jpeg", ".eps", ".ps", ".svg")  # in the order in which LaTeX would look
_NAME = r"\{((?:[^{}]|\{[^{}]{1,300}\}){1,300})\}"  # {a name with.dots}.pdf
_GRAPHICS = re.compile(
    r"\\(?:include(?:graphics|svg)|epsfbox|epsffile|plotone)\*?\s{0,9}(?:\[[^\[\]]{0,500}\])?\s{0,9}"
    + _NAME
    + r"|\\(?:epsfig|psfig)\s{0,9}\{[^{}]{0,200}?\bfi(?:le|gure)\s{0,9}=\s{0,9}([^,{}]{1,300})"
)
_FOLDERS = re.compile(r"\\graphicspath\s{0,9}(?=\{)")
_TIKZ_PREAMBLE = re.compile(
    r"\\usetikzlibrary\s{0,9}\{[^{}]{1,500}\}|\\definecolor\s{0,9}\{[^{}]{1,60}\}\s{0,9}\{[^{}]{1,30}\}\s{0,9}\{[^{}]{1,90}\}"
)
_TIKZ_STYLES = re.compile(r"\\tikzset\s{0,9}(?=\{)")


def drawn_figures(body: str) -> list[Environment]:
    """The figures that have a caption, in order.

    A float with several minipages that have captions of their own is as many figures, all with the float's offsets;
    a ``center`` whose caption is declared to be a figure's, as above a title, is one, too.
    """
    floats = list(environments(body, FIGURES))
    beside = environments(_blanked(body, floats), _BOXES)
    declared = (box for box in beside if _DECLARED.search(box.body))
    drawn = sorted((*floats, *declared), key=lambda e: e.begin)
    return [figure for one in drawn for figure in _parts(one) if CAPTION.search(figure.body)]


def _blanked(text: str, what: list[Environment]) -> str:
    """``text`` with spaces for these environments, as long as before."""
    pieces, at = [], 0
    for one in what:
        pieces += [text[at : one.begin], " " * (one.end - one.begin)]
        at = one.end
    return "".join([*pieces, text[at:]])


def _parts(drawn: Environment) -> list[Environment]:
    boxes = [
        box for box in environments(drawn.body, _BOXES) if CAPTION.search(without_environments(box.body, SUBFIGURES))
    ]
    shared = CAPTION.search(without_environments(drawn.body, (*_BOXES, *SUBFIGURES)))
    return [replace(drawn, body=box.body) for box in boxes] if len(boxes) > 1 and not shared else [drawn]


class Pictures:
    """Finds the pictures that a figure shows.

    They are looked for as TeX would, and then beside any of the paper's TeX files, from where ``\\import`` and
    ``\\subfile`` would take them.
    """

    def __init__(self, folder: Path, source: str, preamble: str) -> None:
        self._folder = folder
        declared = next(arguments(_FOLDERS, source), "")
        beside = {path.parent.relative_to(folder).as_posix() for path in folder.rglob("*.tex")}
        names = (*re.findall(r"\{([^{}]{1,300})\}", declared), *sorted(beside))
        self._folders = [PurePosixPath(), *(PurePosixPath(name.strip()) for name in names)]
        styles = [rf"\tikzset{{{style}}}" for style in arguments(_TIKZ_STYLES, preamble)]
        self._preamble = "\n".join([*_TIKZ_PREAMBLE.findall(preamble), *styles])

    def of(self, body: str) -> tuple[Graphics, ...]:
        """The files that lie in the paper, and the drawings; a caption's are icons in its text."""
        body = without_arguments(CAPTION, body)
        drawings = list(environments(body, _DRAWINGS))
        files = (self._file(name) for name in _names(without_environments(body, _DRAWINGS)))
        return (
            *(GraphicsFile(path) for path in files if path is not None),
            *(TikZ(body[e.begin : e.end], self._preamble) for e in drawings),
        )

    def _file(self, name: str) -> PurePosixPath | None:
        suffixes = ("", *_SUFFIXES, *(suffix.upper() for suffix in _SUFFIXES))
        for path in (folder / f"{name}{suffix}" for folder in self._folders for suffix in suffixes):
            try:
                if (found := inside(self._folder, path)) is not None:
                    return found
            except SourceError:  # a path on its authors' machine: there is no such picture here
                continue
        return None


def _names(body: str) -> Iterator[str]:
    for found in _GRAPHICS.finditer(body):
        yield (found[1] or found[2]).replace("{", "").replace("}", "").strip().strip('"')
