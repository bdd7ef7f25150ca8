"""SA-FloNet on the dialogue board, as far as its published outputs go (FloCA, Table 1).

It was not talked to: each of its turns answers the reference's history
(:mod:`diagramloop.engines.converse.flonet_replay`). The first of them answers the user's opening alone, which is what
any agent is given; so the node that it begins with is known, and no later one is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from diagramloop.asking import Need
from diagramloop.data.sources import FAQ, Conversation, Dialogue, Turn, TurnKind
from diagramloop.engines.converse._agent import Act, Session
from diagramloop.engines.converse.flonet_replay import ReplayedDialogue, read_flonet
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.graph import FlowGraph


class SAFloNet:
    """The published outputs as a row.

    Args:
        outputs: files of outputs, such as ``s-flo_output.json``.
        name: for the leaderboard.

    Raises:
        SourceError: a file is absent or not in its form.
    """

    needs: ClassVar = (Need.RECORD,)

    def __init__(self, outputs: Iterable[str], name: str = "sa_flonet") -> None:
        self.name = name
        self._held: dict[tuple[str, str], list[ReplayedDialogue]] = defaultdict(list)
        for path in outputs:
            for one in read_flonet(Path(path)):
                self._held[one.chart, one.turns[0].history[0].strip()].append(one)

    def start(self, chart: FlowGraph, faqs: Sequence[FAQ] = ()) -> Session:  # noqa: ARG002 - nobody is there
        """There is none.

        Raises:
            ModelError: NOT_ASKED, always.
        """
        raise _not_asked("there are outputs of SA-FloNet, and nobody to talk to")

    def recorded(self, task: Dialogue) -> bool:
        """True if its outputs tell of this dialogue."""
        try:
            self.held(task)
        except ModelError:
            return False
        return True

    def held(self, dialogue: Dialogue) -> Conversation:
        """The reference's opening and what SA-FloNet makes of it.

        Raises:
            ModelError: NOT_ASKED, its outputs lack the dialogue, or the reference does not begin with its first node.
        """
        if len(dialogue.turns) < 2 or dialogue.turns[1].node != dialogue.start:
            raise _not_asked(
                "the reference's first turn presents no node: which one SA-FloNet begins with is not known"
            )
        first = self._replayed(dialogue).turns[0]
        node = dialogue.start if first.right else None
        turns = (
            Turn("user", dialogue.opening, None, TurnKind.OPENING),
            Turn("agent", first.generated, node, Act.ASK.action),
        )
        return Conversation(dialogue.id, turns, (node,) if node else (), "static")

    def _replayed(self, dialogue: Dialogue) -> ReplayedDialogue:
        said = tuple(turn.text.strip() for turn in dialogue.turns if turn.speaker == "user")
        for one in self._held[dialogue.chart, said[0]]:
            heard = tuple(text.strip() for text in one.turns[-1].history[::2])
            if heard == said[: len(heard)]:
                return one
        raise _not_asked("its outputs lack this dialogue")


def _not_asked(why: str) -> ModelError:
    return ModelError(why, reason=RejectionReason.NOT_ASKED)
