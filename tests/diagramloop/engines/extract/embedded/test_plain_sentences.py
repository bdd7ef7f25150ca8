"""Plain sentences lose no clause: verb and object of each are told on one node."""

from __future__ import annotations

import pytest

from diagnosis._plain_sentences import PATTERNS, SEEN, VOCABULARIES, filled
from diagnosis.extract_plain import lost

DRAWN = 5
"""Documents by each pattern."""
MOST_LOST = 0.01
"""Share of clauses: the tagger may take "driver must review" for an actor."""


@pytest.mark.parametrize("name", VOCABULARIES)
def test_plain_sentences_lose_no_clause(name: str) -> None:
    documents = [filled(pattern, VOCABULARIES[name], seed) for pattern in PATTERNS.values() for seed in range(DRAWN)]
    missed = [(text, clause) for text, clauses in documents for clause in lost(text, clauses)]
    assert len(missed) <= MOST_LOST * sum(len(clauses) for _, clauses in documents), missed


def test_the_grammar_says_what_its_sentences_tell() -> None:
    text, clauses = filled("The {s0} {v0}s the {o0}, and the {s1} {v1}s {it:o0}.", SEEN, 0)
    (first, thing), (second, same) = clauses
    assert thing == same
    assert f"{first}s the {thing}, and" in text
    assert text.endswith(f"{second}s it.")


def test_a_clause_that_no_node_tells_is_lost() -> None:
    assert lost("Sign the form.", [("sign", "form"), ("sign", "letter")]) == [("sign", "letter")]
