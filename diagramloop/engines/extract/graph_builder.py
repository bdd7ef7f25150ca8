"""The graph builder agent: makes the first graph of a document, and better ones (text2flow, Sections 4.2 and 4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from diagramloop.engines.extract._metered import Metered
from diagramloop.engines.extract.feedback import Feedback
from diagramloop.errors import FormatError, GraphError, RejectionReason
from diagramloop.evaluation.contestants.extractors import Extractor
from diagramloop.graph import FlowGraph
from diagramloop.graph.triples import read_triples, write_triples
from diagramloop.models import ModelError
from diagramloop.models.answer_text import fenced_in


@dataclass(frozen=True)
class BuiltGraph:
    """A graph as its builder gave it.

    Attributes:
        text: the lines that it was read from; see :class:`~diagramloop.engines.extract.Extraction`.
    """

    graph: FlowGraph
    text: str = ""


class GraphBuilder(Protocol):
    """Builds and rebuilds procedural graphs."""

    def build(self, text: str) -> BuiltGraph:
        """The first graph of a document.

        Raises:
            DiagramloopError: there is none to be had.
        """
        ...

    def refine(self, text: str, built: BuiltGraph, suggestions: Sequence[Feedback]) -> BuiltGraph:
        """A graph of the document that heeds the suggestions made on ``built``."""
        ...


class ModelGraphBuilder:
    """A language model that is shown the notation, and examples if ``examples``."""

    def __init__(self, model: Metered, *, examples: bool = True) -> None:
        self._model = model
        self._examples = model.prompts.text("examples") if examples else ""

    def build(self, text: str) -> BuiltGraph:
        """See :meth:`GraphBuilder.build`; ModelError with reason UNREADABLE where the answer holds no triple."""
        return built_by(self._asked("build", text))

    def refine(self, text: str, built: BuiltGraph, suggestions: Sequence[Feedback]) -> BuiltGraph:
        """See :meth:`GraphBuilder.refine`; an answer without triples changes nothing."""
        points = "\n".join(f"{number}. {item.text}" for number, item in enumerate(suggestions, start=1))
        answer = self._asked("refine", text, graph=written(built.graph), suggestions=points)
        try:
            return built_by(answer)
        except ModelError:
            return built

    def _asked(self, name: str, text: str, **parts: str) -> str:
        prompts = self._model.prompts
        rules, document = prompts.text("rules"), prompts.fenced(text)
        return self._model.ask(name, rules=rules, examples=self._examples, document=document, **parts)


class EmbeddedGraphBuilder:
    """An extractor that needs no model, and a refiner that carries out suggestions as operations on the graph."""

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor

    def build(self, text: str) -> BuiltGraph:
        """See :meth:`GraphBuilder.build`."""
        extraction = self._extractor.extract(text)
        return BuiltGraph(extraction.graph, extraction.text)

    def refine(self, text: str, built: BuiltGraph, suggestions: Sequence[Feedback]) -> BuiltGraph:  # noqa: ARG002
        """See :meth:`GraphBuilder.refine`; a suggestion that an earlier one made pointless is left out."""
        graph = built.graph
        for suggestion in suggestions:
            if suggestion.repair is not None:
                try:
                    graph = suggestion.repair(graph)
                except GraphError:
                    continue
        return built if graph is built.graph else BuiltGraph(graph)


def built_by(answer: str) -> BuiltGraph:
    """The graph whose triples stand in a model's answer: in its last code block that has some, else anywhere.

    Raises:
        ModelError: UNREADABLE, there is no triple in it; TOO_LARGE.
    """
    for block in reversed(fenced_in(answer)):
        with suppress(FormatError):
            return BuiltGraph(read_triples(block), block)
    try:
        return BuiltGraph(read_triples(answer), answer)
    except FormatError as error:
        reason = RejectionReason.UNREADABLE if error.reason is RejectionReason.EMPTY else error.reason
        raise ModelError(f"no graph in the answer {_beginning(answer)!r}: {error}", reason=reason) from error


def written(graph: FlowGraph) -> str:
    """The graph's triples, as prompts show it."""
    return write_triples(graph).text.strip()


def _beginning(answer: str) -> str:
    return " ".join(answer.split())[:80]
