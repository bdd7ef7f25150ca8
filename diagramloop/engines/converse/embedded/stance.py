"""Does an utterance affirm or deny what a yes-or-no question asks? Evidence as numbers, for a small trained model."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.converse.embedded.asked import Asked, heard
from diagramloop.engines.converse.embedded.clauses import Clause
from diagramloop.engines.converse.embedded.quantities import keeps
from diagramloop.engines.converse.embedded.scope import confinement

FEATURES = (
    "answer",  # plain yes (1) or no (-1) to begin with
    "late_answer",  # the same, in a later clause
    "states",  # named states agree (1) or disagree (-1) with those the question names
    "hope",  # says that things are as one hopes (1) or fears (-1), against what the question suggests
    "hope_unasked",  # the same where the question suggests neither
    "content",  # shares content words with the question, not negated (positive) or negated (negative)
    "content_alone",  # the same where neither a plain answer nor states speak
    "parity",  # the clause nearest to the question is negated (-1) or not (1), against the question
    "negation",  # some clause is negated (-1) or none (1), against the question
    "negation_alone",  # the same where nothing else speaks
    "contrast",  # asserts (-1) or denies (1) what the question's words exclude
    "numbers",  # its numbers keep (1) or break (-1) the bound that the question names
    "only",  # asked whether it is only so, or so rather than otherwise: it is (1), it is not (-1)
    "merely",  # says "only" (-1) where the question does not
    "bias",  # 1
)
Vector = NDArray[np.float64]


def evidence(question: str, utterance: str, hoped: int = 0) -> Vector:
    """Evidence for "yes" (positive) and for "no" (negative), by ``FEATURES``; shape (len(FEATURES),).

    Args:
        hoped: 1 if "yes" is what one hopes for, -1 if it is what one fears, where the question itself does not show.
    """
    question, utterance = _without_quotations(question, utterance)
    asked = Asked.of(question)
    weighted = heard(utterance)
    main = [clause for clause, weight in weighted if weight == 1]
    answers = [clause.answer for clause, _ in weighted]
    numbers = keeps(utterance, asked.bound) if asked.bound else 0
    only = asked.confined_as(utterance, weighted) or asked.opposed_as(main) or asked.falls_short(utterance)
    decided = bool(numbers or only)
    states = 0.0 if decided else _clip(sum(weight * asked.agreement(clause) for clause, weight in weighted))
    hope = 0.0 if decided or states else _clip(sum(weight * asked.hope_in(clause) for clause, weight in weighted))
    nearest = max(reversed(main), key=lambda clause: abs(asked.shared(clause)), default=Clause())
    content = 0.0 if decided else _clip(sum(asked.shared(clause) * clause.parity for clause in main))
    side = asked.side(nearest)
    concerned = [clause for clause in main if asked.shared(clause) or _bare(clause)] or main
    negation = min((clause.parity for clause in concerned), default=1) * side
    hoped = asked.hope or hoped
    silent = not decided and not any(answers) and states == 0 and hope == 0
    values = {
        "answer": answers[0] if answers else 0,
        "late_answer": next((answer for answer in answers[1:] if answer), 0),
        "states": states,
        "hope": hope * hoped,
        "hope_unasked": 0 if hoped else hope * side,
        "content": content,
        "content_alone": content if silent else 0,
        "parity": nearest.parity * side,
        "negation": negation,
        "negation_alone": negation if silent and content == 0 else 0,
        "contrast": _clip(sum(asked.excludes(clause) for clause in main)),
        "numbers": numbers,
        "only": only,
        "merely": 0 if asked.confined or decided else -max(0, confinement(utterance)),
        "bias": 1.0,
    }
    return np.array([values[name] for name in FEATURES], dtype=np.float64)


def _bare(clause: Clause) -> bool:
    """True if the clause names nothing but states: it is about what it answers."""
    return {word for state in clause.states for word in state.words}.issuperset(clause.content)


def _clip(value: float) -> float:
    return max(-1.0, min(1.0, float(value)))


_QUOTATION = re.compile(
    r"(?<!\w)(?P<mark>[\"'])(?P<words>[^\"'?]{2,60})(?P=mark)(?!\w)|[“「『‘](?P<inner>[^”」』’?]{2,60})[”」』’]"
)


def _without_quotations(question: str, utterance: str) -> tuple[str, str]:
    """Both texts with what the question quotes, the name of a message or a button, made one word without meaning."""
    for number, match in enumerate(_QUOTATION.finditer(question)):
        quoted = match["words"] or match["inner"]
        anywhere = re.compile(rf"[\"'“「『‘]?{re.escape(quoted)}[\"'”」』’]?", re.IGNORECASE)
        name = f" quotation{'abcdefgh'[number % 8]} "
        question, utterance = anywhere.sub(name, question), anywhere.sub(name, utterance)
    return question, utterance
