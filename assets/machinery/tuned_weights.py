"""Weights that systems name by the stage that makes them: ``checkpoint: tuned/NAME``."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from assets.machinery.named_files import files_identity
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.checkpoints import record_digest

TUNED = "tuned"  # the stage
_NAMED = f"{TUNED}/"


def with_folders(options: Any, folders: Mapping[str, Path]) -> Any:
    """The options with the folder of each tuned checkpoint in place of its name.

    Args:
        folders: by the name of the checkpoint.

    Raises:
        DiagramloopError: none is tuned under that name in this configuration (MISSING).
    """
    if isinstance(options, Mapping):
        return {name: with_folders(value, folders) for name, value in options.items()}
    if isinstance(options, list):
        return [with_folders(value, folders) for value in options]
    if not isinstance(options, str) or not options.startswith(_NAMED):
        return options
    name = options.removeprefix(_NAMED)
    if name not in folders:
        told = f"nothing is tuned as {name!r} here: choose tuning=[{name}]"
        raise DiagramloopError(told, reason=RejectionReason.MISSING)
    return str(folders[name])


def identity_with(code: str, params: Mapping[str, Any], folders: Mapping[str, Path]) -> str:
    """The identity of ``code`` that works with the tuned weights and with the files and folders that are named in
    ``params``; ``code`` itself where none is.
    """
    digests = [f"{name} {record_digest(str(folders[name]))}" for name in sorted(set(_names(params))) if name in folders]
    digests += files_identity(params)
    return hashlib.sha256("\n".join([code, *digests]).encode()).hexdigest() if digests else code


def _names(options: Any) -> Iterator[str]:
    if isinstance(options, Mapping | list):
        for value in options.values() if isinstance(options, Mapping) else options:
            yield from _names(value)
    elif isinstance(options, str) and options.startswith(_NAMED):
        yield options.removeprefix(_NAMED)
