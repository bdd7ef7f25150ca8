"""Files and folders that are written whole or not at all, whatever is killed or full meanwhile."""

from __future__ import annotations

import errno
import json
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeGuard

_OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM)


def write_whole(path: Path, content: str | bytes) -> None:
    """Puts ``content`` (text as UTF-8) at ``path`` in one step; a file that was there is as it was until then.

    Raises:
        OSError: it cannot be written; names ``path``.
    """
    unfinished = _beside(path)
    try:
        with naming(path):
            unfinished.write_bytes(content.encode() if isinstance(content, str) else content)
            unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_json(path: Path, content: object) -> None:
    """Puts a value of JSON at ``path`` in one step, one field a line in their order by name.

    Raises:
        OSError: it cannot be written; names ``path``.
    """
    write_whole(path, json.dumps(content, indent=1, sort_keys=True) + "\n")


def write_new(path: Path, content: bytes) -> None:
    """Puts ``content`` at ``path`` in one step, where nothing is: not a file, nor a link that leads nowhere.

    Raises:
        FileExistsError: something is there, perhaps since a moment ago.
        OSError: it cannot be written; names ``path``.
    """
    unfinished = _beside(path)
    try:
        with naming(path):
            unfinished.write_bytes(content)
            path.hardlink_to(unfinished)  # unlike a renaming, it never takes the place of what is there
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """An empty folder that takes the place of ``path`` when all is written to it; until then what was there stays.

    Raises:
        OSError: it cannot be written; names ``path``, or the place in it that the file was to have.
    """
    unfinished = _beside(path)
    try:
        with naming(path, unfinished):
            unfinished.mkdir(parents=True)
            yield unfinished
            shutil.rmtree(path, ignore_errors=True)
            unfinished.replace(path)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


@contextmanager
def naming(path: Path, instead_of: Path | None = None) -> Iterator[None]:
    """Errors of the system name ``path``: a file that is open says only what is wrong.

    Args:
        instead_of: the place for which ``path`` stands; by default any.
    """
    try:
        yield
    except OSError as error:
        named = error.filename
        if named is None or instead_of is None:
            error.filename = str(path)
        elif Path(str(named)).is_relative_to(instead_of):
            error.filename = str(path / Path(str(named)).relative_to(instead_of))
        raise


def is_of_the_disk(error: BaseException) -> TypeGuard[OSError]:
    """True if the disk is full or a file may not be written: a fault of the machine, and of nothing that was read."""
    return isinstance(error, OSError) and error.errno in _OF_THE_DISK


def _beside(path: Path) -> Path:
    """A place in the same folder, and so on the same disk, that no other process has; in 255 bytes, as disks want."""
    return path.with_name(f".{path.name[:50]}.{secrets.token_hex(8)}")
