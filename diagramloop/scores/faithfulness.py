"""A judge of simulated users: does one contradict what the reference's user said? (FloCA, Section 6.4)

The reference's utterances are facts; the judge, a chat model, is asked which simulated utterances contradict them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models.answers import Listed, ask
from diagramloop.models.chat import ChatModel, Message, Usage, model_of
from diagramloop.models.prompts import Prompts, as_json, quoted
from diagramloop.scores.parts import Part

MAX_UTTERANCES = 200
MAX_QUOTED = 4_000  # characters of one utterance that the judge is shown


@dataclass(frozen=True)
class FaithfulnessVerdict:
    """The verdict of the judge.

    Attributes:
        contradictions: numbers, from 0, of the simulated utterances that contradict a fact, in order.
        judged: how many utterances it looked at.
        usage: what it cost.
    """

    contradictions: tuple[int, ...]
    judged: int
    usage: Usage

    @property
    def faithfulness(self) -> float:
        """1 when nothing contradicts, else 0: the part of that name of a comparison."""
        return float(not self.contradictions)


class FaithfulnessJudge:
    """The judge.

    Args:
        model: a chat model, or its configuration (:func:`diagramloop.models.chat.chat_model`).
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.

    Attributes:
        name: of the model it asks.
    """

    def __init__(self, model: ChatModel | Mapping[str, Any], prompts: str | None = None) -> None:
        self._model = model_of(model)
        self._prompts = Prompts("diagramloop.scores", prompts)
        self.name = self._model.name

    def faithfulness(self, reference: Sequence[str], simulated: Sequence[str]) -> Part:
        """:meth:`judge`'s verdict as a part of a comparison, or why there is none."""
        try:
            return Part(self.judge(reference, simulated).faithfulness, self.name)
        except ModelError as error:
            return Part(None, self.name, missing=str(error))

    def judge(self, reference: Sequence[str], simulated: Sequence[str]) -> FaithfulnessVerdict:
        """Which of ``simulated``, what a simulated user said, contradicts ``reference``, what the true one said.

        Raises:
            ModelError: there is no answer; UNREADABLE, it is no list of the utterances' numbers; TOO_LARGE, more than
                200 utterances on a side.
        """
        if max(len(reference), len(simulated)) > MAX_UTTERANCES:
            raise ModelError(f"more than {MAX_UTTERANCES} utterances", reason=RejectionReason.TOO_LARGE)
        facts, statements = ([quoted(text, MAX_QUOTED) for text in side] for side in (reference, simulated))
        case = as_json({"facts": facts, "statements": dict(enumerate(statements, start=1))})
        instruction = Message("system", self._prompts.text("faithfulness"))
        wanted = Listed("contradictions", [str(number) for number in range(1, len(simulated) + 1)], least=0)
        heard = ask(self._model, "faithfulness", [instruction, Message("user", case)], wanted)
        contradictions = sorted(int(number) - 1 for number in heard.needed())
        return FaithfulnessVerdict(tuple(contradictions), len(simulated), heard.usage)
