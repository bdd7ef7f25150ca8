"""Tool calls that are kept as they are made."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from diagramloop.engines.attribute.symbolic_chart._chart import SymbolicChart
from diagramloop.engines.attribute.symbolic_chart._declaration import ToolError
from diagramloop.evaluation.contestants.attributors import Step


class ToolTrace:
    """Runs a chart's tools and keeps every call as a :class:`diagramloop.engines.attribute.Step`, the refused ones
    too.
    """

    def __init__(self, chart: SymbolicChart) -> None:
        self.chart = chart
        self._steps: list[Step] = []

    @property
    def steps(self) -> tuple[Step, ...]:
        """The calls so far."""
        return tuple(self._steps)

    def run(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Do the same as :meth:`SymbolicChart.run`, and raise as it does."""
        began = perf_counter()
        try:
            result = self.chart.run(name, arguments)
        except ToolError as error:
            self._keep(name, arguments, str(error), began)
            raise
        self._keep(name, arguments, result, began)
        return result

    def _keep(self, name: str, arguments: Mapping[str, Any], result: Any, began: float) -> None:
        self._steps.append(Step(name, dict(arguments), result, 1000 * (perf_counter() - began)))
