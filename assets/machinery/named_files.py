"""Files and folders that options of systems name: answers given elsewhere, prompts, tables. They decide like code."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from diagramloop.models.prompts import folder_digest

OPTIONS = "options"  # the node, of whatever system, in which a text can name a file
PROMPTS = "prompts"  # an option that is a folder of prompts, there or not
_NEVER = frozenset(("store", "make", "back_end", "model"))  # what is written to, and names
_MADE = frozenset(("artifacts", ".diagramloop", ".dvc", ".git"))  # what steps and tools write
_LONGEST = 1_000  # characters of a path
_WHOLE = 64 * 2**20  # bytes of a file that count all; of larger ones, weights, both ends and the size


def named_files(options: Any) -> list[str]:
    """The files and folders named anywhere in ``options``, each once, in order of name; and the folders of prompts.

    Args:
        options: parameters by name, of which those called ``options``, or within such, can name files.
    """
    return sorted({path.rstrip("/") for path in _named(options, "", inside=False)})


def files_identity(options: Any) -> list[str]:
    """A line for each of these, with the digest of what is in it."""
    return [f"{path} {_digest(Path(path))}" for path in named_files(options)]


def _named(value: Any, key: str, *, inside: bool) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, part in value.items():
            last = str(name).rpartition(".")[2]
            yield from _named(part, last, inside=inside or last == OPTIONS)
    elif isinstance(value, list):
        for part in value:
            yield from _named(part, key, inside=inside)
    elif isinstance(value, str) and (key == PROMPTS or (inside and key not in _NEVER and _is_there(value))):
        yield value


def _is_there(text: str) -> bool:
    """True of the path of a file, or of a folder below the project or elsewhere, that no step makes."""
    if not text.strip() or len(text) > _LONGEST or "\n" in text or "\0" in text:
        return False
    path, root = Path(text), Path.cwd()
    if not path.exists():
        return False
    place = (root / path).resolve()
    if root.is_relative_to(place):
        return False
    top = place.relative_to(root).parts if place.is_relative_to(root) else ()
    return top != ("data",) and not _MADE.intersection(top[:1])


def _digest(path: Path) -> str:
    if path.is_file():
        return _of_file(path)
    digest = hashlib.sha256(folder_digest(path).encode())
    for file in sorted(place for place in path.rglob("*") if place.is_file()):
        digest.update(f"{file.relative_to(path).as_posix()}\0{_of_file(file)}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _of_file(path: Path) -> str:
    size = path.stat().st_size
    digest = hashlib.sha256(f"{size}\0".encode())
    with path.open("rb") as file:
        if size <= _WHOLE:
            digest.update(file.read())
        else:
            digest.update(file.read(_WHOLE // 2))
            file.seek(-_WHOLE // 2, 2)
            digest.update(file.read())
    return digest.hexdigest()
