"""Does an utterance affirm or deny what a yes-or-no question asks? Evidence as numbers, for a small trained model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.converse.embedded.asked import AskedStatement, heard
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
    asked, weighted = AskedStatement.of(question), heard(utterance)
    main = [clause for clause, weight in weighted if weight == 1]
    answers = [clause.answer for clause, _ in weighted]
    values = {"bias": 1.0, "answer": next(iter(answers), 0), "late_answer": next(filter(None, answers[1:]), 0)}
    nearest = _nearest(asked, main)
    values |= _polarity(asked, main, nearest)
    values["numbers"] = keeps(utterance, asked.bound) if asked.bound else 0
    values["only"] = asked.confined_as(utterance, weighted) or asked.opposed_as(main) or asked.falls_short(utterance)
    if not (values["numbers"] or values["only"]):
        values |= _opinions(asked, weighted, nearest, hoped)
        values["merely"] = 0 if asked.confined else -max(0, confinement(utterance))
    if not any(map(values.get, _SPEAKING)):
        values |= _alone(values)
    return np.array([values.get(name, 0.0) for name in FEATURES], float)


_SPEAKING = ("numbers", "only", "answer", "late_answer", "states", "hope", "hope_unasked")


def _polarity(asked: AskedStatement, main: Sequence[Clause], nearest: Clause) -> dict[str, float]:
    """Negation of the clauses about what is asked, against the question."""
    concerned = [clause for clause in main if asked.shared(clause) or _bare(clause)]
    negation = min((clause.parity for clause in concerned or main), default=1)
    side = asked.side(nearest)
    contrast = _clip(sum(asked.excludes(clause) for clause in main))
    return {"parity": nearest.parity * side, "negation": negation * side, "contrast": contrast}


def _nearest(asked: AskedStatement, main: Sequence[Clause]) -> Clause:
    """The last of the clauses that share most with the question."""
    return max(reversed(main), key=lambda clause: abs(asked.shared(clause)), default=Clause())


def _opinions(
    asked: AskedStatement, weighted: Sequence[tuple[Clause, float]], nearest: Clause, hoped: int
) -> dict[str, float]:
    """Opinions of the clauses on the question's states and content, and hopes where they name no state."""
    states = _clip(sum(weight * asked.agreement(clause) for clause, weight in weighted))
    hope = 0.0 if states else _clip(sum(weight * asked.hope_in(clause) for clause, weight in weighted))
    content = _clip(sum(asked.shared(clause) * clause.parity for clause, weight in weighted if weight == 1))
    hoped = asked.hope or hoped
    unasked = 0 if hoped else hope * asked.side(nearest)
    return {"states": states, "hope": hope * hoped, "hope_unasked": unasked, "content": content}


def _alone(values: Mapping[str, float]) -> dict[str, float]:
    """Content, or else negation, where nothing else speaks."""
    return {"content_alone": values["content"], "negation_alone": 0 if values["content"] else values["negation"]}


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
