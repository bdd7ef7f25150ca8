"""Trained numbers in one file: named arrays and facts about them, as safetensors. No code can be in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.whole_files import write_whole

SUFFIX = ".safetensors"
_FACTS = "facts"  # the one entry of the header: with several their order, and so the bytes, would be left to chance


@dataclass(frozen=True)
class TrainedNumbers:
    """The content of a weight file.

    Attributes:
        arrays: by name.
        facts: what else there is to know of them, as JSON has it.
    """

    arrays: Mapping[str, NDArray[Any]]
    facts: Mapping[str, Any]

    def content(self) -> bytes:
        """The file: the same numbers and facts are the same bytes."""
        arrays = {name: np.array(array, order="C") for name, array in self.arrays.items()}
        return save(arrays, metadata={_FACTS: json.dumps(self.facts, sort_keys=True)})

    def write(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        write_whole(path, self.content())


def read_numbers(content: bytes, name: str) -> TrainedNumbers:
    """Read the content of a weight file called ``name``.

    Raises:
        DiagramloopError: it is none (MISSING).
    """
    try:
        length = int.from_bytes(content[:8], "little")
        header = json.loads(content[8 : 8 + length])
        return TrainedNumbers(load(content), json.loads(header["__metadata__"][_FACTS]))
    except (SafetensorError, ValueError, KeyError, TypeError) as error:
        raise DiagramloopError(f"{name} holds no trained numbers: {error}", reason=RejectionReason.MISSING) from error


@lru_cache(maxsize=16)
def shipped_numbers(package: str, name: str) -> TrainedNumbers:
    """The weight file ``name`` of a package, read once.

    Raises:
        DiagramloopError: it is not there or is none (MISSING): the installation is broken.
    """
    place = files(package).joinpath(name)
    if not place.is_file():
        raise DiagramloopError(f"trained numbers are missing: {name}", reason=RejectionReason.MISSING)
    return read_numbers(place.read_bytes(), name)
