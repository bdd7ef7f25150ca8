"""Examples of language: documents with their triples, dialogues and single turns with the node that is right."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from diagramloop.data.sources import (
    FAQ,
    Chart,
    Dialogue,
    DialogueTurn,
    Document,
    Transition,
    TurnKind,
    open_dialogues,
    open_documents,
    open_transitions,
)
from diagramloop.engines.converse.end_to_end import EndToEndSession, Move, MoveKind, Past
from diagramloop.engines.converse.graph_serialisation import GraphSerialisation
from diagramloop.engines.extract.graph_builder import written
from diagramloop.engines.extract.zero_shot import ZeroShot
from diagramloop.engines.tuning.chat_turns import CHAT, Teacher, chat_row
from diagramloop.engines.tuning.examples import Subject
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.lineage import chart_fingerprint, dialogue_fingerprint, fingerprint
from diagramloop.graph import FlowGraph

_ACTS = {"faq": "knowledge", "node": "step"}  # what the prompt calls the kinds of an agent's annotated turns


class DocumentTriples:
    """Documents and their triples, as the extractor ``zero_shot`` asks for them (text2flow, Table 2).

    Args:
        root: the data set's folder.
        documents: a data set of documents by name, or ``package.module:Class``.
        document_options: of it.
    """

    schema, varies = CHAT, False

    def __init__(self, root: Path, documents: str = "paged", document_options: Mapping[str, Any] | None = None) -> None:
        self._source = open_documents(documents, root, **(document_options or {}))
        self.licence: str = getattr(self._source, "licence", "not said")

    def subjects(self) -> Sequence[Subject]:
        """See :class:`~diagramloop.engines.tuning.examples.Examples`."""
        return [Subject(id, (fingerprint(document.text),)) for id, document in self._documents.items()]

    def row(self, subject: str, seed: str) -> Mapping[str, Any]:  # noqa: ARG002  # there is one
        """See :class:`~diagramloop.engines.tuning.examples.Examples`."""
        document = self._documents[subject]
        teacher = Teacher(written(document.graph))
        ZeroShot(teacher).extract(document.text)
        return chat_row(teacher.heard, teacher.answer, teacher.answer)

    @cached_property
    def _documents(self) -> dict[str, Document]:
        return {item.id: item for item in self._source.documents() if isinstance(item, Document)}


@dataclass(frozen=True)
class _Said:
    """An utterance of a user's, after what came before, and the answer that the agent is to give."""

    chart: str
    before: tuple[tuple[str, str], ...]  # utterances and answers
    at: str | None
    utterance: str
    answer: str
    things: tuple[str, ...]


class DialogueTurns:
    """Turns of dialogues, as the agent ``graph_serialisation`` asks its model for them (FloCA, Section 6.1).

    Args:
        root: the data set's folder.
        dialogues: a data set of dialogues by name, or of single turns, or ``package.module:Class``.
        dialogue_options: of it.
        single: True for a data set of single turns (PFDial).
    """

    schema, varies = CHAT, False

    def __init__(
        self,
        root: Path,
        dialogues: str = "flodial",
        dialogue_options: Mapping[str, Any] | None = None,
        *,
        single: bool = False,
    ) -> None:
        options = dict(dialogue_options or {})
        self._single = single
        self._source: Any = (open_transitions if single else open_dialogues)(dialogues, root, **options)
        self.licence: str = self._source.licence

    def subjects(self) -> Sequence[Subject]:
        """See :class:`~diagramloop.engines.tuning.examples.Examples`: the agent's turns; those along a chart share
        it.
        """
        charts = {id: chart_fingerprint(graph) for id, graph in self._charts.items()}
        return [Subject(id, (*said.things, charts[said.chart])) for id, said in self._said.items()]

    def row(self, subject: str, seed: str) -> Mapping[str, Any]:  # noqa: ARG002  # there is one
        """See :class:`~diagramloop.engines.tuning.examples.Examples`."""
        said = self._said[subject]
        teacher = Teacher(said.answer)
        session = GraphSerialisation(teacher).start(self._charts[said.chart], self._faqs(said.chart))
        _brought_to(session, said, teacher)
        teacher.answer = said.answer
        session.say(said.utterance)
        return chat_row(teacher.heard, said.answer, said.answer)

    def _faqs(self, chart: str) -> tuple[FAQ, ...]:
        return () if self._single else tuple(self._source.faqs(chart))

    @cached_property
    def _charts(self) -> dict[str, FlowGraph]:
        return {chart.id: chart.graph for chart in self._source.charts() if isinstance(chart, Chart)}

    @cached_property
    def _said(self) -> dict[str, _Said]:
        told = self._transitions() if self._single else self._dialogues()
        return {id: said for id, said in told if said.chart in self._charts and said.utterance.strip()}

    def _transitions(self) -> Iterator[tuple[str, _Said]]:
        for item in self._source.transitions():
            if isinstance(item, Transition):
                answer = _answer(item.next_node, "step", item.reply)
                things = (fingerprint(item.chart, item.node, item.utterance),)
                yield item.id, _Said(item.chart, (), item.node, item.utterance, answer, things)

    def _dialogues(self) -> Iterator[tuple[str, _Said]]:
        for item in self._source.dialogues():
            if isinstance(item, Dialogue):
                yield from _turns(item)


def _turns(dialogue: Dialogue) -> Iterator[tuple[str, _Said]]:
    before: list[tuple[str, str]] = []
    node: str | None = None
    things = (dialogue_fingerprint(dialogue),)
    for number, (user, agent) in enumerate(zip(dialogue.turns[::2], dialogue.turns[1::2], strict=False)):
        node = agent.node or node
        if node is None or TurnKind.CLOSING in (user.kind, agent.kind):
            return
        answer = _answer(node, _act(agent), agent.text)
        yield f"{dialogue.id}.{number}", _Said(dialogue.chart, tuple(before), None, user.text, answer, things)
        before.append((user.text, answer))


def _act(turn: DialogueTurn) -> str:
    return _ACTS.get(turn.kind.value, "clarify")


def _answer(node: str, act: str, say: str) -> str:
    """In the form that the agent's prompt asks for."""
    return json.dumps({"node": node, "act": act, "say": say}, ensure_ascii=False)


def _brought_to(session: EndToEndSession, said: _Said, teacher: Teacher) -> None:
    """Lets a session go through all that came before, each turn answered rightly.

    Raises:
        DiagramloopError: the dialogue is at its end before.
    """
    if said.at is not None:
        session.state = Past(moves=(Move(said.at, MoveKind.START, said.at),))
    for utterance, answer in said.before:
        teacher.answer = answer
        session.say(utterance)
    if session.finished:
        raise DiagramloopError("the dialogue goes on behind a node that nothing leaves")
