"""A person as an attributor: what one annotator picked, so that a board says how far people come (its ceiling)."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from diagramloop.asking import Need
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.contestants.attributors import (
    Attribution,
    AttributionError,
    AttributionTask,
    check_task,
    regions_of,
)
from diagramloop.scores.annotation import AnnotationStore


class Annotator:
    """Answers with the finished annotations of one person; what they did not finish is not asked.

    They picked nodes of the chart's own graph: of a graph that was read from a picture they say nothing.

    Args:
        log: file of the annotations, as :mod:`diagramloop.scores.annotation` writes it.
        annotator: who. The gold must be somebody else's.

    Raises:
        AttributionError: there is no such log, or nothing of theirs is finished in it (MISSING), or it cannot be read.
    """

    name = "annotator"
    needs: ClassVar = (Need.RECORD,)
    lineage: tuple[str, ...] = ()  # nothing in it was fitted to data

    def __init__(self, log: str, annotator: str) -> None:
        path = Path(log)
        if not path.is_file():
            raise AttributionError(f"there are no annotations at {log}", reason=RejectionReason.MISSING)
        latest = {
            annotation.question: annotation
            for annotation in AnnotationStore(path, {}).log()
            if annotation.annotator == annotator
        }
        self._picked = {question: annotation.nodes for question, annotation in latest.items() if annotation.done}
        if not self._picked:
            message = f"{annotator} has finished no annotation in {log}"
            raise AttributionError(message, reason=RejectionReason.MISSING)

    def recorded(self, task: AttributionTask) -> bool:
        """True if they finished this question on this graph."""
        nodes = self._picked.get(task.id)
        return nodes is not None and set(nodes) <= task.graph.node_by_id.keys()

    def attribute(self, task: AttributionTask) -> Attribution:
        """See :class:`diagramloop.engines.attribute.Attributor`.

        Raises:
            AttributionError: as :func:`diagramloop.engines.attribute.check_task`; they did not finish this question, or
                not on this graph (NOT_ASKED).
        """
        check_task(task)
        if not self.recorded(task):
            message = f"the question {task.id} was not finished on this graph"
            raise AttributionError(message, reason=RejectionReason.NOT_ASKED)
        nodes = self._picked[task.id]
        return Attribution(nodes, regions_of(task.graph, nodes))
