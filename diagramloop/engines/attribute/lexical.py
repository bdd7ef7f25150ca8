"""The control that only counts words: what a question and its answer repeat of the chart."""

from __future__ import annotations

import numpy as np

from diagramloop.engines.attribute.embedded.term_index import TermIndex, node_words
from diagramloop.evaluation.contestants.attributors import Attribution, AttributionTask, check_task, regions_of

LEAST_RECALL = 0.5  # share of a node's weighted words


class Lexical:
    """The nodes of which question and answer have at least half of the words; the best one where there is none."""

    name = "lexical"
    lineage: tuple[str, ...] = ()  # nothing in it was fitted to data

    def attribute(self, task: AttributionTask) -> Attribution:
        """See :class:`diagramloop.engines.attribute.Attributor`.

        Raises:
            AttributionError: as :func:`diagramloop.engines.attribute.check_task`.
        """
        check_task(task)
        index = TermIndex([node.text for node in task.graph.nodes], node_words)
        recall = index.overlap([f"{task.question} {task.answer}"]).recall[:, 0]
        chosen = np.flatnonzero(recall >= LEAST_RECALL).tolist() or [int(recall.argmax())]
        nodes = tuple(task.graph.nodes[number].id for number in chosen)
        return Attribution(nodes, regions_of(task.graph, nodes))
