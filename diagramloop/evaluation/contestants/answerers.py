"""The task of every answerer, and the answer that it hands back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from diagramloop.asking import Need
from diagramloop.by_name import returned
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.function_system import FunctionSystem
from diagramloop.graph import FlowGraph
from diagramloop.models.chat import NO_COST, Usage
from diagramloop.plugins import Kind

MAX_QUESTION = 5_000  # characters; the data sets' longest has 700
MAX_ANSWER = 2_000


class AnswerError(DiagramloopError):
    """A question has no answer here: it asks nothing, what it needs is not given, or nobody can make it out."""


@dataclass(frozen=True)
class AnswerTask:
    """A question on a chart.

    Attributes:
        id: of the question.
        question: in words.
        graph: the chart's own, or what a parser read of the picture; None where it read none.
        picture: the chart's (PNG), or None.
    """

    id: str
    question: str
    graph: FlowGraph | None = None
    picture: bytes | None = None

    @property
    def offers(self) -> frozenset[Need]:
        """Things that an answerer may need and there are."""
        return frozenset() if self.picture is None else frozenset({Need.PICTURE})


@dataclass(frozen=True)
class Answer:
    """An answer in words.

    Attributes:
        text: as short as the question allows.
        by: what it was found by, for a reader: an operation on the graph, a model.
        usage: of models.
        nodes: ids of the nodes that it is made of, its evidence; empty where the answerer names none.
    """

    text: str
    by: str = ""
    usage: Usage = NO_COST
    nodes: tuple[str, ...] = ()


@runtime_checkable
class Answerer(Protocol):
    """A system under test: questions in, answers out.

    Attributes:
        name: of its row on the leaderboard.

    One that never looks at the graph says so by ``reads_graph = False``, so that no picture is read for it.
    """

    name: str

    def answer(self, task: AnswerTask) -> Answer:
        """The answer to the question.

        Raises:
            DiagramloopError: there is none to be had; its reason says why.
        """
        ...


@dataclass
class FunctionAnswerer(FunctionSystem):
    """A function from a task to a text, or to an :class:`Answer`."""

    @property
    def reads_graph(self) -> bool:
        """See :class:`Answerer`."""
        return bool(getattr(self.function, "reads_graph", True))

    def answer(self, task: AnswerTask) -> Answer:
        """See :class:`Answerer`."""
        result = self.asked(task)
        return result if isinstance(result, Answer) else Answer(returned(result, str, self.name))


ANSWERERS: Kind[Answerer] = Kind("diagramloop.answerer", Answerer, FunctionAnswerer)
answerer = ANSWERERS.made


def answered(answerer: Answerer, task: AnswerTask, by: str) -> Answer:
    """Return the answer to a task by the answerer called ``by``: the one place that calls it.

    Raises:
        DiagramloopError: as the answerer; or the answer is empty (EMPTY), or far too long for one (TOO_LARGE).
        TypeError: it returned no answer.
    """
    answer = returned(answerer.answer(task), Answer, by)
    if not answer.text.strip():
        raise AnswerError(f"{by} said nothing", reason=RejectionReason.EMPTY)
    if len(answer.text) > MAX_ANSWER:
        message = f"an answer of {len(answer.text)} characters: at most {MAX_ANSWER}"
        raise AnswerError(message, reason=RejectionReason.TOO_LARGE)
    return answer


def check_task(task: AnswerTask) -> None:
    """Refuse what asks nothing, or too much.

    Raises:
        AnswerError: EMPTY; TOO_LARGE.
    """
    if not task.question.strip():
        raise AnswerError("nothing is asked", reason=RejectionReason.EMPTY)
    if len(task.question) > MAX_QUESTION:
        message = f"a question of {len(task.question)} characters: at most {MAX_QUESTION}"
        raise AnswerError(message, reason=RejectionReason.TOO_LARGE)


def graph_of(task: AnswerTask) -> FlowGraph:
    """The graph of a task.

    Raises:
        AnswerError: none was read (NO_DIAGRAM), or nothing is in it (EMPTY).
    """
    if task.graph is None:
        raise AnswerError(f"{task.id}: no graph was read of the picture", reason=RejectionReason.NO_DIAGRAM)
    if not task.graph.nodes:
        raise AnswerError(f"{task.id}: the graph has no nodes", reason=RejectionReason.EMPTY)
    return task.graph


def picture_of(task: AnswerTask) -> bytes:
    """The picture of a task.

    Raises:
        AnswerError: it has none (NOT_ASKED).
    """
    if task.picture is None:
        raise AnswerError(f"{task.id}: it takes the chart's picture", reason=RejectionReason.NOT_ASKED)
    return task.picture
