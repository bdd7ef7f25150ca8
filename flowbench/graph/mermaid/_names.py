"""Ids that Mermaid can spell."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PLAIN = re.compile(r"[^\W_][\w.]*(?:-[\w.]+)*")
_RESERVED = re.compile(
    r"(?:style|default|linkStyle|interpolate|classDef|class|href|click|flowchart|graph|subgraph|end|direction|call"
    r"|accTitle|accDescr)\b"
)


def is_writable(name: str) -> bool:
    """Whether an id can stand anywhere in a Mermaid document without being read as something else."""
    return bool(_PLAIN.fullmatch(name)) and not _RESERVED.match(name)


def writable_names(names: Sequence[str]) -> dict[str, str]:
    """Every id to a distinct one that Mermaid can spell: itself where possible, else its nearest kin."""
    written = {name: name for name in names if is_writable(name)}
    taken = set(written)
    for name in names:
        if name in written:
            continue
        stem = "n_" + re.sub(r"\W+", "_", name).strip("_")
        fresh, count = stem, 1
        while fresh in taken:
            count += 1
            fresh = f"{stem}_{count}"
        taken.add(fresh)
        written[name] = fresh
    return written
