"""Reading files of a data set that nobody vouches for: bounded, and by safe names only."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from diagramloop.errors import RejectionReason, SourceError

MAX_JSON_BYTES = 256_000_000
MAX_TEXT_BYTES = 20_000_000
MAX_PICTURE_BYTES = 100_000_000

_SAFE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")


def check_id(id: str) -> str:
    """``id`` if it can name a file or folder anywhere: ASCII letters, digits, ``_``, ``-``, ``.``, at most 100.

    Raises:
        SourceError: UNSAFE.
    """
    if not _SAFE_ID.fullmatch(id) or id.endswith("."):
        raise SourceError(f"{id[:100]!r} is not usable as a name", reason=RejectionReason.UNSAFE)
    return id


def read_bytes(root: Path, relative: str, limit: int) -> bytes:
    """The content of ``root/relative``; links are followed, since DVC may check data out as links to its cache.

    Args:
        root: the data set's folder.
        relative: a path in it, made of fixed names and names that passed :func:`check_id`.
        limit: the most bytes that are read.

    Raises:
        SourceError: it is absent (MISSING), is no plain file (INVALID), cannot be read (UNREADABLE), holds
            nothing (EMPTY) or more than ``limit`` bytes (TOO_LARGE).
    """
    path = root / relative
    if not path.exists():
        raise SourceError(f"{relative} is missing")
    if not path.is_file():
        raise SourceError(f"{relative} is not a plain file", reason=RejectionReason.INVALID)
    try:
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except OSError as error:
        raise SourceError(f"{relative}: {error.strerror}", reason=RejectionReason.UNREADABLE) from error
    if len(content) > limit:
        raise SourceError(f"{relative} has more than {limit} bytes", reason=RejectionReason.TOO_LARGE)
    if not content:
        raise SourceError(f"{relative} is empty", reason=RejectionReason.EMPTY)
    return content


def read_text(root: Path, relative: str, limit: int = MAX_TEXT_BYTES) -> str:
    """Read like :func:`read_bytes`, and decode UTF-8; also raises SourceError UNREADABLE."""
    try:
        return read_bytes(root, relative, limit).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SourceError(f"{relative} is not UTF-8: {error}", reason=RejectionReason.UNREADABLE) from error


def read_json(root: Path, relative: str, limit: int = MAX_JSON_BYTES) -> Any:
    """Read like :func:`read_text`, then parse JSON; bad syntax, absurd nesting, repeated keys are errors (SYNTAX)."""
    text = read_text(root, relative, limit)
    try:
        return json.loads(text, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError) as error:
        raise SourceError(f"{relative} is not JSON: {error}", reason=RejectionReason.SYNTAX) from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """JSON would keep the last of two rows with one key and lose the first without a word."""
    content = dict(pairs)
    if len(content) < len(pairs):
        raise ValueError("a key occurs twice in an object")
    return content
