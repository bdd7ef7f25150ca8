"""The task of every attributor, and the answer that it hands back (Follow the Flow, Section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from diagramloop.asking import Need
from diagramloop.by_name import returned
from diagramloop.data.sources import QuestionType
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.function_system import FunctionSystem
from diagramloop.graph import Box, FlowGraph
from diagramloop.models.chat import NO_COST, Usage
from diagramloop.plugins import Kind

MAX_STATEMENT = 5_000  # characters of a question, an answer or a node's text; the data sets' longest has 700


class AttributionError(DiagramloopError):
    """A task cannot be attributed: it asks nothing, is too large, or the chart has no nodes."""


@dataclass(frozen=True)
class AttributionTask:
    """A statement on a chart, as question and answer, whose grounds are wanted.

    Attributes:
        id: of the question.
        graph: the chart's; with boxes where the nodes are to be shown on a picture.
        question: in words.
        answer: the one to be grounded, in words; may be empty.
        picture: the chart's (PNG), for attributors that look at it, or None.
    """

    id: str
    graph: FlowGraph
    question: str
    answer: str
    picture: bytes | None = None

    @property
    def offers(self) -> frozenset[Need]:
        """Things that an attributor may need and there are; a chart without nodes lacks no boxes, it is no chart."""
        pictured, placed = self.picture is not None, any(node.box for node in self.graph.nodes) or not self.graph.nodes
        there = {Need.PICTURE: pictured, Need.BOXES: placed, Need.MARKS: placed or not pictured}
        return frozenset(need for need, is_there in there.items() if is_there)


@dataclass(frozen=True)
class Step:
    """One call of a tool that was really made.

    Attributes:
        tool: its name.
        arguments: by name, as they were run.
        result: what came back, a JSON value; the error's text where the call was refused.
        milliseconds: that it took.
    """

    tool: str
    arguments: Mapping[str, Any]
    result: Any
    milliseconds: float


@dataclass(frozen=True)
class Attribution:
    """The grounds of an answer.

    Attributes:
        nodes: ids of nodes of the task's graph, each once, along the flow.
        regions: on the picture, in the nodes' order; those of nodes without a box are left out. A system that
            sees regions only names no nodes.
        trace: the calls that led to it.
        usage: of models.
        type: that the question was taken for, or None.
    """

    nodes: tuple[str, ...] = ()
    regions: tuple[Box, ...] = ()
    trace: tuple[Step, ...] = ()
    usage: Usage = NO_COST
    type: QuestionType | None = None


@runtime_checkable
class Attributor(Protocol):
    """A system under test: tasks in, grounds out.

    Attributes:
        name: of its row on the leaderboard.
    """

    name: str

    def attribute(self, task: AttributionTask) -> Attribution:
        """The smallest set of nodes that grounds the answer, in the order of the flow.

        Raises:
            DiagramloopError: there is none to be had for this task; its reason says why.
        """
        ...


@dataclass
class FunctionAttributor(FunctionSystem):
    """A function from a task to an :class:`Attribution`."""

    def attribute(self, task: AttributionTask) -> Any:
        """See :class:`Attributor`; :func:`attributed` looks at what it made."""
        return self.asked(task)


ATTRIBUTORS: Kind[Attributor] = Kind("diagramloop.attributor", Attributor, FunctionAttributor)
attributor = ATTRIBUTORS.made


def attributed(attributor: Attributor, task: AttributionTask, by: str) -> Attribution:
    """Return the attribution of a task by the attributor called ``by``: the one place that calls it.

    Raises:
        DiagramloopError: as the attributor.
        TypeError: it returned no attribution.
    """
    return returned(attributor.attribute(task), Attribution, by)


def regions_of(graph: FlowGraph, nodes: Iterable[str]) -> tuple[Box, ...]:
    """The boxes of ``nodes``, in their order; nodes without a box are left out.

    Raises:
        KeyError: one is no node of ``graph``.
    """
    boxes = (graph.node_by_id[node].box for node in nodes)
    return tuple(box for box in boxes if box is not None)


def check_task(task: AttributionTask) -> None:
    """Refuse what cannot be attributed, or only in too long a time.

    Raises:
        AttributionError: EMPTY, for a chart without nodes or a task without a question; TOO_LARGE.
    """
    if not task.graph.nodes:
        raise AttributionError("the chart has no nodes", reason=RejectionReason.EMPTY)
    if not task.question.strip():
        raise AttributionError("nothing is asked", reason=RejectionReason.EMPTY)
    longest = max(len(task.question), len(task.answer), *(len(node.text) for node in task.graph.nodes))
    if longest > MAX_STATEMENT:
        message = f"a text of {longest} characters: at most {MAX_STATEMENT}"
        raise AttributionError(message, reason=RejectionReason.TOO_LARGE)
