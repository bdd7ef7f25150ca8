r"""The figures in a paper's LaTeX: which environments are figures, and the files or drawings that each shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path, PurePosixPath

from diagramloop.data.sources.papers.braces import argument, arguments, braces, without_arguments
from diagramloop.data.sources.papers.environments import Environment, environments
from diagramloop.data.sources.papers.graphics import GraphicsFile, Shown, Unread
from diagramloop.data.sources.papers.latex_graphics import shown_graphics
from diagramloop.data.sources.papers.latex_source import inside
from diagramloop.errors import RejectionReason, SourceError

FIGURES = frozenset(
    (
        *("figure", "figure*", "wrapfigure", "wrapfigure*", "SCfigure", "SCfigure*", "teaserfigure", "floatingfigure"),
        *("sidewaysfigure", "sidewaysfigure*", "marginfigure"),
    )
)
WIDE = frozenset(("figure*", "SCfigure*", "teaserfigure", "sidewaysfigure*"))
SUBFIGURES = ("subfigure", "subfigure*", "subcaptionblock")
CAPTION = re.compile(
    r"\\caption(?:\*|of\*?\s{0,9}\{figure\})?\s{0,9}(?:\[(?:[^\[\]]|\[[^\[\]]{0,200}\]){0,1000}\])?\s{0,9}(?=\{)"
)
LABEL = re.compile(r"\\label\s{0,9}\{([^{}]{1,300})\}")

_BOXES = frozenset(("minipage", "center", "strip"))
_DECLARED = re.compile(r"\\captionof\*?\s{0,9}\{figure\}|\\captionsetup\s{0,9}\{[^{}]{0,300}type\s{0,9}=\s{0,9}figure")
_CAPTION_OF = re.compile(r"\\captionof\*?\s{0,9}\{figure\}\s{0,9}(?:\[[^\[\]]{0,1000}\])?\s{0,9}(?=\{)")
_LOOSE_BEGIN = re.compile(r"\n[ \t]*\n|\{(?=\s{0,9}\\)|\\maketitle(?![A-Za-z])")
_PICTURE = re.compile(r"\\(?:include|epsf|eps|ps)[a-z]{3,12}(?![A-Za-z])|\\begin\s{0,9}\{(?:tikz|pgf)picture\}")
_BEGINS = re.compile(rf"\\(?:begin|parbox|subfloat|subcaptionbox)(?![A-Za-z])|{_PICTURE.pattern}")
_SUFFIXES = (".pdf", ".png", ".jpg", ".jpeg", ".eps", ".ps", ".svg")  # in the order in which LaTeX would look
_FOLDERS = re.compile(r"\\(?:graphics|svg)path\s{0,9}(?=\{)")
_FOLDER = re.compile(r"\{\s{0,9}\"?([^{}\"]{1,300})\"?\s{0,9}\}")


def drawn_figures(body: str) -> list[Environment]:
    """The figures that have a caption, in order, as LaTeX numbers them.

    A float with several captions is as many figures, all with the float's offsets; what stands around a caption that is
    declared to be a figure's, as above a title, is one, too.
    """
    floats = list(environments(body, FIGURES))
    beside = _blanked(body, floats)
    boxes = [box for box in environments(beside, _BOXES) if _DECLARED.search(box.body)]
    drawn = sorted((*floats, *boxes, *_loose(_blanked(beside, boxes))), key=lambda e: e.begin)
    numbered = (one for one in drawn if r"\ContinuedFloat" not in one.body)
    return [figure for one in numbered for figure in _parts(one) if CAPTION.search(figure.body)]


def _blanked(text: str, what: Iterable[Environment]) -> str:
    """``text`` with spaces for these environments, as long as before."""
    pieces, at = [], 0
    for one in what:
        pieces += [text[at : one.begin], " " * (one.end - one.begin)]
        at = one.end
    return "".join([*pieces, text[at:]])


def _loose(text: str) -> Iterator[Environment]:
    """Text before a caption of a figure that is in no environment, from the paragraph's or the braces' begin."""
    captions = list(_CAPTION_OF.finditer(text))
    closed, at = braces(text) if captions else {}, 0
    for caption in captions:
        end = argument(text, caption.end(), closed)
        if end is not None:
            before = [mark.end() for mark in _LOOSE_BEGIN.finditer(text, at, caption.start())]
            begin = before[-1] if before else at
            at = end[1]
            yield Environment("figure", text[begin:at], begin, at)


def _parts(drawn: Environment) -> list[Environment]:
    """The float as one figure for each caption of its own or, where it has none, of the boxes in it."""
    body = _blanked(drawn.body, environments(drawn.body, SUBFIGURES))  # whose captions are the panels'
    boxes = list(environments(body, _BOXES))
    own = list(CAPTION.finditer(_blanked(body, boxes)))
    captions = own or list(CAPTION.finditer(body))
    boxes = [box for box in boxes if CAPTION.search(box.body)]
    if len(captions) < 2:
        return [drawn]
    cuts = [box.end for box in boxes[:-1]] if len(boxes) == len(captions) and not own else _between(body, captions)
    return [replace(drawn, body=drawn.body[a:b]) for a, b in pairwise((0, *cuts, len(body)))]


def _between(body: str, captions: list[re.Match[str]]) -> list[int]:
    """Borders between figures in a float with captions, all above or all below what they are of."""
    if _PICTURE.search(body, 0, captions[0].start()) is None:
        return [caption.start() for caption in captions[1:]]
    shows = (_BEGINS.search(body, caption.end()) for caption in captions[:-1])
    return [show.start() if show else caption.end() for show, caption in zip(shows, captions, strict=False)]


class Pictures:
    """Finds the pictures that a figure shows.

    They are looked for as TeX would, and then beside any of the paper's TeX files, from where ``\\import`` and
    ``\\subfile`` would take them.
    """

    def __init__(self, folder: Path, source: str) -> None:
        self._folder = folder
        named = (name for given in arguments(_FOLDERS, source) for name in _FOLDER.findall(given))
        beside = {path.parent.relative_to(folder).as_posix() for path in folder.rglob("*.tex")}
        self._folders = [PurePosixPath(), *(PurePosixPath(name.strip()) for name in (*named, *sorted(beside)))]

    def of(self, body: str) -> tuple[Shown, ...]:
        """The files that lie in the paper, and the drawings; a caption's are icons in its text."""
        return shown_graphics(without_arguments(CAPTION, body, put="\n\n"), self._found)

    def _found(self, name: str) -> GraphicsFile | Unread:
        leads_out = 0
        for path in (folder / file for folder in self._folders for file in _candidates(name)):
            try:
                if (found := inside(self._folder, path)) is not None:
                    return GraphicsFile(found)
            except SourceError:  # a path on its authors' machine: there is no such picture here
                leads_out += 1
        if leads_out:
            return Unread(f"{name[:100]!r} leads out of the paper", RejectionReason.UNSAFE)
        return Unread(f"{name[:100]!r} does not lie in the paper", RejectionReason.MISSING)


def _candidates(name: str) -> Iterator[str]:
    """The files that LaTeX would take for ``name``, in its order."""
    stem = name.removesuffix(".eps")
    yield f"{stem}-eps-converted-to.pdf"
    for suffix in ("", *_SUFFIXES, *(suffix.upper() for suffix in _SUFFIXES)):
        yield f"{name}{suffix}"
    yield f"svg-inkscape/{PurePosixPath(name).name.removesuffix('.svg')}_svg-raw.pdf"
