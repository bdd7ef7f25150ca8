"""BPMN-Gen and MT-BPMN: graphs from parsed text by rules, at once or over a map of concepts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from diagramloop.engines.extract._metered import check_document
from diagramloop.engines.extract.baselines.facts import Fact, graph_of
from diagramloop.engines.extract.baselines.propositions import PIPELINE, Proposition, parser_named, propositions
from diagramloop.evaluation.contestants.extractors import Extraction
from diagramloop.graph import FlowGraph, NodeKind

_PRONOUNS = frozenset({"he", "she", "it", "they", "this", "that", "these", "those", "them", "him", "her"})
_OF_DATA = frozenset({"in", "into", "from", "on", "with"})  # prepositions behind which data stand, or what holds them


class _ByRules:
    """Parses a document and makes a graph of its propositions.

    Args:
        pipeline: of spaCy, by name or path.
    """

    def __init__(self, pipeline: str = PIPELINE) -> None:
        self._pipeline = pipeline

    @cached_property
    def _parser(self) -> Any:
        return parser_named(self._pipeline)

    def extract(self, text: str) -> Extraction:
        """See :meth:`diagramloop.engines.extract.Extractor.extract`; EMPTY where nothing is done, or ModelError
        (MISSING).
        """
        check_document(text)
        return Extraction(self.graph(propositions(self._parser(text))))

    @staticmethod
    def graph(propositions: Iterable[Proposition]) -> FlowGraph:
        """The graph of what is told."""
        raise NotImplementedError


class BpmnGen(_ByRules):
    """BPMN-Gen (Sholiq et al., 2022): rules from clauses to elements of BPMN.

    A verb with its object is an action, a condition an exclusive gateway, and what happens at the same time a parallel
    one. There are no actors and no constraints (text2flow, Table 1).
    """

    name = "bpmn_gen"

    @staticmethod
    def graph(propositions: Iterable[Proposition]) -> FlowGraph:
        """See :class:`BpmnGen`."""
        return graph_of([_fact(proposition) for proposition in propositions])


class MtBpmn(_ByRules):
    """MT-BPMN (Sonbol et al., 2023): the text is first translated to a concept map, and that to BPMN.

    In the map a pronoun is the concept told last; a link between two concepts becomes an action, the concept that it
    comes from its actor, and one that a preposition adds its data.
    """

    name = "mt_bpmn"

    @staticmethod
    def graph(propositions: Iterable[Proposition]) -> FlowGraph:
        """See :class:`MtBpmn`."""
        return graph_of([_translated(proposition) for proposition in concept_map(propositions)])


def concept_map(propositions: Iterable[Proposition]) -> Iterator[Proposition]:
    """The propositions with the concept told last in place of each pronoun."""
    actor, thing = "", ""
    for proposition in propositions:
        subject = actor if proposition.subject.lower() in _PRONOUNS else proposition.subject
        object = thing if proposition.object.lower() in _PRONOUNS else proposition.object
        actor, thing = subject or actor, object or thing
        yield replace(proposition, subject=subject, object=object)


def _fact(proposition: Proposition) -> Fact:
    gateway = NodeKind.XOR if proposition.condition else NodeKind.AND if proposition.beside else None
    action = f"{proposition.relation} {proposition.object}".strip()
    return Fact(proposition.sentence, action, gateway=gateway, condition=proposition.condition)


def _translated(proposition: Proposition) -> Fact:
    data = tuple(thing for word, thing in proposition.complements if word in _OF_DATA and thing)
    return replace(_fact(proposition), actor=proposition.subject, data=data)
