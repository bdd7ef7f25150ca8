"""A BERT sentence encoder as a forward pass in numpy: no torch, loaded in a fraction of a second.

Mean pooling over the tokens and unit length, as the sentence-transformers models of that family do
(Reimers and Gurevych, 2019, Section 3). Texts of equal token count run together, so that no padding and
no attention mask is needed and a text's vector does not depend on its neighbours but for rounding.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

_BATCH = 64  # texts a pass; bounds memory, not results


class BertSentenceEncoder:
    """Sentence vectors from a folder with config.json, tokenizer.json and model.safetensors.

    Args:
        folder: a sentence-transformers model folder whose network is BERT with mean pooling.
    """

    def __init__(self, folder: Path) -> None:
        import scipy  # slow to import, and of the extra alone
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer

        self._special = scipy.special
        config = json.loads((folder / "config.json").read_text("utf-8"))
        limit = json.loads((folder / "sentence_bert_config.json").read_text("utf-8"))["max_seq_length"]
        self._weights: dict[str, Array] = load_file(folder / "model.safetensors")
        self._layers: int = config["num_hidden_layers"]
        self._heads: int = config["num_attention_heads"]
        self._epsilon: float = config["layer_norm_eps"]
        self._tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(limit)

    def encode(self, texts: Sequence[str]) -> Array:
        """Unit vectors, shape (len(texts), hidden)."""
        by_length: dict[int, list[int]] = defaultdict(list)
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        for index, ids in enumerate(tokens):
            by_length[len(ids)].append(index)
        vectors = np.zeros((len(texts), self._weights["embeddings.LayerNorm.weight"].size), dtype=np.float32)
        for members in by_length.values():
            for start in range(0, len(members), _BATCH):
                batch = members[start : start + _BATCH]
                vectors[batch] = self._hidden(np.array([tokens[i] for i in batch])).mean(axis=1)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors

    def _hidden(self, ids: NDArray[np.int64]) -> Array:
        """Last hidden states of (texts, tokens) ids, shape (texts, tokens, hidden)."""
        words, places, kinds = (
            self._weights[f"embeddings.{part}_embeddings.weight"] for part in ("word", "position", "token_type")
        )
        states = self._normalise(words[ids] + places[: ids.shape[1]] + kinds[0], "embeddings.LayerNorm")
        for layer in range(self._layers):
            states = self._layer(states, f"encoder.layer.{layer}")
        return states

    def _layer(self, states: Array, name: str) -> Array:
        """One transformer block: self-attention, then the feed-forward network."""
        attended = self._dense(self._attend(states, f"{name}.attention.self"), f"{name}.attention.output.dense")
        states = self._normalise(states + attended, f"{name}.attention.output.LayerNorm")
        inner = self._dense(states, f"{name}.intermediate.dense")
        inner *= 0.5 * (1.0 + self._special.erf(inner / np.float32(np.sqrt(2.0))))  # GELU, exact form
        return self._normalise(states + self._dense(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")

    def _attend(self, states: Array, name: str) -> Array:
        """Multi-head scaled dot-product attention over all tokens."""
        query, key, value = (self._split(self._dense(states, f"{name}.{part}")) for part in ("query", "key", "value"))
        weights = self._special.softmax(query @ key.swapaxes(-1, -2) / np.float32(np.sqrt(query.shape[-1])), axis=-1)
        mixed: Array = weights @ value
        return mixed.swapaxes(1, 2).reshape(states.shape)

    def _split(self, states: Array) -> Array:
        """(texts, tokens, hidden) as (texts, heads, tokens, hidden / heads)."""
        texts, tokens, _ = states.shape
        return states.reshape(texts, tokens, self._heads, -1).swapaxes(1, 2)

    def _dense(self, states: Array, name: str) -> Array:
        return states @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]

    def _normalise(self, states: Array, name: str) -> Array:
        centred = states - states.mean(axis=-1, keepdims=True)
        scale = np.sqrt(np.square(centred).mean(axis=-1, keepdims=True) + np.float32(self._epsilon))
        normal: Array = centred / scale * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        return normal
