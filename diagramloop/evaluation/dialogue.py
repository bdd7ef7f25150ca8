"""Dialogue: the path that a conversation took beside that of its reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diagramloop.evaluation.scores import Place
from diagramloop.graph import FlowGraph
from diagramloop.graph.paths import silent_nodes
from diagramloop.score import METRICS, Compared, Part, ScoreRow, metric_names, score_comparison
from diagramloop.score.dialogue import DialogueComparison
from diagramloop.score.faithfulness import FaithfulnessJudge
from diagramloop.sources import Conversation, Dialogue, Turn, TurnKind

TASK = "dialogue"
SHOWN: tuple[str, ...] = (
    "dialogue/tnga",
    "dialogue/pca",
    "dialogue/inga_root",
    "dialogue/nsr",
    "dialogue/tr",
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
        """The conversation that presents each node of the true path in turn, and stays where nothing is answered."""
        *way, last = self.reference.path
        turns = (*(Turn("agent", "", node, "node") for node in way), Turn("agent", "", last, "terminal"))
        first = self.reference.path[0]
        stays = (Turn("user", "", first, TurnKind.IRRELEVANT), Turn("agent", "", first, "clarify"))
        return Conversation(self.reference.id, turns, self.reference.path, "terminal", stays)

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
