"""Use that an agent makes of its tools: Figures 4, 7, 8, 10 and 11 of Follow the Flow, as plain rows.

All of them are counts or quartiles over :class:`TracedQuestion`; what agents did besides calling tools (the plan, calls
of models) is told apart by name and left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np

from diagramloop.engines.attribute.symbolic_chart import SymbolicChart
from diagramloop.evaluation.contestants.attributors import Step
from diagramloop.scores.attribution_strata import NODE_BOUNDS
from diagramloop.scores.stratified import size_stratum

TOOLS = tuple(tool.name for tool in SymbolicChart.tools())
BEGIN = "begin"  # before the first tool, in sequences

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class TracedQuestion:
    """The steps of an agent for one question.

    Attributes:
        type: of the question.
        nodes: of its chart.
        trace: the agent's steps.
    """

    type: str
    nodes: int
    trace: tuple[Step, ...]

    @property
    def calls(self) -> tuple[Step, ...]:
        """The steps that called one of the 13 tools."""
        return tuple(step for step in self.trace if step.tool in TOOLS)


@dataclass(frozen=True, slots=True)
class CallCount:
    """Figure 8: how often a tool was called for questions of a type."""

    type: str
    tool: str
    calls: int


@dataclass(frozen=True, slots=True)
class Transition:
    """Figure 4: how many questions went from one tool to the next. ``step`` counts the next one from 1."""

    step: int
    before: str
    after: str
    questions: int


@dataclass(frozen=True, slots=True)
class StepCount:
    """Number of questions that took so many tool calls."""

    steps: int
    questions: int


@dataclass(frozen=True, slots=True)
class CallTime:
    """Durations of calls of a tool, in milliseconds: quartiles with the extremes around them.

    Attributes:
        tool: its name.
        part: which of its calls: all (Figure 7), a bin of chart sizes (Figure 10), a step of the work (Figure 11).
        calls: behind the times.
    """

    tool: str
    part: str
    calls: int
    least: float
    lower: float
    median: float
    upper: float
    most: float


def calls_by_type(questions: Iterable[TracedQuestion]) -> list[CallCount]:
    """Figure 8, by type and then by tool in the order of the paper's table; tools never called are left out."""
    counts = Counter((question.type, call.tool) for question in questions for call in question.calls)
    return [CallCount(type, tool, calls) for (type, tool), calls in sorted(counts.items(), key=_by_tool(0, 1))]


def transitions(questions: Iterable[TracedQuestion]) -> list[Transition]:
    """Figure 4, by step and then by tools."""
    counts: Counter[tuple[int, str, str]] = Counter()
    for question in questions:
        tools = (BEGIN, *(call.tool for call in question.calls))
        counts.update((step, before, after) for step, (before, after) in enumerate(pairwise(tools), start=1))
    return [Transition(*key, number) for key, number in sorted(counts.items(), key=_by_tool(0, 1, 2))]


def steps_per_question(questions: Iterable[TracedQuestion]) -> list[StepCount]:
    """Count the questions by the number of tool calls that they took."""
    counts = Counter(len(question.calls) for question in questions)
    return [StepCount(steps, number) for steps, number in sorted(counts.items())]


def times(questions: Iterable[TracedQuestion]) -> list[CallTime]:
    """Figure 7: all calls of each tool."""
    return _times(("", call) for question in questions for call in question.calls)


def times_by_size(questions: Iterable[TracedQuestion], bounds: Sequence[int] = NODE_BOUNDS) -> list[CallTime]:
    """Figure 10: calls of each tool by the number of nodes of the chart.

    Args:
        bounds: last number of nodes of each bin.
    """
    return _times((size_stratum(question.nodes, bounds), call) for question in questions for call in question.calls)


def times_by_step(questions: Iterable[TracedQuestion]) -> list[CallTime]:
    """Figure 11: calls of each tool by their place in the work, counted from 1."""
    return _times((f"{step:02d}", call) for question in questions for step, call in enumerate(question.calls, start=1))


def _times(calls: Iterable[tuple[str, Step]]) -> list[CallTime]:
    took: dict[tuple[str, str], list[float]] = defaultdict(list)
    for part, call in calls:
        took[call.tool, part].append(call.milliseconds)
    ordered = sorted(took.items(), key=_by_tool(0, 1))
    return [CallTime(tool, part, len(ms), *_quartiles(ms)) for (tool, part), ms in ordered]


def _quartiles(values: Sequence[float]) -> Iterator[float]:
    yield from np.quantile(values, [0, 0.25, 0.5, 0.75, 1]).tolist()


def _by_tool(*fields: int) -> Callable[[tuple[tuple[Hashable, ...], object]], tuple[object, ...]]:
    """A sort key over rows counted by key, tools in the order of the paper's table."""
    order = {tool: f"{place:02d}" for place, tool in enumerate((BEGIN, *TOOLS))}
    return lambda item: tuple(order.get(str(item[0][field]), item[0][field]) for field in fields)
