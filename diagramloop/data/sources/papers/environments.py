r"""``\begin{...} ... \end{...}`` in LaTeX, found in one pass."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

_MARK = re.compile(r"\\(begin|end)\s{0,9}\{([^{}]{1,40})\}")


@dataclass(frozen=True)
class Environment:
    """One environment: its name, its content, where it begins and where it ends (offsets, marks included)."""

    name: str
    body: str
    begin: int
    end: int


def environments(text: str, names: Collection[str]) -> Iterator[Environment]:
    """The environments of these names, in order; of nested ones the outermost. One without an end is none."""
    begun: re.Match[str] | None = None
    level, wanted = 0, ""
    for mark in _MARK.finditer(text):
        word, name = mark.groups()
        name = name.strip()
        if begun is None:
            if word == "begin" and name in names:
                begun, wanted, level = mark, name, 1
        elif name == wanted:
            level += 1 if word == "begin" else -1
            if level == 0:
                yield Environment(name, text[begun.end() : mark.start()], begun.start(), mark.end())
                begun = None


def without_environments(text: str, names: Collection[str]) -> str:
    """``text`` without the environments of these names."""
    kept, at = [], 0
    for environment in environments(text, names):
        kept.append(text[at : environment.begin])
        at = environment.end
    return "".join([*kept, text[at:]])
