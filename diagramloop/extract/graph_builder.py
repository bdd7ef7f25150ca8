"""The graph builder agent: makes the first graph of a document, and better ones (text2flow, Sections 4.2 and 4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from diagramloop.errors import FormatError, GraphError, RejectionReason
from diagramloop.extract._extractor import Extractor
from diagramloop.extract._metered import Metered
from diagramloop.extract.feedback import Feedback
from diagramloop.extract.prompts import fenced, prompt
from diagramloop.graph import FlowGraph
from diagramloop.graph.triples import read_triples, write_triples
from diagramloop.models import ModelError
from diagramloop.models.answers import fenced_in


class GraphBuilder(Protocol):
    """Builds and rebuilds procedural graphs."""

    def build(self, text: str) -> FlowGraph:
        """The first graph of a document.

        Raises:
            DiagramloopError: there is none to be had.
        """
        ...

    def refine(self, text: str, graph: FlowGraph, suggestions: Sequence[Feedback]) -> FlowGraph:
        """A graph of the document that heeds the suggestions made on ``graph``."""
        ...


class ModelGraphBuilder:
    """A language model that is shown the notation, and examples if ``examples``."""

    def __init__(self, model: Metered, *, examples: bool = True) -> None:
        self._model = model
        self._examples = prompt("examples") if examples else ""

    def build(self, text: str) -> FlowGraph:
        """See :meth:`GraphBuilder.build`; ModelError with reason UNREADABLE where the answer holds no triple."""
        return graph_in(self._asked("build", text))

    def refine(self, text: str, graph: FlowGraph, suggestions: Sequence[Feedback]) -> FlowGraph:
        """See :meth:`GraphBuilder.refine`."""
        points = "\n".join(f"{number}. {item.text}" for number, item in enumerate(suggestions, start=1))
        return self.rewritten(text, graph, points)

    def rewritten(self, text: str, graph: FlowGraph, points: str) -> FlowGraph:
        """The graph that the model writes on reading ``points``; an answer without triples changes nothing."""
        answer = self._asked("refine", text, graph=written(graph), suggestions=points)
        try:
            return graph_in(answer)
        except ModelError:
            return graph

    def _asked(self, name: str, text: str, **parts: str) -> str:
        rules = prompt("rules")
        asked = prompt(name, rules=rules, examples=self._examples, document=fenced(text), **parts)
        return self._model.ask(asked, name)


class EmbeddedGraphBuilder:
    """An extractor that needs no model, and a refiner that carries out suggestions as operations on the graph."""

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor

    def build(self, text: str) -> FlowGraph:
        """See :meth:`GraphBuilder.build`."""
        return self._extractor.extract(text).graph

    def refine(self, text: str, graph: FlowGraph, suggestions: Sequence[Feedback]) -> FlowGraph:  # noqa: ARG002
        """See :meth:`GraphBuilder.refine`; a suggestion that an earlier one made pointless is left out."""
        for suggestion in suggestions:
            if suggestion.repair is not None:
                try:
                    graph = suggestion.repair(graph)
                except GraphError:
                    continue
        return graph


def graph_in(answer: str) -> FlowGraph:
    """The graph whose triples stand in a model's answer: in its last code block that has some, else anywhere.

    Raises:
        ModelError: UNREADABLE, there is no triple in it; TOO_LARGE.
    """
    for block in reversed(fenced_in(answer)):
        with suppress(FormatError):
            return read_triples(block)
    try:
        return read_triples(answer)
    except FormatError as error:
        reason = RejectionReason.UNREADABLE if error.reason is RejectionReason.EMPTY else error.reason
        raise ModelError(f"no graph in the answer {_beginning(answer)!r}: {error}", reason=reason) from error


def written(graph: FlowGraph) -> str:
    """The graph's triples, as prompts show it."""
    return write_triples(graph).text.strip()


def _beginning(answer: str) -> str:
    return " ".join(answer.split())[:80]
