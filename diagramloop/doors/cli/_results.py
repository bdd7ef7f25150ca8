"""Results: whole into files, never over one that is read; to standard output, but not to drive a terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from diagramloop.errors import DiagramloopError
from diagramloop.models.answer_text import sayable
from diagramloop.whole_files import write_whole


def real_paths(*paths: Path) -> frozenset[str]:
    """Resolve the paths of files; of links that lead nowhere, as far as they lead."""
    return frozenset(os.path.realpath(path) for path in paths)


def write_result(path: Path, content: bytes, read: frozenset[str] = frozenset()) -> None:
    """All of ``content`` to the file ``path``, or nothing, whatever is killed or full meanwhile.

    Args:
        read: the :func:`real_paths` of what is read, which no result is written over.

    Raises:
        DiagramloopError: it would be.
        OSError: it cannot be written.
    """
    real = os.path.realpath(path)
    if real in read:
        raise DiagramloopError(f"its result would overwrite {path}, which is read")
    if path.exists() and not path.is_file():  # a pipe, a terminal; a folder says what it is
        path.write_bytes(content)
        return
    try:
        write_whole(Path(real), content)
    except OSError as error:
        error.filename = str(path)  # which the user named
        raise


def check_writable(path: Path) -> None:
    """Refuse a place for a result before the work is done that is written there in the end.

    Raises:
        OSError: no file can be written there; a terminal or a pipe is not tried.
    """
    if path.is_file() or path.is_dir() or not path.exists():
        path.open("ab").close()


def write_stdout(content: bytes, suffix: str) -> None:
    """Write to standard output; a picture or another binary file is not poured over a terminal, nor what drives it."""
    binary = suffix == ".png" or not _is_text(content)
    if sys.stdout.isatty():
        if binary:
            what = "a picture" if suffix == ".png" else f"a {suffix} file"
            raise DiagramloopError(f"{what} does not go to a terminal: add -o DIR or redirect the output")
        content = sayable(content.decode()).encode()
    sys.stdout.buffer.write(content if binary or content.endswith(b"\n") else content + b"\n")
    sys.stdout.buffer.flush()


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in content
