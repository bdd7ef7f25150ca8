"""Prompts of a language model: standing instructions from a file, the case at hand as JSON.

Nothing that comes from outside (a question, a chart, a paper, an utterance) is ever pasted into the instructions: it
arrives as strings of a JSON object, bounded in length, and without what no request can carry. Where a prompt has slots
(``$name``), what goes into them is fenced by who fills them.

The files are the project's own words. A folder of one's own may replace any of them (:class:`Prompts`), such as by the
prompts that a paper prints.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Template

from diagramloop.by_name import meant
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.allowances import OTHER, allowance

MAX_PROMPT_BYTES = 100_000  # of one file of one's own
_SUFFIX = ".txt"


@cache
def instructions(package: str, name: str) -> str:
    """The standing instructions called ``name``: the file ``prompts/NAME.txt`` of a package.

    Args:
        package: its full name.
    """
    return (files(package) / "prompts" / f"{name}{_SUFFIX}").read_text("utf-8").strip()


@cache
def prompt_names(package: str) -> tuple[str, ...]:
    """Names of all prompts of a package, in order."""
    file_names = (entry.name for entry in (files(package) / "prompts").iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in file_names if name.endswith(_SUFFIX)))


@cache
def slots(package: str, name: str) -> Mapping[str, bool]:
    """Slots of a prompt in order, and of each whether another text in its place must have it.

    A slot that is the name of another prompt of the package, such as ``$rules``, holds what the prompt may as well say
    itself; all others hold the case.
    """
    standing = prompt_names(package)
    return {slot: slot not in standing for slot in Template(instructions(package, name)).get_identifiers()}


class Prompts:
    """The prompts of a package, each replaced by the file of the same name in a folder of one's own that has it.

    Args:
        package: its full name.
        folder: of files ``NAME.txt``; all prompts are the package's if None. One folder may serve several packages: a
            file that is called like a role of another package is left to it.

    Raises:
        DiagramloopError: there is no such folder (MISSING), or none of its files is a prompt (EMPTY); a file is called
            like no prompt, or has other slots than the prompt that it replaces (INVALID); or it is empty, not UTF-8
            (UNREADABLE) or too long (TOO_LARGE).
    """

    def __init__(self, package: str, folder: str | os.PathLike[str] | None = None) -> None:
        self._package = package
        self._own = {} if folder is None else _read(package, Path(folder))

    def text(self, name: str) -> str:
        """The prompt called ``name`` as its file has it."""
        return self._own[name] if name in self._own else instructions(self._package, name)

    def filled(self, name: str, **parts: str) -> str:
        """The prompt called ``name`` with its parts put into its slots.

        Raises:
            KeyError: a part is missing.
        """
        return Template(self.text(name)).substitute(parts)


def folder_digest(folder: str | os.PathLike[str]) -> str:
    """SHA-256 (hex) of the names and bytes of a folder's prompts; of a folder that is not there, of none."""
    digest = hashlib.sha256()
    for path in sorted(Path(folder).glob(f"*{_SUFFIX}")):
        if path.is_file():
            content = path.read_bytes()
            digest.update(f"{path.name}\0{len(content)}\0".encode("utf-8", "surrogateescape") + content)
    return digest.hexdigest()


def _read(package: str, folder: Path) -> dict[str, str]:
    """The texts of a folder's prompts by name, each checked against the prompt that it replaces."""
    if not folder.is_dir():
        raise DiagramloopError(f"there is no folder of prompts {folder}", reason=RejectionReason.MISSING)
    known = prompt_names(package)
    texts = {}
    for path in sorted(folder.glob(f"*{_SUFFIX}")):
        name = path.name.removesuffix(_SUFFIX)
        if name in known and path.is_file():
            texts[name] = _checked(package, name, path)
        elif path.is_file() and allowance(name).kind == OTHER:
            raise DiagramloopError(f"{path}: no prompt is called {name!r}{meant(name, known)}; {', '.join(known)} are")
    if not texts:
        message = f"there is no prompt in {folder}: files are called {', '.join(f'{name}{_SUFFIX}' for name in known)}"
        raise DiagramloopError(message, reason=RejectionReason.EMPTY)
    return texts


def _checked(package: str, name: str, path: Path) -> str:
    text = _text_of(path)
    wanted = slots(package, name)
    if not wanted:  # no template: a dollar in it is a dollar
        return text
    template = Template(text)
    if not template.is_valid():
        raise DiagramloopError(f"{path}: a $ that begins no slot is written $$")
    there = template.get_identifiers()
    for slot in there:
        if slot not in wanted:
            raise DiagramloopError(
                f"{path}: the prompt {name} has no slot ${slot}{meant(slot, wanted)}; it has {_told(wanted)}"
            )
    lacking = [slot for slot, needed in wanted.items() if needed and slot not in there]
    if lacking:
        raise DiagramloopError(f"{path}: the prompt {name} lacks {_told(lacking)}, which the case comes in")
    return text


def _text_of(path: Path) -> str:
    try:
        content = path.read_bytes()
        text = content.decode("utf-8-sig").strip()
    except OSError as error:
        raise DiagramloopError(f"{path}: {error.strerror}", reason=RejectionReason.UNREADABLE) from error
    except UnicodeDecodeError as error:
        raise DiagramloopError(f"{path} is not UTF-8 text", reason=RejectionReason.UNREADABLE) from error
    if len(content) > MAX_PROMPT_BYTES:
        message = f"{path} has {len(content)} bytes, at most {MAX_PROMPT_BYTES}"
        raise DiagramloopError(message, reason=RejectionReason.TOO_LARGE)
    if not text:
        raise DiagramloopError(f"{path} is empty", reason=RejectionReason.EMPTY)
    return text


def _told(names: Mapping[str, bool] | list[str]) -> str:
    return ", ".join(f"${name}" for name in names)


def as_json(case: object) -> str:
    """The case at hand as one line of JSON, all characters as they are, and :func:`encodable`."""
    return encodable(json.dumps(case, ensure_ascii=False))


def quoted(text: str, most: int) -> str:
    """``text`` as a prompt or a trace quotes it: its first ``most`` characters, :func:`encodable`."""
    return encodable(text[:most])


def encodable(text: str) -> str:
    """``text`` with question marks for lone surrogates, which JSON can spell but no request and no table can carry."""
    return text.encode("utf-8", "replace").decode("utf-8")
