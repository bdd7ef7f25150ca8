"""Halves of a data set: one on which choices are made, one on which they are measured."""

from __future__ import annotations

import hashlib
from typing import Literal

Split = Literal["dev", "held", "all"]


def in_split(name: str, split: Split, parts: int = 2, held: int = 1) -> bool:
    """True if what is called ``name`` belongs to the split, by the SHA-256 of its name.

    Args:
        parts: into which the names fall by the hash's first byte.
        held: the number of the part that is held, from 0.

    >>> [name for name in "abcdef" if in_split(name, "dev")]
    ['a', 'b', 'c', 'd']
    """
    is_held = hashlib.sha256(name.encode()).digest()[0] % parts == held
    return split == "all" or (split == "held") == is_held
