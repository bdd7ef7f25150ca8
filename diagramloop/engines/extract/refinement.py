"""Multi-round refinement: build, examine, rebuild (text2flow, Section 4.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from diagramloop.engines.extract._metered import Metered
from diagramloop.engines.extract.feedback import Feedback
from diagramloop.engines.extract.graph_builder import BuiltGraph, GraphBuilder, written
from diagramloop.evaluation.contestants.extractors import Extraction, Round
from diagramloop.graph import FlowGraph
from diagramloop.models import ModelError
from diagramloop.models.answers import Points
from diagramloop.models.chat import Usage

MOST_ROUNDS = 2
"""Refinements at most (text2flow, Appendix C)."""

Examine = Callable[[FlowGraph], Sequence[Feedback]]


def refine(text: str, builder: GraphBuilder, examine: Examine, rounds: int, model: Metered | None) -> Extraction:
    """Build the graph of a document, and rebuild it until ``examine`` has nothing to say or ``rounds`` are over.

    A model that fails, or whose answer is unread though it was asked twice, examines and rebuilds nothing: that is no
    approval. Once the graph was rebuilt it only ends the loop: the graph stands, and the pass says why it failed.
    Before that nothing has been refined, and the graph would pass for this system's while it is its builder's.

    Args:
        examine: what is to be changed in a graph, the suggestions for the next prompt.
        model: whose use is accounted for; None where none is asked.

    Raises:
        DiagramloopError: the builder made no graph; before it was rebuilt a model failed, or was not understood.
    """
    account = _Account(model)
    built = builder.build(text)
    passes: list[Round] = []
    try:
        for _ in range(rounds):
            passes.append(_begun(built, account.since()))
            suggestions = examine(built.graph)
            passes[-1] = _examined(passes[-1], suggestions, account.since())
            if not suggestions:
                break
            built = builder.refine(text, built, suggestions)
    except ModelError as error:
        if len(passes) < 2:
            raise
        passes[-1] = replace(passes[-1], usage=passes[-1].usage + account.since(), failure=str(error))
    return Extraction(built.graph, tuple(passes), account.total, built.text)


def criticised(model: Metered, role: str, text: str, graph: FlowGraph, wanted: Points) -> list[Feedback]:
    """The points that a critic makes on the graph of a document; none where it approves.

    Raises:
        ModelError: it failed, or was asked twice and neither made a point nor approved.
    """
    case = {"document": text.strip(), "graph": written(graph)}
    criticism = model.verdict(role, wanted, rules=model.prompts.text("rules"), most=wanted.most, **case)
    return [Feedback(point, structural=False) for point in criticism.points]


def _begun(built: BuiltGraph, making: Usage) -> Round:
    return Round(built.graph, usage=making, text=built.text, making=making)


def _examined(begun: Round, suggestions: Sequence[Feedback], usage: Usage) -> Round:
    return replace(begun, suggestions=tuple(item.text for item in suggestions), usage=begun.usage + usage)


class _Account:
    """Use that was made of a model, or of none."""

    def __init__(self, model: Metered | None) -> None:
        self._model = model
        self._before = Usage()

    @property
    def total(self) -> Usage:
        return self._model.usage if self._model else Usage()

    def since(self) -> Usage:
        """Return the use since this was asked last."""
        total, before = self.total, self._before
        self._before = total
        return Usage(
            total.prompt_tokens - before.prompt_tokens,
            total.completion_tokens - before.completion_tokens,
            total.seconds - before.seconds,
            total.calls - before.calls,
        )
