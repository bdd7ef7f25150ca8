"""The hierarchical multi-agent system of SciFlow-Bench (Section 3.2): six roles, run one after the other."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse._agents import ROLES, agent, agent_set
from diagramloop.engines.parse.blackboard import (
    RGB,
    Blackboard,
    EnvironmentCurator,
    FusionArbiter,
    GraphArchitect,
    ShapeHunter,
    TextSpotter,
    TopologyCoder,
)
from diagramloop.engines.parse.budget import BUDGET
from diagramloop.engines.parse.fusion.fusion_arbiter import EmbeddedFusionArbiter
from diagramloop.engines.parse.graph_architect import EmbeddedGraphArchitect
from diagramloop.engines.parse.levels import DRAWN_CONTRAST_LEVELS, contrast
from diagramloop.engines.parse.lines.topology_coder import EmbeddedTopologyCoder
from diagramloop.engines.parse.page.environment_curator import EmbeddedEnvironmentCurator
from diagramloop.engines.parse.page.hatching import without_hatching
from diagramloop.engines.parse.page.page import Page, PageSettings, page_of
from diagramloop.engines.parse.page.picture import read_picture
from diagramloop.engines.parse.page.reading_scale import reduced, reduction
from diagramloop.engines.parse.shapes.shape_hunter import EmbeddedShapeHunter
from diagramloop.engines.parse.text.recogniser import LineReader
from diagramloop.engines.parse.text.recognisers import recogniser_named
from diagramloop.engines.parse.text.scripts import unread_reason, without_unread
from diagramloop.engines.parse.text.text_spotter import EmbeddedTextSpotter
from diagramloop.errors import DiagramloopError, PictureError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.geometry import seen_through
from diagramloop.graph.mermaid import write_mermaid

LONE_PIXEL = 4  # pixels at which one differs from a neighbour right or below
_NO_MEMORY = -4  # OpenCV's code
_EARLIER_NEIGHBOURS = np.array([[1, 1, 1], [1, 0, 0]], np.uint8)  # of a pixel in reading order


@runtime_checkable
class ReadsLines(TextSpotter, Protocol):
    """A text spotter that finds lines, and lets a recogniser read them."""

    def reading_by(self, recogniser: LineReader) -> TextSpotter:
        """A copy with another recogniser."""
        ...


@dataclass(frozen=True)
class HMAS:
    """The agents; each can be replaced by any other of its role.

    Attributes:
        recogniser: that the text spotter reads with; its own if None.
        page: how the page that they look at is made from the picture.

    Raises:
        DiagramloopError: a recogniser is given to a text spotter that takes none (INVALID).
    """

    environment_curator: EnvironmentCurator = field(default_factory=EmbeddedEnvironmentCurator)
    shape_hunter: ShapeHunter = field(default_factory=EmbeddedShapeHunter)
    text_spotter: TextSpotter = field(default_factory=EmbeddedTextSpotter)
    fusion_arbiter: FusionArbiter = field(default_factory=EmbeddedFusionArbiter)
    topology_coder: TopologyCoder = field(default_factory=EmbeddedTopologyCoder)
    graph_architect: GraphArchitect = field(default_factory=EmbeddedGraphArchitect)
    recogniser: LineReader | None = None
    page: PageSettings = field(default_factory=PageSettings)

    def __post_init__(self) -> None:
        if self.recogniser is None:
            return
        if not isinstance(self.text_spotter, ReadsLines):
            raise DiagramloopError("this text spotter reads by itself: it takes no recogniser")
        object.__setattr__(self, "text_spotter", self.text_spotter.reading_by(self.recogniser))

    @classmethod
    def of(cls, agents: Mapping[str, Any] | str) -> HMAS:
        """The agents that plain configuration names.

        Args:
            agents: by role, ``make`` (a name that ``diagramloop plugins`` lists, or ``package.module:Class``) and
                ``options``, both of which may be left out; roles left out are embedded. Beside them ``page``, what is
                to differ from the usual :class:`~diagramloop.engines.parse.page.page.PageSettings`. Or the name of
                a set of ``agents.yaml``, such as ``learned``.

        Raises:
            DiagramloopError: no such role, agent or set (MISSING), or it cannot be made so, or there are no such
                settings (INVALID).
        """
        agents = agent_set(agents)
        roles = {role: how for role, how in agents.items() if role != "page"}
        strange = [role for role, how in roles.items() if not _is_configuration(how)]
        if strange:
            raise DiagramloopError(f"{strange[0]!r} is configured by `make` and `options` alone")
        page = PageSettings.of(agents.get("page", {}))
        return cls(**{role: agent(role, **how) for role, how in roles.items()}, page=page)


def _is_configuration(how: object) -> bool:
    return isinstance(how, Mapping) and how.keys() <= {"make", "options"}


@dataclass(frozen=True)
class ParsedFigure:
    """The reading of one picture.

    Attributes:
        graph: with geometry in the picture's pixels and confidences.
        mermaid: the coder's text, over the ids of ``graph``.
        board: all that the agents wrote, in pixels of the page that they looked at (:attr:`Blackboard.to_given`).
        picture: RGB of shape (height, width, 3).
    """

    graph: FlowGraph
    mermaid: str
    board: Blackboard
    picture: RGB

    @property
    def unread(self) -> Counter[str]:
        """Numbers of lines of text that were not read, by the reason: ``script Hangul``."""
        return Counter(filter(None, (unread_reason(line.text) for line in self.board.lines)))

    @property
    def without_marks(self) -> ParsedFigure:
        """Itself with texts that were read alone; see :mod:`diagramloop.engines.parse.text.scripts`."""
        if not self.unread:
            return self
        graph = without_unread(self.graph)
        return replace(self, graph=graph, mermaid=write_mermaid(graph.without_geometry()).text)


def parse(
    picture: bytes | Path | NDArray[np.uint8], agents: HMAS | Mapping[str, Any] | str | None = None
) -> ParsedFigure:
    """Reads the graph that a picture shows.

    Args:
        picture: a file's bytes, its path, or pixels as RGB, RGBA or gray.
        agents: themselves, or their plain configuration (:meth:`HMAS.of`), by which they are made once for all
            pictures; embedded ones by default.

    Raises:
        PictureError: not a picture, too large (see :func:`read_picture`), with more in it than any diagram has
            (:class:`Budget`; TOO_LARGE), no diagram in it (NO_DIAGRAM), or memory ran out (OUT_OF_MEMORY).
        ModelError: a model-backed agent got no usable answer.
        DiagramloopError: the configuration names agents that there are not.
    """
    agents = agents if isinstance(agents, HMAS) else _made_once(_as_json(agents or {}))
    return looked_at(picture, agents).without_marks


def looked_at(picture: bytes | Path | NDArray[np.uint8], agents: HMAS) -> ParsedFigure:
    """The reading with marks of what was not read, as others may yet complete it; raises as :func:`parse`."""
    try:
        return _parsed(read_picture(picture), agents)
    except MemoryError as error:
        raise PictureError(f"out of memory: {error}", reason=RejectionReason.OUT_OF_MEMORY) from error
    except cv2.error as error:
        if error.code != _NO_MEMORY:
            raise
        raise PictureError("out of memory", reason=RejectionReason.OUT_OF_MEMORY) from error
    except RecursionError as error:
        raise PictureError("nested too deeply", reason=RejectionReason.TOO_LARGE) from error


class HmasParser:
    """:func:`parse` as a :class:`~diagramloop.evaluation.contestants.parsers.Parser`, with its agents made once.

    Args:
        agents: their plain configuration (:meth:`HMAS.of`); embedded ones by default.
        recogniser: that reads the lines, by its name or as the path of an ONNX file; each spotter's own if empty.

    Raises:
        DiagramloopError: as :meth:`HMAS.of`.
    """

    def __init__(self, agents: Mapping[str, Any] | str | None = None, recogniser: str = "") -> None:
        self._agents = HMAS.of(with_recogniser(agents or {}, recogniser))

    @staticmethod
    def lineage(options: Mapping[str, Any]) -> tuple[str, ...] | None:
        """Files that say what the weights of its agents were made of; None where no agent says that of its own."""
        configured = agent_set(options.get("agents") or {})
        makers = {role: ROLES[role].maker(how["make"]) for role, how in configured.items() if "make" in how}
        named = {role: getattr(maker, "lineage", None) for role, maker in makers.items()}
        told = [of(configured[role].get("options") or {}) for role, of in named.items() if callable(of)]
        return tuple(place for places in told for place in places) if told else None

    def parse(self, drawing: bytes) -> ParsedFigure:
        """Read the graph of one picture; raises as :func:`parse`."""
        return parse(drawing, self._agents)


def with_recogniser(agents: Mapping[str, Any] | str, recogniser: str) -> Mapping[str, Any]:
    """Plain configuration of agents that read with a recogniser, by its name or as the path of an ONNX file."""
    configured = agent_set(agents)
    return {**configured, "recogniser": recogniser_named(recogniser)} if recogniser else configured


def _parsed(pixels: RGB, agents: HMAS) -> ParsedFigure:
    if _is_blank(pixels):
        raise PictureError("of one colour", reason=RejectionReason.NO_DIAGRAM)
    page = _page(pixels, agents.page)
    board = _reason(_perceive(Blackboard(page.picture, page.to_given), agents), agents)
    assert board.coded is not None
    assert board.graph is not None
    graph = board.graph
    if board.to_given is not None:
        graph = seen_through(graph, board.to_given, (pixels.shape[1], pixels.shape[0]))
    return ParsedFigure(graph, board.coded.mermaid, board, pixels)


def _page(pixels: RGB, settings: PageSettings) -> Page:
    if not settings.treated:
        return Page(pixels)
    page = page_of(pixels)
    _check_marks(page.picture)
    return page


def _is_blank(pixels: RGB) -> bool:
    return all(bool((row == pixels[0, 0]).all()) for row in pixels)


def _check_marks(picture: RGB) -> None:
    """Passes where there are not more connected pieces of what is drawn than are affordable; lone pixels, as a scan of
    dirty paper has them, are no marks.

    Raises:
        PictureError: there are more (TOO_LARGE).
    """
    drawn = cv2.compare(contrast(picture), DRAWN_CONTRAST_LEVELS, cv2.CMP_GT)
    earlier = cv2.dilate(drawn, _EARLIER_NEIGHBOURS, anchor=(1, 1))
    first_pixels = cv2.countNonZero(drawn & ~earlier)  # each piece has one: labelling costs five times as much
    if first_pixels <= BUDGET.marks:
        return
    specks = cv2.connectedComponents(drawn, connectivity=8)[0] - 1
    BUDGET.check("specks", specks)
    if specks > BUDGET.marks:  # areas cost five times what the number costs
        areas = cv2.connectedComponentsWithStats(drawn, connectivity=8)[2][1:, cv2.CC_STAT_AREA]
        BUDGET.check("marks", int((areas > LONE_PIXEL).sum()))


def _as_json(agents: Mapping[str, Any] | str) -> str:
    try:
        return json.dumps(agents, sort_keys=True)
    except TypeError as error:
        raise DiagramloopError(f"agents that are not configured by plain values make an HMAS: {error}") from error


@lru_cache(maxsize=1)
def _made_once(agents: str) -> HMAS:
    """The agents that JSON configures: models are loaded for the first picture, not for each."""
    return HMAS.of(json.loads(agents))


def texts_on(picture: bytes | Path | NDArray[np.uint8], agents: HMAS) -> Blackboard:
    """The page with its shapes and the lines of text in and beside them, and nothing made of them.

    Raises:
        PictureError: not a picture, too large, or with more in it than any diagram has, as :func:`parse`.
    """
    page = _page(read_picture(picture), agents.page)
    board = _with_shapes(Blackboard(page.picture, page.to_given), agents)
    return _with_lines(board, agents)


def _with_lines(board: Blackboard, agents: HMAS) -> Blackboard:
    assert board.environment is not None
    return replace(board, lines=agents.text_spotter.spot(board.picture, board.environment, board.shapes))


def _with_shapes(board: Blackboard, agents: HMAS) -> Blackboard:
    environment = agents.environment_curator.survey(board.picture)
    if (by := reduction(environment)) > 1:
        board = reduced(board, by)
        environment = agents.environment_curator.survey(board.picture)
    bare = without_hatching(board.picture, environment) if agents.page.treated else board.picture
    if bare is not board.picture:
        board, environment = replace(board, picture=bare), agents.environment_curator.survey(bare)
    return replace(board, environment=environment, shapes=agents.shape_hunter.hunt(board.picture, environment))


def _perceive(board: Blackboard, agents: HMAS) -> Blackboard:
    board = _with_shapes(board, agents)
    if getattr(agents.fusion_arbiter, "needs_shapes", False) and all(shape.role == "arrow" for shape in board.shapes):
        raise PictureError("no node in the picture", reason=RejectionReason.NO_DIAGRAM)  # before texts are read
    board = agents.fusion_arbiter.fuse(_with_lines(board, agents))
    if not board.nodes:
        raise PictureError("no node in the picture", reason=RejectionReason.NO_DIAGRAM)
    return board


def _reason(board: Blackboard, agents: HMAS) -> Blackboard:
    board = board.with_code(agents.topology_coder.code(board))
    return replace(board, graph=agents.graph_architect.build(board))
