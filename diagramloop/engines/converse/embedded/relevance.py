"""Does an utterance answer a step of a chart at all? Evidence as numbers, for a small trained model."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diagramloop.engines.converse._agent import Grounding
from diagramloop.engines.converse.embedded._lexicon import lexicon_of
from diagramloop.engines.converse.embedded._tokens import MAX_CHARACTERS, tokens
from diagramloop.engines.converse.embedded.asked import Asked
from diagramloop.engines.converse.embedded.clauses import clauses
from diagramloop.engines.converse.embedded.labels import label_sign
from diagramloop.engines.converse.embedded.stance import FEATURES as STANCES
from diagramloop.engines.converse.embedded.stance import Vector
from diagramloop.engines.converse.embedded.stance import evidence as stance_evidence

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
COMPLETION = "completion"
"""The pair of opposites to which having done something belongs."""


def evidence(utterance: str, grounding: Grounding) -> Vector:
    """Evidence for an answer to the step (positive) or against it, by ``FEATURES``; shape (len(FEATURES),)."""
    utterance = utterance[:MAX_CHARACTERS]
    words, run, parts = lexicon_of(utterance), tokens(utterance), clauses(utterance)
    there = (grounding.text, grounding.topic, *_ways(grounding))
    spoken, asked, known = _named(utterance), _named(grounding.text), _named(*there)
    proceeds = words.proceeds.within(run)
    accomplished = words.accomplished.whole([token for token in run if token.is_word])
    strange = 0 if proceeds else len(_strange(spoken - _content(*there), grounding))
    stances = _stances(utterance, grounding)
    hope = max(stances["hope"], stances["hope_unasked"])
    negated = any(clause.negated for clause in parts)
    refers = words.references.within(run)
    completed = any(state.pair == COMPLETION for clause in parts for state in clause.states)
    values = {
        "answer": any(clause.answer for clause in parts) or bool(label_sign(utterance)),
        "states": stances["states"],
        "states_of_another": stances["states"] * bool(strange),
        "hope": hope * (not strange),
        "hope_of_another": hope * bool(strange),
        "numbers": stances["numbers"],
        "only": stances["only"],
        "contrast": stances["contrast"],
        "covered": len(spoken & asked) / max(len(asked), 1),
        "known": len(spoken & known) / max(len(spoken), 1),
        "known_any": bool(spoken & known),
        "strange": bool(strange),
        "strangeness": np.log1p(strange),
        "referring": refers,
        "referring_only": refers and not strange,
        "reports": words.reports.within(run),
        "done": proceeds or accomplished or (completed and not strange),
        "negation": negated,
        "negation_only": negated and not strange,
        "nothing": all(clause.filler for clause in parts),
        "bias": 1,
    }
    return np.array([values[name] for name in FEATURES], dtype=np.float64)


def _ways(grounding: Grounding) -> Iterator[str]:
    for option in grounding.options:
        yield from (option.attribute, option.leads_to)


def _content(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for clause in clauses(text) for word in clause.content)


def _named(*texts: str) -> frozenset[str]:
    """Content words that name no state."""
    parts = [clause for text in texts for clause in clauses(text)]
    states = {word for clause in parts for state in clause.states for word in state.words}
    return _content(*texts) - states


def _strange(words: frozenset[str], grounding: Grounding) -> frozenset[str]:
    """Those of ``words`` that are neither numbers nor what the step's own words exclude."""
    excluded = Asked.of(grounding.text).excluded
    return frozenset(word for word in words if not word[0].isdigit()) - excluded


def _stances(utterance: str, grounding: Grounding) -> dict[str, float]:
    """Strength of each kind of evidence, either way, about the step or a label that is a statement."""
    labels = [option.attribute for option in grounding.options]
    statements = [grounding.text, *(label for label in labels if label and not label_sign(label))]
    vectors = np.abs([stance_evidence(statement, utterance) for statement in statements])
    return dict(zip(STANCES, vectors.max(axis=0).tolist(), strict=True))
