"""Dialogue: the path that a conversation took beside that of its reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from diagramloop.data.sources import Conversation, Dialogue, Turn, TurnKind
from diagramloop.evaluation.scores import Place
from diagramloop.graph import FlowGraph
from diagramloop.graph.paths import silent_nodes
from diagramloop.scores import METRICS, Compared, Part, ScoreRow, metric_names, score_comparison
from diagramloop.scores.dialogue import DialogueComparison
from diagramloop.scores.faithfulness import FaithfulnessJudge

TASK = "dialogue"
SHOWN: tuple[str, ...] = (
    "dialogue/coverage_exact",
    "dialogue/tnga",
    "dialogue/pca",
    "dialogue/inga_root",
    "dialogue/nsr",
    "dialogue/tr",
    "dialogue/tr_paper_budget",
    "dialogue/asked_again",
    "dialogue/irrelevant_moves",
)


@dataclass(frozen=True)
class DialogueItem:
    """A dialogue to be held anew.

    Attributes:
        data: the board.
        reference: the dialogue as it was held.
        voice: of its user.
        chart: that it follows.
        judge: of the simulated user's faithfulness, if any.
    """

    data: str
    reference: Dialogue
    voice: str
    chart: FlowGraph
    judge: FaithfulnessJudge | None = None

    @property
    def place(self) -> Place:
        """Each dialogue is a cluster of its own."""
        return Place(self.reference.id, self.data, self.reference.id, {"voice": self.voice})

    def score(self, answer: Conversation | None, metrics: Sequence[str] | None = None) -> list[ScoreRow]:
        """Those of a conversation; without one there is the opening, and no answer."""
        held = self._silence() if answer is None else answer
        parts = {} if self.judge is None else {"faithfulness": self._faithfulness(self.judge, held)}
        comparison = DialogueComparison(held, self.reference, silent_nodes(self.chart), parts)
        return score_comparison(comparison, chart=self.reference.id, metrics=metrics or all_metrics())

    @property
    def gold(self) -> Conversation:
        """The conversation that presents each node of the true path in turn, and stays where nothing is answered.

        Its user says what the reference's said (FloCA, Table 3, "Static Ground-truth").
        """
        turns = tuple(self._gold_turns())
        first = self.reference.path[0]
        stays = (Turn("user", "", first, TurnKind.IRRELEVANT), Turn("agent", "", first, "clarify"))
        return Conversation(self.reference.id, turns, self.reference.path, "terminal", stays)

    def _gold_turns(self) -> Iterator[Turn]:
        path = self.reference.path
        opening, *waiting = (turn for turn in self.reference.turns if turn.speaker == "user")
        yield Turn("user", opening.text, None, opening.kind)
        for place, node in enumerate(path, start=1):
            yield Turn("agent", "", node, "node" if place < len(path) else "terminal")
            while waiting and (waiting[0].node == node or waiting[0].node not in path[place:]):
                said = waiting.pop(0)
                yield Turn("user", said.text, node, said.kind)

    def _silence(self) -> Conversation:
        opening = Turn("user", self.reference.opening, None, "opening")
        return Conversation(self.reference.id, (opening,), (), "stuck")

    def _faithfulness(self, judge: FaithfulnessJudge, held: Conversation) -> Part:
        """True if the user of the conversation said nothing against what the user of the reference said."""
        told, said = (
            [turn.text for turn in turns if turn.speaker == "user"] for turns in (self.reference.turns, held.turns)
        )
        return judge.faithfulness(told, said)


def all_metrics() -> tuple[str, ...]:
    """Return the names of its metrics; see :func:`diagramloop.evaluation.parsing.all_metrics`."""
    return tuple(name for name in metric_names(Compared.DIALOGUE) if METRICS[name].count is not None)
