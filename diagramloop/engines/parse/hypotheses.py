"""A parser that doubts: the kind of page says who reads it, and a reading that explains little of its picture is done
again under another hypothesis.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from diagramloop.engines.parse.blackboard import RGB, Blackboard
from diagramloop.engines.parse.board_scale import on_picture
from diagramloop.engines.parse.checking.confidence import Confidence, confidence_weights, confident
from diagramloop.engines.parse.checking.explaining import explanation
from diagramloop.engines.parse.checking.explanation import Explanation
from diagramloop.engines.parse.hmas import HMAS, HmasParser, ParsedFigure, looked_at, with_recogniser
from diagramloop.engines.parse.joining import joined
from diagramloop.engines.parse.page.page_kind import PageKind, page_kind
from diagramloop.engines.parse.page.picture import read_picture
from diagramloop.engines.parse.text.lexicon import SHIPPED as LEXICON
from diagramloop.engines.parse.text.lexicon import lexicon
from diagramloop.errors import DiagramloopError, PictureError, RejectionReason, first_complaint
from diagramloop.graph import FlowGraph
from diagramloop.graph.geometry import seen_through

_SHIPPED = Path(__file__).with_suffix(".yaml")
_GOOD_ENOUGH = 0.9  # estimate of the edge F1 that ends a search, where nothing is known of the kind of page
LEAST_GAIN = 0.05  # by which a less likely hypothesis must be better
FirstLook = Callable[[FlowGraph | None], None]
_ANOTHER = {RejectionReason.NO_DIAGRAM, RejectionReason.TOO_LARGE}  # refusals that another hypothesis may mend


class Plan(BaseModel):
    """Who reads a kind of page.

    Attributes:
        hypotheses: names of the shipped ones, likeliest first; under no other is it read, but where these refuse it.
        good_enough: estimate of the edge F1 that ends the search.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    hypotheses: tuple[str, ...]
    good_enough: float = _GOOD_ENOUGH


@cache
def _declared() -> dict[str, dict[str, Any]]:
    declared: dict[str, dict[str, Any]] = yaml.safe_load(_SHIPPED.read_text(encoding="utf-8"))
    return declared


def shipped() -> list[dict[str, Any]]:
    """Plain configuration of the hypotheses that the package brings."""
    return list(_declared()["hypotheses"].values())


def plan(kind: PageKind) -> tuple[list[int], float]:
    """Numbers of the shipped hypotheses under which a kind of page is read, and the estimate that ends the search."""
    names, declared = list(_declared()["hypotheses"]), Plan.model_validate(_declared()["pages"][kind])
    return [names.index(name) for name in declared.hypotheses], declared.good_enough


class Hypothesis(BaseModel):
    """One way to look at a picture.

    Attributes:
        agents: plain configuration, as :meth:`HMAS.of` takes it.
        scale: of the picture that they are shown.
        longest_side_px: above which a picture is not shown enlarged.
        most_pixels: likewise, of the enlarged picture.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    agents: dict[str, Any] | str = Field(default_factory=dict)
    scale: Annotated[float, Field(gt=0.1, le=4)] = 1.0
    longest_side_px: Annotated[int, Field(gt=0)] = 2_400
    most_pixels: Annotated[int, Field(gt=0)] = 4_000_000

    def shown(self, pixels: RGB) -> RGB | None:
        """The picture as the agents are to see it; None where that would be too large."""
        if self.scale == 1.0:
            return pixels
        height, width = (self.scale * side for side in pixels.shape[:2])
        if self.scale > 1.0 and (max(height, width) > self.longest_side_px or height * width > self.most_pixels):
            return None
        by = cv2.INTER_AREA if self.scale < 1.0 else cv2.INTER_CUBIC
        return np.asarray(cv2.resize(pixels, None, fx=self.scale, fy=self.scale, interpolation=by), np.uint8)


@dataclass(frozen=True)
class CheckedFigure:
    """A reading with what it says of itself.

    Attributes:
        figure: the reading, with calibrated confidences in its graph.
        confidence: the same by number.
        hypothesis: number of the one under which it was read; of the best one, where others have completed it.
    """

    figure: ParsedFigure
    confidence: Confidence
    hypothesis: int = 0


def checked(figure: ParsedFigure, weights: str = "") -> CheckedFigure:
    """A reading with calibrated confidences in the place of its agents' own.

    Args:
        weights: file of one's own; the shipped ones if empty.

    Raises:
        ModelError: as :func:`confidence_weights`.
    """
    said = confidence_weights(weights).confidence(explained(figure.board))
    return CheckedFigure(replace(figure, graph=confident(figure.graph, said)), said)


def explained(board: Blackboard) -> Explanation:
    """Evidence of the reading on a finished blackboard, its words known by the shipped lexicon; raises as
    :func:`explanation`."""
    return explanation(board, lexicon(LEXICON).costs)


def completed(best: CheckedFigure, readings: Sequence[CheckedFigure], weights: str = "") -> CheckedFigure:
    """The best of the readings of one picture with what the others are sure of, less what is likelier wrong than right;
    itself where nothing changes.

    Args:
        readings: under all hypotheses that were tried, the best one among them.
        weights: as of :func:`checked`.
    """
    others = sorted((one for one in readings if one is not best), key=lambda one: -one.confidence.edge_f1)
    figure = joined(best.figure, [one.figure for one in others])
    return best if figure is best.figure else replace(checked(figure, weights), hypothesis=best.hypothesis)


class CheckedParser:
    """Reads a picture as the first hypothesis has it and, where the edge F1 estimated of that is doubtful, as the next
    ones; the reading of the best estimate wins, where it is clearly better than those of likelier ones, and is
    completed by the others.

    Args:
        hypotheses: plain configuration of each :class:`Hypothesis`, likeliest first, whatever the page; by default the
            shipped ones, of which the kind of page (:func:`page_kind`) chooses. Others than the chosen ones are asked
            where these refuse the page.
        good_enough: estimate that ends the search; as the kind of page has it if None.
        least_gain: by which the estimate of a less likely hypothesis must be better.
        weights: file of the confidences; the shipped ones if empty.
        joins: whether the best reading is completed by the others (:func:`completed`).
        recogniser: that reads the lines, by its name or as the path of an ONNX file; each spotter's own if empty.

    Raises:
        DiagramloopError: there are none, or one is none (INVALID); as :meth:`HMAS.of`.
        ModelError: as :func:`confidence_weights`.
    """

    def __init__(
        self,
        hypotheses: Sequence[Mapping[str, Any]] | None = None,
        good_enough: float | None = None,
        least_gain: float = LEAST_GAIN,
        weights: str = "",
        joins: bool = True,
        recogniser: str = "",
    ) -> None:
        listed = shipped() if hypotheses is None else hypotheses
        self._by_kind = hypotheses is None
        self._hypotheses = [_hypothesis(given, recogniser) for given in listed]
        if not self._hypotheses:
            raise DiagramloopError("no hypothesis to read by")
        self._agents: dict[int, HMAS] = {0: HMAS.of(self._hypotheses[0].agents)}
        self._good_enough, self._least_gain, self._weights, self._joins = good_enough, least_gain, weights, joins
        confidence_weights(weights)

    @staticmethod
    def lineage(options: Mapping[str, Any]) -> tuple[str, ...] | None:
        """Files that say what the confidences and the agents' weights were made of; None for weights of one's own."""
        if options.get("weights"):
            return None
        told = [HmasParser.lineage(given) or () for given in options.get("hypotheses", shipped())]
        own = [f"diagramloop.engines.parse.checking:weights/{name}.lineage.json" for name in ("confidence", "texts")]
        return tuple(dict.fromkeys((*own, *(place for places in told for place in places))))

    def parse(self, drawing: bytes, first_look: FirstLook | None = None) -> ParsedFigure:
        """Read the graph of one picture; raises as :func:`diagramloop.engines.parse.parse` does for the first
        hypothesis, and as ``first_look``.
        """
        return self.read(read_picture(drawing), first_look).figure.without_marks

    def read(self, pixels: RGB, first_look: FirstLook | None = None) -> CheckedFigure:
        """The reading that explains a picture best, with marks of what was not read; raises as :meth:`parse`.

        Args:
            first_look: is shown the graph of the first reading, None where nothing was found, before others are made.
        """
        readings: list[CheckedFigure] = []
        best: CheckedFigure | None = None
        refused: PictureError | None = None
        numbers, good_enough = self._plan(pixels)
        others = (number for number in range(len(self._hypotheses)) if number not in numbers)
        for turn, number in enumerate([*numbers, *others]):
            if best and (turn >= len(numbers) or best.confidence.edge_f1 >= good_enough):
                break
            figure = None
            try:
                figure = self._under(number, pixels)
            except PictureError as error:
                if error.reason not in _ANOTHER:
                    raise
                refused = refused or error
            readings += [figure] if figure else []
            if figure and (best is None or figure.confidence.edge_f1 > best.confidence.edge_f1 + self._least_gain):
                best = figure
            if first_look is not None and turn == 0:
                first_look(figure.figure.graph if figure else None)
        if best is None:
            raise refused or PictureError("no hypothesis fits the picture", reason=RejectionReason.NO_DIAGRAM)
        return completed(best, readings, self._weights) if self._joins else best

    def _plan(self, pixels: RGB) -> tuple[list[int], float]:
        """Numbers of the hypotheses for a page, likeliest first, and the estimate that ends the search."""
        if self._by_kind:
            numbers, good_enough = plan(page_kind(pixels))
        else:
            numbers, good_enough = list(range(len(self._hypotheses))), _GOOD_ENOUGH
        return numbers, good_enough if self._good_enough is None else self._good_enough

    def _under(self, number: int, pixels: RGB) -> CheckedFigure | None:
        hypothesis = self._hypotheses[number]
        if number not in self._agents:  # models of later hypotheses are loaded when they are first needed
            self._agents[number] = HMAS.of(hypothesis.agents)
        figure = read_under(hypothesis, self._agents[number], pixels)
        return None if figure is None else replace(checked(figure, self._weights), hypothesis=number)


def read_under(hypothesis: Hypothesis, agents: HMAS, pixels: RGB) -> ParsedFigure | None:
    """The reading by a hypothesis's agents, in places of the picture as it is given; None where they would be shown
    too large a one.

    Raises:
        PictureError: as :func:`diagramloop.engines.parse.parse`.
    """
    shown = hypothesis.shown(pixels)
    return None if shown is None else _on(pixels, looked_at(shown, agents))


def _on(pixels: RGB, figure: ParsedFigure) -> ParsedFigure:
    """A reading of a larger or smaller picture, as one of ``pixels``: readings are compared on the same ink."""
    if figure.picture.shape == pixels.shape:
        return figure
    (height, width), (high, wide) = pixels.shape[:2], figure.picture.shape[:2]
    back = np.diag([width / wide, height / high, 1.0])
    graph = seen_through(figure.graph, back, (width, height))
    if figure.board.to_given is None:
        board = on_picture(figure.board, pixels)
    else:  # the page was seen from the front, at a scale of its own
        board = replace(figure.board, to_given=back @ figure.board.to_given)
    return replace(figure, graph=graph, board=board, picture=pixels)


def _hypothesis(given: Mapping[str, Any], recogniser: str) -> Hypothesis:
    try:
        hypothesis = Hypothesis.model_validate(given)
    except ValidationError as error:
        raise DiagramloopError(f"hypotheses: {first_complaint(error)}") from error
    if not recogniser:
        return hypothesis
    return hypothesis.model_copy(update={"agents": with_recogniser(hypothesis.agents, recogniser)})
