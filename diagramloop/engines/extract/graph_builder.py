"""The graph builder agent: makes the first graph of a document, and better ones (text2flow, Sections 4.2 and 4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from diagramloop.engines.extract._metered import Metered
from diagramloop.engines.extract.feedback import Feedback
from diagramloop.engines.extract.naming import procedural
from diagramloop.errors import GraphError
from diagramloop.evaluation.contestants.extractors import Extractor
from diagramloop.graph import FlowGraph
from diagramloop.graph.formats import TRIPLES
from diagramloop.graph.triples import write_triples
from diagramloop.models.answers.graphs import Graph, GraphAnswer

_TRIPLES = Graph(TRIPLES.name)


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
        """A graph of the document that heeds the suggestions made on ``built``.

        Raises:
            ModelError: a model made none.
        """
        ...


class ModelGraphBuilder:
    """A language model that is shown the notation, and examples if ``examples``."""

    def __init__(self, model: Metered, *, examples: bool = True) -> None:
        self._model = model
        self._standing = {
            "rules": model.prompts.text("rules"),
            "examples": model.prompts.text("examples") if examples else "",
        }

    def build(self, text: str) -> BuiltGraph:
        """See :meth:`GraphBuilder.build`; ModelError where the answer holds no graph."""
        return _built(self._model.answer("build", _TRIPLES, document=text.strip(), **self._standing))

    def refine(self, text: str, built: BuiltGraph, suggestions: Sequence[Feedback]) -> BuiltGraph:
        """See :meth:`GraphBuilder.refine`; ModelError where a second answer holds no graph either."""
        case = {
            "document": text.strip(),
            "graph": written(built.graph),
            "suggestions": [item.text for item in suggestions],
        }
        return _built(self._model.verdict("refine", _TRIPLES, **case, **self._standing))


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


def _built(answer: GraphAnswer) -> BuiltGraph:
    """A graph in another notation becomes procedural, and has no lines that evaluators of triples could read."""
    if answer.notation == TRIPLES.name:
        return BuiltGraph(answer.graph, answer.text)
    return BuiltGraph(procedural(answer.graph))


def written(graph: FlowGraph) -> str:
    """The graph's triples, as prompts show it."""
    return write_triples(graph).text.strip()
