"""Faults planted in answers to questions."""

from __future__ import annotations

from random import Random

from diagramloop.scores.answers import AnswerComparison
from diagramloop.scores.faults import Fault

ANSWER_FAULTS = (Fault.ANSWER_WRONG, Fault.ANSWER_MISSING, Fault.ANSWER_WORDY, Fault.ANSWER_STYLED)
_RIGHT = tuple("three valves turn left before ten lamps dim while seven pumps rest beside cold tanks".split())  # noqa: SIM905
_OTHER = tuple("paint every old bench green or leave brushes soaking until morning comes near".split())  # noqa: SIM905


def said_answers(fault: Fault, seed: int, size: int, most: int) -> tuple[AnswerComparison, ...]:
    """An answer of ``size`` words as it should be, and with 1, 2, ... faults."""
    chance = Random(f"{fault} {seed} {size}")  # noqa: S311 - reproducible, no secret
    begin = chance.randrange(len(_RIGHT) - size + 1)
    words, others = _RIGHT[begin : begin + size], chance.sample(_OTHER, max(size, most))
    right = " ".join(words)
    styled = f"The {right.upper()}!".replace("THREE", "3").replace("TEN", "10")
    wordy = [" ".join((*words, *others[:more])) for more in range(most + 1)]
    answers = {
        Fault.ANSWER_WRONG: [right, " ".join(others[:size])],
        Fault.ANSWER_MISSING: [right, ""],
        Fault.ANSWER_WORDY: wordy,
        Fault.ANSWER_STYLED: [right, styled],
    }[fault]
    return tuple(AnswerComparison(answer, (right, "something else")) for answer in answers)
