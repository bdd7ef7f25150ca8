"""Figures to verify: pictures in a folder, and for each the graph that was parsed from it and the one verified.

Two layouts are known. A folder of papers, as :func:`diagramloop.data.sources.open_papers` reads it, has a folder for
each paper. In any other folder every picture is a figure, and the folder it lies in names its domain; a graph as
``diagramloop parse -f json`` writes it may lie beside it (``figure.png``, ``figure.json``). Either way a figure has a
folder of its own name, to which is written: ``parsed.json`` (the parsed graph, before any edit), ``graph.json`` (the
verified one) and ``verification.json`` (who excluded and added what).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from pathlib import Path

from diagramloop.data.sources import Rejected, open_papers
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.contestants.parsers import CHECKED, graph_read, picture_parser
from diagramloop.graph import FlowGraph
from diagramloop.graph.json_form import read_json, write_json
from diagramloop.scores.verification import identified
from diagramloop.whole_files import write_whole

MEDIA_TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp"}
PARSED, VERIFIED, RECORD = "parsed.json", "graph.json", "verification.json"
_log = logging.getLogger(__name__)

MAX_BYTES = 50_000_000  # of a picture, and of a graph


@dataclass(frozen=True)
class FigureFile:
    """One figure.

    Attributes:
        domain: for Table 1.
        folder: to write to.
        picture: in one of the formats of ``MEDIA_TYPES``.
        given: file of the graph that was parsed from it beforehand; need not be there.
    """

    domain: str
    folder: Path
    picture: bytes
    given: Path
    media_type: str = "image/png"


def figures_of(root: Path, domain: str = "") -> dict[str, FigureFile]:
    """The figures of a folder by id, in order of id.

    Args:
        domain: of those that lie in no folder of a domain.

    Raises:
        DiagramloopError: there are none (EMPTY), or two have one name. One that is too large is left out, and said.
    """
    every = sorted(_papers(root) if any(root.glob("*/paper.json")) else _pictures(root, domain), key=itemgetter(0))
    if not every:
        raise DiagramloopError(f"no pictures in {root.name}", reason=RejectionReason.EMPTY)
    for (id, _), (other, _) in pairwise(every):
        if id == other:
            raise DiagramloopError(f"two pictures are called {id}")
    return dict(every)


def _papers(root: Path) -> Iterator[tuple[str, FigureFile]]:
    for paper in open_papers("arxiv", root).papers():
        if isinstance(paper, Rejected):
            _log.warning("%s is not shown: %s", paper.id, paper.detail)
        else:
            folder = root / paper.id
            yield paper.id, FigureFile(paper.domain, folder, paper.picture, folder / PARSED)


def _pictures(root: Path, domain: str) -> Iterator[tuple[str, FigureFile]]:
    for path in sorted(root.rglob("*")):
        if path.suffix.lower() not in MEDIA_TYPES or not path.is_file():
            continue
        within = path.relative_to(root)
        if path.stat().st_size > MAX_BYTES:  # no reason to keep people from the others
            _log.warning("%s is not shown: it has over %d bytes", within, MAX_BYTES)
            continue
        name = domain if within.parent == Path() else within.parent.as_posix()
        id, media_type = within.with_suffix("").as_posix(), MEDIA_TYPES[path.suffix.lower()]
        yield id, FigureFile(name, path.with_suffix(""), path.read_bytes(), path.with_suffix(".json"), media_type)


class ParsedGraphs(Mapping[str, FlowGraph]):
    """The parsed graph of each figure; one that is not there is parsed when it is first asked for, and kept."""

    def __init__(self, figures: Mapping[str, FigureFile]) -> None:
        self._figures = figures
        self._read: dict[str, FlowGraph] = {}

    def __getitem__(self, id: str) -> FlowGraph:
        if id not in self._read:
            self._read[id] = identified(_placed(_parsed(self._figures[id])))
        return self._read[id]

    def __contains__(self, id: object) -> bool:
        return id in self._figures

    def __iter__(self) -> Iterator[str]:
        return iter(self._figures)

    def __len__(self) -> int:
        return len(self._figures)


def _parsed(figure: FigureFile) -> FlowGraph:
    """The graph as it was when the figure was first opened: edits stay edits of it, whatever is parsed later."""
    kept = figure.folder / PARSED
    if kept.exists():
        return _graph_in(kept)
    graph = _first_parsed(figure)
    kept.parent.mkdir(exist_ok=True)
    write_whole(kept, write_json(graph).text)
    return graph


def _first_parsed(figure: FigureFile) -> FlowGraph:
    if figure.given.exists():
        return _graph_in(figure.given)
    graph, _ = graph_read(picture_parser(CHECKED), figure.picture, CHECKED)
    return graph


def _graph_in(path: Path) -> FlowGraph:
    if not path.is_file():
        raise DiagramloopError(f"{path.name} is no plain file")
    if path.stat().st_size > MAX_BYTES:
        raise DiagramloopError(f"{path.name} has over {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
    try:
        return read_json(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise DiagramloopError(f"{path.name} is not UTF-8", reason=RejectionReason.UNREADABLE) from error


def _placed(graph: FlowGraph) -> FlowGraph:
    """Raises an error for a graph that cannot be laid beside its figure."""
    if graph.size is None or any(node.box is None for node in graph.nodes):
        raise DiagramloopError("the parsed graph does not say where its nodes lie on the picture")
    return graph
