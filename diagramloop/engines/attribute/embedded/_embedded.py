"""The attributor that puts the parts together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from diagramloop.base.text.word_lists import Choice
from diagramloop.data.sources import QuestionType
from diagramloop.engines.attribute.embedded.features import FeatureReading, matrix
from diagramloop.engines.attribute.embedded.minimal_set import along_flow, minimal_set
from diagramloop.engines.attribute.embedded.question_typing import question_type
from diagramloop.engines.attribute.embedded.topology import topological_grounds
from diagramloop.engines.attribute.embedded.weights import GroundingWeights, shipped
from diagramloop.engines.attribute.symbolic_chart import SymbolicChart, ToolTrace
from diagramloop.evaluation.contestants.attributors import Attribution, AttributionTask, check_task, regions_of


class Embedded:
    """Works offline from the chart's graph; the same task has the same grounds everywhere.

    Args:
        weights: other than the shipped ones.
        word_lists: which entries of the word lists count, see :class:`diagramloop.base.text.word_lists.Choice`.
    """

    name = "embedded"
    lineage = (f"{__package__}:attributor.lineage.json",)

    def __init__(
        self, weights: GroundingWeights | None = None, word_lists: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        self._weights = weights or shipped()
        self._word_lists = Choice(word_lists)

    def attribute(self, task: AttributionTask) -> Attribution:
        """See :class:`diagramloop.engines.attribute.Attributor`.

        Raises:
            AttributionError: EMPTY, without a node or without a question; TOO_LARGE, for a statement or node text
                beyond its cap.
        """
        check_task(task)
        with self._word_lists.read():
            return self._attributed(task)

    def _attributed(self, task: AttributionTask) -> Attribution:
        trace = ToolTrace(SymbolicChart(task.graph))
        reading = FeatureReading(task, trace)
        computed = topological_grounds(task.question, trace)
        grounds = [reading.ids.index(id) for id in computed] or self._learned(reading)
        nodes = tuple(reading.ids[number] for number in along_flow(grounds, reading.flow))
        trace.run("final_answer", {"answer": list(nodes)})
        kind = QuestionType.TOPOLOGICAL if computed else question_type(task, self._weights.typing)
        return Attribution(nodes, regions_of(task.graph, nodes), trace.steps, type=kind)

    def _learned(self, reading: FeatureReading) -> Sequence[int]:
        first = reading.first()
        rows = matrix(first)
        second = reading.second(self._weights.first.probabilities(rows))
        self._weights.check([*first, *second])
        chances = self._weights.second.probabilities(np.hstack([rows, matrix(second)]))
        return minimal_set(chances, self._weights.threshold)
