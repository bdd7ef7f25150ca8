"""Pictures and texts in one vector space: CLIP (Radford et al. 2021) and SigLIP (Zhai et al. 2023) by open_clip."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diagramloop.errors import ModelError
from diagramloop.models._errors import first_line
from diagramloop.models.checkpoints import available_device, require
from diagramloop.models.golden import FILES, UNCHECKED, file_agrees, vector_agrees

if TYPE_CHECKING:
    from PIL.Image import Image

Floats = NDArray[np.float64]

MAX_TEXT = 20_000  # characters of a text that are looked at


class Clip:
    """An encoder of pictures and texts; every weight is loaded, or it is not made.

    A text beyond the model's context (77 tokens for CLIP, 64 for SigLIP) is halved between two words until each part
    fits; its vector is the mean of the parts' vectors, so that the end of a long prompt counts like its beginning.

    Args:
        model: an architecture that open_clip knows (``ViT-B-32``), the path of a folder with
            ``open_clip_config.json`` and its weights, or a hub id (``ORGANISATION/NAME``).
        weights: for an architecture: a tag that open_clip knows (``openai``), whose own activation is built, or the
            path of a file, for which the architecture says it (``ViT-B-32-quickgelu`` for OpenAI's); pickles are read
            by torch's restricted reader alone.
        device: as torch calls it; the accelerator there is, else the CPU, if None.
        batch: pictures or texts encoded at once.

    Attributes:
        name: for the leaderboard; says so where nothing published could be held against the weights.

    Raises:
        ModelError: torch or open_clip is not installed, the weights cannot be had, they are not those of that name, or
            the architecture's activation is not theirs.
    """

    def __init__(
        self, model: str = "ViT-B-32", weights: str | None = "openai", device: str | None = None, batch: int = 32
    ) -> None:
        require("CLIP", "torch", "open_clip")
        self._device, self._batch = device or available_device(), batch
        source = _source(model)
        own = source != model  # a folder or a hub id brings its weights with it
        name = Path(model).name if own or weights is None else f"{model}@{Path(weights).name}"
        self._model, self._preprocess, self._tokenizer = _loaded(source, None if own else weights, self._device)
        checked = vector_agrees(name.replace("-quickgelu", ""), self.texts) or _file_agrees(source)
        self.name = name if checked else name + UNCHECKED

    def pictures(self, pictures: Sequence[Image]) -> Floats:
        """Vectors of length one of RGB pictures, shape (len(pictures), dimensions)."""
        return self._encoded(pictures, self._pixels, self._model.encode_image)

    def texts(self, texts: Sequence[str]) -> Floats:
        """Vectors of length one, shape (len(texts), dimensions)."""
        parts = [self._fitting(" ".join(text[:MAX_TEXT].split())) for text in texts]
        vectors = self._encoded([part for some in parts for part in some], self._tokenizer, self._model.encode_text)
        ends = np.cumsum([len(some) for some in parts])
        means = [vectors[end - len(some) : end].mean(axis=0) for some, end in zip(parts, ends, strict=True)]
        return _unit(np.array(means).reshape(len(texts), -1))

    def probability(self, cosines: Floats) -> Floats:
        """Return the model's probabilities for cosines of pictures and texts, in [0, 1], any shape.

        SigLIP is trained to tell by a sigmoid whether the two belong together: its probability; for CLIP, which has
        none, the cosine, below 0 taken as 0.
        """
        bias = getattr(self._model, "logit_bias", None)
        if bias is None:
            return np.clip(cosines, 0.0, 1.0)
        logits = cosines * self._model.logit_scale.exp().item() + bias.item()
        probability: Floats = 1.0 / (1.0 + np.exp(-logits))
        return probability

    def _pixels(self, pictures: Sequence[Image]) -> Any:
        import torch

        return torch.stack([self._preprocess(picture) for picture in pictures])

    def _encoded(self, items: Sequence[Any], prepared: Callable[[Any], Any], encode: Callable[[Any], Any]) -> Floats:
        import torch

        with torch.inference_mode():
            vectors = [
                encode(prepared(items[start : start + self._batch]).to(self._device)).float().cpu().numpy()
                for start in range(0, len(items), self._batch)
            ]
        return _unit(np.concatenate(vectors).astype(np.float64)) if vectors else np.zeros((0, 1))

    def _fitting(self, text: str) -> list[str]:
        """The parts of ``text`` that each fit the context."""
        words = text.split()
        if len(words) < 2 or self._fits(text):
            return [text]
        middle = len(words) // 2
        return [part for half in (words[:middle], words[middle:]) for part in self._fitting(" ".join(half))]

    def _fits(self, text: str) -> bool:
        """True where room for one token more changes nothing."""
        length = self._tokenizer.context_length
        exact, roomy = (self._tokenizer([text], context_length=size)[0, :length] for size in (length, length + 1))
        return bool((exact == roomy).all())


def _source(model: str) -> str:
    if Path(model).is_dir():
        return f"local-dir:{model}"
    return f"hf-hub:{model}" if "/" in model and not model.startswith("/") else model


def _file_agrees(source: str) -> bool:
    """True where the weights of a hub id are the published ones, byte for byte."""
    schema, _, model = source.rpartition(":")
    if schema != "hf-hub" or model not in FILES:
        return False
    from open_clip.pretrained import download_pretrained_from_hf

    return file_agrees(model, Path(download_pretrained_from_hf(model)))


def _loaded(model: str, weights: str | None, device: str) -> tuple[Any, Any, Any]:
    """The model, what turns a picture into its input, and its tokenizer."""
    import open_clip
    from open_clip.pretrained import get_pretrained_cfg
    from open_clip.transform import PreprocessCfg, image_transform_v2

    quick = bool(weights) and get_pretrained_cfg(model, weights).get("quick_gelu", False)
    options = {"pretrained": weights, "force_quick_gelu": quick, "device": device, "require_pretrained": True}
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("error", "QuickGELU mismatch")
            network = open_clip.create_model(model, **options)
        tokenizer = open_clip.get_tokenizer(model)
    except Exception as error:  # hub, file and architecture fail in as many ways
        raise ModelError(f"CLIP model {model!r} cannot be loaded: {first_line(error)}") from error
    return network.eval(), image_transform_v2(PreprocessCfg(**network.visual.preprocess_cfg), is_train=False), tokenizer


def _unit(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
