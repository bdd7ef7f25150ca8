"""The task of every extractor, and the result that it hands back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from diagramloop.by_name import returned
from diagramloop.function_system import FunctionSystem
from diagramloop.graph import FlowGraph
from diagramloop.graph.account import Account
from diagramloop.graph.formats import TRIPLES
from diagramloop.models.answer_text import sayable
from diagramloop.models.answers.graphs import GraphAnswer
from diagramloop.models.chat import Usage
from diagramloop.models.predictions import graph_predicted
from diagramloop.plugins import Kind


@dataclass(frozen=True)
class Round:
    """One pass of a refinement loop (text2flow, Section 4.1).

    Attributes:
        graph: as it was when it was examined.
        suggestions: the revisions, in words, that its examination put into the next prompt.
        usage: what making and examining it took of the models.
        failure: why a model that failed ended the loop in this pass, and the graph stayed as it was; else empty.
        text: as :class:`Extraction` has it.
        making: what making it took alone.
    """

    graph: FlowGraph
    suggestions: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    failure: str = ""
    text: str = ""
    making: Usage = field(default_factory=Usage)


@dataclass(frozen=True)
class Extraction:
    """The result for one document.

    Attributes:
        graph: the procedural graph extracted in the end.
        rounds: the loop's passes in order; empty for extractors that have none.
        usage: what the models called for it consumed.
        text: the lines that the graph was read from, as a model wrote them, which published evaluators read by
            themselves; empty where the answer is the graph.
        account: sentences of the document that are in no node, where the extractor knows.
    """

    graph: FlowGraph
    rounds: tuple[Round, ...] = ()
    usage: Usage = field(default_factory=Usage)
    text: str = ""
    account: Account = field(default_factory=Account)


@runtime_checkable
class Extractor(Protocol):
    """A system under test: a document in, a procedural graph out.

    Attributes:
        name: of its row on the leaderboard.
    """

    name: str

    def extract(self, text: str) -> Extraction:
        """The procedural graph of the document ``text``.

        Raises:
            DiagramloopError: there is none to be had; its reason says why.
        """
        ...


def extraction_of(answer: GraphAnswer) -> Extraction:
    """The extraction of an answer in words, with its lines where these are triples."""
    return Extraction(answer.graph, text=answer.text if answer.notation == TRIPLES.name else "")


@dataclass
class FunctionExtractor(FunctionSystem):
    """A function from a document to its graph, to what has it as ``graph``, to a text, or to an :class:`Extraction`."""

    def extract(self, text: str) -> Extraction:
        """See :class:`Extractor`; :func:`extracted` looks at what it made."""
        result = self.asked(text)
        if isinstance(result, str):
            return extraction_of(graph_predicted(result, TRIPLES.name).value)
        return result if isinstance(result, Extraction) else Extraction(getattr(result, "graph", result))


EXTRACTORS: Kind[Extractor] = Kind("diagramloop.extractor", Extractor, FunctionExtractor)
extractor = EXTRACTORS.made


def extracted(extractor: Extractor, text: str, by: str) -> Extraction:
    """Return the extraction of ``text`` by the extractor called ``by``: the one place that calls it.

    Its own lines come without what no table can carry.

    Raises:
        DiagramloopError: as the extractor, or its graph contradicts itself.
        TypeError: it returned no extraction, or one whose graph is none, or its text.
    """
    extraction = returned(extractor.extract(text), Extraction, by)
    returned(extraction.graph, FlowGraph, by)
    return replace(extraction, text=sayable(returned(extraction.text, str, by)))
