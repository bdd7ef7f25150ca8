"""Does an utterance answer a step of a chart at all? Evidence as numbers, for a small trained model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from diagramloop.engines.converse.embedded._lexicon import lexicon_of
from diagramloop.engines.converse.embedded._tokens import MAX_CHARACTERS, tokens
from diagramloop.engines.converse.embedded.asked import AskedStatement
from diagramloop.engines.converse.embedded.clauses import clauses, content_words
from diagramloop.engines.converse.embedded.labels import label_sign, label_signs
from diagramloop.engines.converse.embedded.meaning import likeness
from diagramloop.engines.converse.embedded.stance import FEATURES as STANCES
from diagramloop.engines.converse.embedded.stance import Vector
from diagramloop.engines.converse.embedded.stance import evidence as stance_evidence
from diagramloop.evaluation.contestants.agents import Grounding

FEATURES = (
    "answer",  # plain yes or no
    "states",  # names states that the step names, or their opposites
    "states_of_another",  # the same, and something that does not stand there
    "hope",  # says that things are as one hopes or fears, and names nothing that does not stand there
    "hope_of_another",  # the same of something that does not stand there
    "numbers",  # its numbers keep or break the bound that the step names
    "only",  # asked whether it is only so, or so rather than otherwise, it says
    "contrast",  # names what the step's words exclude
    "covered",  # share of what the step names that is spoken of
    "known",  # share of what is named that stands there
    "known_any",  # whether any of it does
    "strange",  # something is named that does not stand there
    "strangeness",  # the logarithm of one more than the number of such words
    "referring",  # refers to something spoken of: it, they, that
    "referring_only",  # the same, and names nothing that does not stand there
    "reports",  # tells what was done to find out
    "done",  # says that something is done and names nothing that does not stand there, or asks for what comes next
    "negation",  # some clause is negated
    "negation_only",  # the same, and names nothing that does not stand there
    "nothing",  # says nothing: a greeting, thanks, a pause
    "bias",  # 1
)
"""What stands there: the step's text, the labels of its edges, the nodes that they lead to, and the chart's title."""
WITH_MEANING = (*FEATURES, "meaning")  # likeness to the step's text, or to a label that is a statement
COMPLETION = "completion"
"""The pair of opposites to which having done something belongs."""


def evidence(utterance: str, grounding: Grounding) -> Vector:
    """Evidence for an answer to the step (positive) or against it, by ``FEATURES``; shape (len(FEATURES),)."""
    utterance = utterance[:MAX_CHARACTERS]
    there = (grounding.text, grounding.topic, *_ways(grounding))
    spoken, asked, known = _named(utterance), _named(grounding.text), _named(*there)
    proceeds = lexicon_of(utterance).proceeds.within(tokens(utterance))
    strange = 0 if proceeds else len(_strange(spoken - content_words(*there), grounding))
    values = {
        "covered": len(spoken & asked) / max(len(asked), 1),
        "known": len(spoken & known) / max(len(spoken), 1),
        "known_any": bool(spoken & known),
    }
    values |= {"strange": bool(strange), "strangeness": np.log1p(strange), "bias": 1}
    values |= _of_stances(_stances(utterance, grounding), strange=bool(strange))
    values |= _of_acts(utterance, proceeds=proceeds, strange=bool(strange))
    return np.array([values[name] for name in FEATURES], dtype=np.float64)


def evidence_with_meaning(utterance: str, grounding: Grounding) -> Vector:
    """The same by ``WITH_MEANING``; shape (len(WITH_MEANING),).

    Raises:
        ModelError: the sentence encoder cannot be loaded.
    """
    meaning = likeness(utterance, _statements(grounding)).max()
    return np.append(evidence(utterance, grounding), meaning)


def _of_stances(stances: Mapping[str, float], *, strange: bool) -> dict[str, float]:
    """Evidence for an answer, of which some counts apart where something ``strange`` is named."""
    hope = max(stances["hope"], stances["hope_unasked"])
    of_another = {"states_of_another": stances["states"] * strange, "hope_of_another": hope * strange}
    plain = {name: stances[name] for name in ("states", "numbers", "only", "contrast")}
    return {**plain, **of_another, "hope": hope * (not strange)}


def _of_acts(utterance: str, *, proceeds: bool, strange: bool) -> dict[str, bool]:
    """The acts of the utterance: it answers, refers, reports, denies, says that something is done, or nothing."""
    words, run, parts = lexicon_of(utterance), tokens(utterance), clauses(utterance)
    negated, refers = any(clause.negated for clause in parts), words.references.within(run)
    values = {"negation": negated, "referring": refers, "reports": words.reports.within(run)}
    values |= {"negation_only": negated and not strange, "referring_only": refers and not strange}
    values["answer"] = any(clause.answer for clause in parts) or bool(label_sign(utterance))
    values["nothing"] = all(clause.filler for clause in parts)
    values["done"] = proceeds or words.accomplished.whole([token for token in run if token.is_word])
    if not strange:
        values["done"] |= any(state.pair == COMPLETION for clause in parts for state in clause.states)
    return values


def _statements(grounding: Grounding) -> list[str]:
    """The step's text and the labels that are statements themselves."""
    labels = [option.attribute for option in grounding.options]
    signs = label_signs(labels)
    return [grounding.text, *(label for label, sign in zip(labels, signs, strict=True) if label and not sign)]


def _ways(grounding: Grounding) -> Iterator[str]:
    for option in grounding.options:
        yield from (option.attribute, option.leads_to)


def _named(*texts: str) -> frozenset[str]:
    """Content words that name no state."""
    parts = [clause for text in texts for clause in clauses(text)]
    states = {word for clause in parts for state in clause.states for word in state.words}
    return content_words(*texts) - states


def _strange(words: frozenset[str], grounding: Grounding) -> frozenset[str]:
    """Those of ``words`` that are neither numbers nor what the step's own words exclude."""
    excluded = AskedStatement.of(grounding.text).excluded
    return frozenset(word for word in words if not word[0].isdigit()) - excluded


def _stances(utterance: str, grounding: Grounding) -> dict[str, float]:
    """Strength of each kind of evidence, either way, about the step or a label that is a statement."""
    vectors = np.abs([stance_evidence(statement, utterance) for statement in _statements(grounding)])
    return dict(zip(STANCES, vectors.max(axis=0).tolist(), strict=True))
