"""Converse: a chart and what a user says in, a conversation out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

from pydantic import TypeAdapter, ValidationError

from diagramloop.asking import lacks
from diagramloop.data.dialogues.references import Reference, annotated, board, synthesised
from diagramloop.data.sources import Conversation, Rejected
from diagramloop.errors import DiagramloopError, first_complaint
from diagramloop.evaluation import dialogue
from diagramloop.evaluation.contestants.agents import AGENTS, simulator
from diagramloop.evaluation.conversations import converse
from diagramloop.evaluation.data_sets import DataSet
from diagramloop.evaluation.dialogue import DialogueItem
from diagramloop.evaluation.lineage import chart_fingerprint, dialogue_fingerprint
from diagramloop.evaluation.tasks._json_lines import append_line
from diagramloop.evaluation.tasks._task import Posed, Posing, Scored, Scoring, System, found, gold_system, refusals

SIMULATOR = "replay"  # answers with the words of the reference dialogue
_conversation = TypeAdapter(Conversation)


@dataclass(frozen=True)
class Converse(Scored):
    """Dialogues held anew, with a user who answers as the reference's did.

    Attributes:
        budget: exchanges of a dialogue for each of the reference's.
    """

    budget: float = 2.0

    name: ClassVar = "converse"
    scoring: ClassVar[Scoring] = dialogue
    kind: ClassVar = AGENTS

    def pose(self, data: DataSet) -> Posing:
        """Every dialogue of a source; of one that has single turns only, those synthesised along its charts."""
        try:
            references = annotated(data.dialogues(), self.limit)
        except DiagramloopError:
            references = synthesised(data.transitions(), limit=self.limit)
        held = list(references)
        items = tuple(_posed(reference, data.label) for reference in held if isinstance(reference, Reference))
        rejected = refusals("dialogues", (row for row in held if isinstance(row, Rejected)))
        return Posing(data.label, items, (rejected,))

    def system(self, system: Any, options: Mapping[str, Any]) -> System:
        """An agent."""
        if system == "gold":
            return gold_system()
        agent = found(AGENTS, system, options)
        guide, user = agent.made, simulator(SIMULATOR)

        def answer(posed: Posed) -> Conversation:
            asked: Reference = posed.asked
            return converse(guide, user, asked.dialogue, asked.chart.graph, asked.faqs, budget=self.budget)

        def lacking(posed: Posed) -> str:
            return lacks(guide, posed.asked.dialogue, ())

        return System(agent.name, answer, agent.lineages, calls=agent.calls, lacks=lacking)

    def prediction(self, content: Any, posed: Posed | None = None) -> Conversation:
        """A conversation, or its JSON form.

        Raises:
            DiagramloopError: it is none.
        """
        del posed
        try:
            return content if isinstance(content, Conversation) else _conversation.validate_python(dict(content))
        except ValidationError as error:
            raise DiagramloopError(str(first_complaint(error, "conversation"))) from error

    def write(self, posed: Posed, asked: Path, gold: Path) -> None:
        """A line of ``dialogues.jsonl``: chart, FAQs, the user's opening; the reference as a line of ``gold.jsonl``."""
        reference: Reference = posed.asked
        faqs = [asdict(faq) for faq in reference.faqs]
        given = {
            "id": posed.id,
            "chart": reference.chart.graph.to_dict(),
            "faqs": faqs,
            "opening": reference.dialogue.opening,
        }
        append_line(asked / "dialogues.jsonl", given)
        append_line(
            gold / "gold.jsonl", json.loads(TypeAdapter(type(reference.dialogue)).dump_json(reference.dialogue))
        )


def _posed(reference: Reference, label: str) -> Posed:
    item = DialogueItem(board(label, reference.split), reference.dialogue, reference.voice, reference.chart.graph)
    things = (dialogue_fingerprint(reference.dialogue), chart_fingerprint(reference.chart.graph))
    return Posed(item, reference, item.gold, things)
