"""The control that attributes every answer to every node: what recall alone is worth."""

from __future__ import annotations

from diagramloop.evaluation.contestants.attributors import Attribution, AttributionTask, check_task, regions_of


class Everything:
    """All nodes, in the chart's order."""

    name = "everything"
    lineage: tuple[str, ...] = ()  # nothing in it was fitted to data

    def attribute(self, task: AttributionTask) -> Attribution:
        """See :class:`diagramloop.engines.attribute.Attributor`.

        Raises:
            AttributionError: as :func:`diagramloop.engines.attribute.check_task`.
        """
        check_task(task)
        nodes = tuple(task.graph.node_by_id)
        return Attribution(nodes, regions_of(task.graph, nodes))
