"""SA-FloNet's scores of static replay: corpus BLEU-4, R@1 and SR, as its published program computes them.

Raghu et al., "Structural Constraints and Natural Language Inference for End-to-End Flowchart Grounded Dialog Response
Generation", EMNLP 2022. The system was given every reference dialogue up to each of the agent's turns; what it would
have said, and which node or FAQ it retrieved, is compared with the reference turn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from diagramloop.scores.bootstrap import bootstrap_totals, percentile_interval
from diagramloop.scores.counts import Counts, Floats, precision
from diagramloop.scores.faults import Fault
from diagramloop.scores.metric import Compared, Metric, MetricFamily
from diagramloop.scores.missing import MissingPartError

ORDER = 4
"""Longest n-grams of BLEU."""

_SENTENCE_END = re.compile(r"(?<=[.?!])\s+")
_SOURCE = "SA-FloNet, the published evaluator"


class StaticTurn(Protocol):
    """One of the agent's turns; :class:`diagramloop.engines.converse.flonet_replay.ReplayedTurn` is one."""

    @property
    def reference(self) -> str: ...

    @property
    def generated(self) -> str: ...

    @property
    def grounded(self) -> bool: ...

    @property
    def right(self) -> bool: ...


class StaticDialogue(Protocol):
    """All of the agent's turns of one reference dialogue."""

    @property
    def turns(self) -> Sequence[StaticTurn]: ...


@dataclass(frozen=True)
class Bleu:
    """``flonet_official/bleu``: a value over a corpus, which no counts of four numbers can hold.

    Attributes:
        value: in [0, 1].
        low, high: bounds of its 95 % bootstrap interval over dialogues.
        n: dialogues behind it.
    """

    value: float
    low: float
    high: float
    n: int


def recall_at_1(dialogue: StaticDialogue) -> Counts:
    """R@1: turns with the right node or FAQ retrieved, out of those that have one."""
    grounded = [turn.right for turn in dialogue.turns if turn.grounded]
    return Counts.rate(sum(grounded), len(grounded))


def success(dialogue: StaticDialogue) -> Counts:
    """SR: the dialogue has every such turn right."""
    return Counts.rate(all(turn.right for turn in dialogue.turns if turn.grounded), 1)


FLONET_METRICS: tuple[Metric, ...] = (
    Metric(
        "flonet_official/recall_at_1",
        recall_at_1,
        "right node or FAQ, share of turns",
        _SOURCE,
        statistic=precision,
        sees=frozenset({Fault.TURN_WRONG}),
    ),
    Metric(
        "flonet_official/success_rate",
        success,
        "dialogues with every turn right",
        _SOURCE,
        statistic=precision,
        sees=frozenset({Fault.TURN_WRONG}),
        verdict=True,
    ),
)


def word_tokens(text: str) -> list[str]:
    """Tokens of nltk's word tokenizer, case kept; sentences end at ``.``, ``?`` or ``!`` before white space.

    nltk ends sentences by a trained model that it downloads; this differs from it at abbreviations only.

    Raises:
        MissingPartError: nltk is not installed.
    """
    try:
        from nltk.tokenize import NLTKWordTokenizer
    except ImportError as error:
        raise MissingPartError("word tokens need the package nltk") from error
    tokenizer = NLTKWordTokenizer()
    return [token for sentence in _SENTENCE_END.split(text.strip()) for token in tokenizer.tokenize(sentence)]


def bleu_counts(reference: Sequence[str], generated: Sequence[str]) -> Floats:
    """Counts that one pair of token lists adds to BLEU, additive over pairs.

    Returns:
        Shape (10,): clipped matches of n-grams of length 1 to 4, numbers of generated ones, and the lengths of the
        reference and of what was generated.
    """
    matches, totals = [], []
    for n in range(1, ORDER + 1):
        said, meant = _ngrams(generated, n), _ngrams(reference, n)
        matches.append((said & meant).total())
        totals.append(max(1, said.total()))  # as nltk: a pair too short for an n-gram has missed one
    return np.array([*matches, *totals, len(reference), len(generated)], dtype=np.float64)


def bleu(counts: Floats) -> Floats:
    """Corpus BLEU-4 with uniform weights and no smoothing (Papineni et al., 2002), of summed counts (..., 10).

    0 where no n-gram of some length matches.
    """
    matches, totals = counts[..., :ORDER], counts[..., ORDER : 2 * ORDER]
    meant, said = counts[..., -2], counts[..., -1]
    found = np.all(matches > 0, axis=-1)
    shares = np.where(found[..., None], matches, 1.0) / totals
    brevity = np.exp(np.minimum(0.0, 1.0 - meant / np.maximum(said, 1.0)))
    return np.where(found, brevity * np.exp(np.mean(np.log(shares), axis=-1)), 0.0)


def corpus_bleu(dialogues: Sequence[StaticDialogue], *, seed: int) -> Bleu:
    """BLEU-4 over all turns of ``dialogues``.

    Raises:
        MissingPartError: nltk is not installed, or there is no turn.
    """
    tables = [_dialogue_counts(dialogue) for dialogue in dialogues if dialogue.turns]
    if not tables:
        raise MissingPartError("no turn to compare")
    counts = np.stack(tables)
    low, high = percentile_interval(bleu(bootstrap_totals(counts, seed=seed)))
    return Bleu(float(bleu(counts.sum(axis=0))), low, high, len(tables))


def _dialogue_counts(dialogue: StaticDialogue) -> Floats:
    pairs = [(word_tokens(turn.reference), word_tokens(turn.generated)) for turn in dialogue.turns]
    return np.sum([bleu_counts(*pair) for pair in pairs], axis=0)


def _ngrams(words: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[at : at + n]) for at in range(len(words) - n + 1))


FAMILY = MetricFamily(Compared.STATIC_REPLAY, FLONET_METRICS)
