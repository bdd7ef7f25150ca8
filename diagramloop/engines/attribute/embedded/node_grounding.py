"""Node grounding: how well each node agrees with what is said, by words, letters and clauses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from rapidfuzz import fuzz, process

from diagramloop.engines.attribute.embedded.clauses import clauses, opener
from diagramloop.engines.attribute.embedded.term_index import Matrix, TermIndex, Vector, node_words, trigrams

Features = dict[str, Vector]

QUESTIONED_CLAUSES = ("after", "before", "if", "and", "when")
"""Openers of clauses that have features of their own."""
LEAST_WIN = 0.2  # agreement below which a clause speaks of no node
EQUAL = 1e-9


class NodeTexts:
    """The texts of a chart's n nodes, ready to be compared."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = [" ".join(text.lower().split()) for text in texts]
        self.words = TermIndex(self.texts, node_words)
        self.trigrams = TermIndex(self.texts, trigrams)

    def similarity(self, statements: list[str], scorer: Callable[..., float]) -> Matrix:
        """(k, n) in [0, 1], by one of rapidfuzz's scorers."""
        lowered = [statement.lower() for statement in statements]
        similarities: Matrix = process.cdist(lowered, self.texts, scorer=scorer, dtype=np.float64) / 100
        return similarities


@dataclass(frozen=True)
class StatementGrounding:
    """The nodes beside one statement.

    Attributes:
        features: by name, (n,) each.
        score: (n,) of agreement as a whole.
        clauses: how many the statement has.
    """

    features: Features
    score: Vector
    clauses: int


def ground(nodes: NodeTexts, statement: str) -> StatementGrounding:
    """The nodes beside ``statement``."""
    whole = agreement(nodes, statement)
    partial = nodes.similarity([statement], fuzz.partial_ratio)[0]
    letters = nodes.trigrams.overlap([statement])
    parts = clauses(statement)
    by_clause = _by_clause(nodes, parts)
    features = whole | {
        "partial": partial,
        "token_set": nodes.similarity([statement], fuzz.token_set_ratio)[0],
        "letters": letters.f1[:, 0],
        "letters_recall": letters.recall[:, 0],
    }
    score = whole["words"] + features["letters"] + 0.5 * by_clause["clause"] + 0.3 * partial
    return StatementGrounding(features | by_clause | standing(score), score, len(parts))


def agreement(nodes: NodeTexts, statement: str) -> Features:
    """Shared words of each node and a statement."""
    recall, coverage, f1 = (part[:, 0] for part in nodes.words.overlap([statement]))
    return {"recall": recall, "coverage": coverage, "words": f1}


def standing(score: Vector) -> Features:
    """Rank of each node among all: nodes ahead of it, distance to the best, share of the votes."""
    best = score.max()
    votes = np.exp(6 * (score - best))
    return {"score": score, "rank": _ahead(score), "gap": score - best, "share": votes / votes.sum()}


def _by_clause(nodes: NodeTexts, parts: list[str]) -> Features:
    shared = nodes.words.overlap(parts)
    scores: Matrix = shared.f1.T + 0.5 * nodes.similarity(parts, fuzz.token_sort_ratio)
    own = scores.argmax(axis=0)  # of each node, the clause that agrees most with it
    ahead = np.stack([_ahead(row) for row in scores])
    wins = (scores >= scores.max(axis=1, keepdims=True) - EQUAL) & (scores > LEAST_WIN)
    clause_rank = ahead[own, np.arange(scores.shape[1])]
    clauses_won = wins.sum(axis=0).astype(float)
    features = {
        "clause": scores.max(axis=0),
        "clause_recall": shared.recall.max(axis=1),
        "clause_place": own / max(1, len(parts) - 1),
        "clause_rank": clause_rank,
        "clauses_won": clauses_won,
        "last_clause": scores[-1],
    }
    openers = np.array([opener(part) for part in parts])
    for word in QUESTIONED_CLAUSES:
        features[f"clause_{word}"] = scores[openers == word].max(axis=0, initial=0.0)
    return features


def _ahead(score: Vector) -> Vector:
    """For each node the number of nodes with a higher score."""
    return (len(score) - np.searchsorted(np.sort(score), score + EQUAL)).astype(float)
