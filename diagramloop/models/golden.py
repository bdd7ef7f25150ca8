"""Golden numbers of the published instruments, each with its source: checked where weights are loaded.

An instrument of which nothing stands here is not checked, and its name says so (:data:`UNCHECKED`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagramloop.errors import ModelError

UNCHECKED = " (not checked)"
VECTORS = {
    # "Hello world" in the tests of kjarni, which are torch's values
    "sentence-transformers/all-mpnet-base-v2": (0.0262497, 0.0133956, -0.0045332, -0.0217914, 0.0545519),
    # made here, by python -m diagnosis.instruments; the model's guide has the cosines .6660, .1046, .1411 of it
    "all-MiniLM-L6-v2": (-0.03448, 0.03102, 0.00673, 0.02611, -0.03936),
    # the tests of fastembed, for the text encoder of OpenAI's ViT-B/32
    "ViT-B-32@openai": (0.0083, 0.0103, -0.0138, 0.0199, -0.0069),
}
"""The first numbers of the vector of :data:`TEXT`."""
TEXT = "hello world"  # the three tokenizers know no capitals
FILES = {
    # as their pages on the hub say, the one in safetensors and the other
    "timm/ViT-SO400M-14-SigLIP-384": (
        "97faeafa0576c1ba4c92bae739ca06ef5f5d0c2db92f86a6086653d82a262043",
        "d689c23a24db988e2581c630222be425b2d39ee1aff236cc24742718e050e0b7",
    ),
    "alexnet-owt-7be5be79.pth": ("7be5be79",),  # torchvision names its files by their digests
    "LPIPS-Alex v0.1": ("df73285e35b22355a2df87cdb6b70b343713b667eddbda73e1977e0c860835c0",),  # lpips 0.1.4
}
"""SHA-256 of the weights' file, or its beginning, of every form in which it is published."""
_LEAST_COSINE = 0.9999  # four decimals of numbers near .01 leave .99999; publishers differ in whether lengths are one


def vector_agrees(instrument: str, encode: Callable[[Sequence[str]], NDArray[Any]]) -> bool:
    """True where ``encode`` gives the instrument's golden numbers; False where there are none.

    Args:
        instrument: a key of :data:`VECTORS`, or another name.
        encode: texts to vectors, shape (texts, dimensions).

    Raises:
        ModelError: it gives others: weights or their use are not those of that name.
    """
    golden = VECTORS.get(instrument)
    if golden is None:
        return False
    numbers = encode([TEXT])[0, : len(golden)].astype(np.float64)
    lengths = np.linalg.norm(numbers) * np.linalg.norm(golden)
    if not float(numbers @ np.array(golden)) >= _LEAST_COSINE * float(lengths):
        shown = ", ".join(f"{number:.4f}" for number in numbers)
        raise ModelError(f"{instrument} gives {shown} for {TEXT!r}, under its published weights {golden}")
    return True


def file_agrees(instrument: str, weights: Path) -> bool:
    """True where the file is the published one; False where none of that name is known.

    Raises:
        ModelError: it is another, or cannot be read.
    """
    digests = FILES.get(instrument)
    if digests is None:
        return False
    check_sha256(weights, *digests)
    return True


def check_sha256(weights: Path, *expected: str) -> None:
    """Refuse weights that are not byte for byte the pinned ones.

    Args:
        weights: their file.
        expected: digests, or their beginnings, of which the file must have one.

    Raises:
        ModelError: the file is absent or its SHA-256 is another.
    """
    try:
        with weights.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(f"weights cannot be read: {weights.name}: {error.strerror}") from error
    if not digest.startswith(expected):
        pinned = " or ".join(start[:12] for start in expected)
        raise ModelError(f"{weights.name} has SHA-256 {digest[:12]}..., pinned is {pinned}...")
