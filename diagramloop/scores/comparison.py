"""One prediction beside its reference, with what several metrics need computed once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.scores import diagrameval, exact, sciflow, sciflow_official
from diagramloop.scores.agreement import Agreeing
from diagramloop.scores.alignment import Alignment, align, align_by_text
from diagramloop.scores.flow import FlowComparison, contracted
from diagramloop.scores.judges.embedded import geometric_flow, structural_alignment
from diagramloop.scores.missing import MissingPartError
from diagramloop.scores.parts import Part
from diagramloop.scores.regions import IOU_THRESHOLD
from diagramloop.scores.similarity import Lexical, TextSimilarity
from diagramloop.scores.topology import Floats, Topology, topology_of, vertex_similarity

MAX_ELEMENTS = 5_000  # of one graph: which leads to which is a table of pairs
MAX_PAIRS = 1_000_000  # of a predicted and a reference element: 1,000 nodes against 1,000


@dataclass(frozen=True)
class Comparison:
    """A prediction, its reference, and the means of comparing them.

    Attributes:
        pred: the graph to be scored; an item that was rejected is scored as the empty graph.
        gold: the reference.
        similarity: for the metrics that match by text.
        asked: the graph that the structured visual prompt describes, or None where there was no prompt.
        parts: what something else measured (a judge's ``alignment`` and ``visual_flow``,
            ``semantic_consistency``, ``perceptual_similarity``, ``clipscore_text``, ``clipscore_image``), by name.

    Raises:
        DiagramloopError: TOO_LARGE, beyond 1,000,000 pairs of elements, or 5,000 elements of a side.
    """

    pred: FlowGraph
    gold: FlowGraph
    similarity: TextSimilarity = field(default_factory=Lexical)
    asked: FlowGraph | None = None
    parts: Mapping[str, Part] = field(default_factory=dict)

    def __post_init__(self) -> None:
        predicted, reference = (len(side.nodes) + len(side.groups) for side in (self.pred, self.gold))
        if predicted * reference > MAX_PAIRS:
            message = f"{predicted} elements against {reference}: more than {MAX_PAIRS} pairs"
            raise DiagramloopError(message, reason=RejectionReason.TOO_LARGE)
        if max(predicted, reference) > MAX_ELEMENTS:
            message = f"{predicted} elements against {reference}: more than {MAX_ELEMENTS} on a side"
            raise DiagramloopError(message, reason=RejectionReason.TOO_LARGE)

    @property
    def by_place(self) -> bool:
        """True if elements meet by their boxes: unless the reference, or what was found where it is empty, has none."""
        shown = self.gold if self.gold.nodes or self.gold.groups else self.pred
        return exact.is_placed(shown) or not (shown.nodes or shown.groups)

    @property
    def has_reference(self) -> bool:
        """True if there is anything to find; else nothing meets, by whatever it is compared."""
        return bool(self.gold.nodes or self.gold.groups)

    @cached_property
    def alignment(self) -> Alignment:
        """One to one, by place or by text (:attr:`by_place`).

        Raises:
            MissingPartError: the reference has boxes for some of its elements only, or the prediction has none.
        """
        if not self.by_place:
            return self.text_alignment
        return self.placed(IOU_THRESHOLD)

    def placed(self, iou: float) -> Alignment:
        """One to one by place alone.

        Args:
            iou: least intersection over union of two boxes that are the same.

        Raises:
            MissingPartError: some element of the reference has no box, or the prediction has none.
        """
        return self._placed(iou)

    @cached_property
    def _placed(self) -> Callable[[float], Alignment]:
        exact.require_boxes(self.pred, self.gold)
        return cache(lambda iou: align(self.pred, self.gold, iou))

    @cached_property
    def _agreeing(self) -> Agreeing:
        """The similarity of texts, 0 where they contradict each other."""
        return Agreeing(self.similarity)

    @cached_property
    def text_alignment(self) -> Alignment:
        """One to one by texts that do not contradict each other, whether there are boxes or not."""
        return align_by_text(self.pred, self.gold, self._agreeing)

    @cached_property
    def published_alignment(self) -> Alignment:
        """The same as :attr:`alignment`, but by the similarity of texts alone."""
        return self.alignment if self.by_place else align_by_text(self.pred, self.gold, self.similarity)

    @cached_property
    def flow(self) -> FlowComparison:
        """The ways that lead on in both, elements being met by text."""
        return FlowComparison(self.pred, self.gold, self.text_alignment, self._agreeing)

    @cached_property
    def topologies(self) -> tuple[Topology, Topology]:
        """Of the prediction and of the reference."""
        return topology_of(self.pred), topology_of(self.gold)

    @cached_property
    def vertex_similarity(self) -> Floats:
        """Of predicted and reference vertices."""
        return vertex_similarity(*self.topologies, self.similarity)

    @cached_property
    def sciflow_bridged(self) -> sciflow.GraphLevel:
        """SciFlow-Bench's graph level where a reference vertex that nothing resembles may be passed over."""
        pred, gold = self.topologies
        similar = self.vertex_similarity
        resembled = np.asarray((similar >= sciflow.NODE_THRESHOLD).any(axis=0))
        return sciflow.graph_level(pred, contracted(gold, resembled), similar)

    @cached_property
    def sciflow(self) -> sciflow.GraphLevel:
        """SciFlow-Bench's graph level as the paper defines it."""
        return sciflow.graph_level(*self.topologies, self.vertex_similarity)

    @cached_property
    def sciflow_official(self) -> sciflow_official.OfficialScore:
        """SciFlow-Bench's graph level as its program computes it."""
        return sciflow_official.official_score(*self.topologies, self.vertex_similarity)

    @cached_property
    def diagrameval(self) -> diagrameval.DiagramScore:
        """DiagramEval's node and path alignment."""
        return diagrameval.diagram_score(*self.topologies, self.vertex_similarity)

    @cached_property
    def sciflow_prompt(self) -> Mapping[str, float]:
        """Coverage and faithfulness (Appendix A.2).

        Raises:
            MissingPartError: there was no prompt.
        """
        components = topology_of(self.requested).texts
        return sciflow.text_level(self.topologies[0], components, self.similarity)

    @property
    def sciflow_text(self) -> float:
        """SciFlow-Bench's text level."""
        return sciflow.weighted(sciflow.TEXT_WEIGHTS, {**self.measured(*sciflow.JUDGED_TEXT), **self.sciflow_prompt})

    @property
    def sciflow_image(self) -> float:
        """SciFlow-Bench's image level, from ``parts`` alone."""
        return sciflow.weighted(sciflow.IMAGE_WEIGHTS, self.measured(*sciflow.IMAGE_WEIGHTS))

    @property
    def sciflow_overall(self) -> float:
        """SciFlow-Bench's overall score; where it is missing, everything that it lacks is named."""
        self.measured(*sciflow.JUDGED_TEXT, *sciflow.IMAGE_WEIGHTS)
        levels = {"graph": self.sciflow.score, "text": self.sciflow_text, "image": self.sciflow_image}
        return sciflow.weighted(sciflow.OVERALL_WEIGHTS, levels)

    @property
    def embedded_alignment(self) -> float:
        """The embedded judge's verdict on the structure that was asked for."""
        return structural_alignment(self.pred, self.requested, self.similarity)

    @property
    def embedded_visual_flow(self) -> float:
        """The embedded judge's verdict on the flow of the picture, by the geometry that was read from it."""
        return geometric_flow(self.pred, self.requested.direction)

    @property
    def requested(self) -> FlowGraph:
        """The request of the structured visual prompt.

        Raises:
            MissingPartError: there was no prompt.
        """
        if self.asked is None:
            raise MissingPartError("no structured visual prompt to compare with")
        return self.asked

    def measured(self, *names: str) -> dict[str, float]:
        """The parts of these names.

        Raises:
            MissingPartError: naming all that are not there, and why.
        """
        parts = {name: self.parts.get(name, Part(None, missing="not measured")) for name in names}
        absent = [f"{name} ({part.missing})" for name, part in parts.items() if part.value is None]
        if absent:
            raise MissingPartError(f"no value for {', '.join(absent)}")
        return {name: float(part.value) for name, part in parts.items() if part.value is not None}
