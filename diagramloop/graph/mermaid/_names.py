"""Ids that Mermaid can spell."""

from __future__ import annotations

import re
from collections.abc import Sequence

RESERVED = re.compile(
    r"(?:style|linkStyle|interpolate|classDef|class|flowchart-elk|flowchart|graph|subgraph|end|_self|_blank|_parent|_top)\b"
)
"""What no id may begin with."""

ID = re.compile(rf"(?!{RESERVED.pattern})(?:[\w!#$%'*+.`?\\/,&]|:(?!::)|-(?![->.])|=(?!=))+")
"""A node id as Mermaid's lexer takes it (letters of any script, digits and some punctuation)."""

EDGE_NAME = re.compile(r'[^\s"@]{1,200}@(?!\{)')
"""An edge's id before its arrow. Its length is bounded, for at each link all that follows may be one."""

_WRITABLE_EDGE = re.compile(r"[\w.:-]{0,199}\w")
_MISREAD = re.compile(r"(?:click|href|call|direction|accTitle|accDescr)\b|[%&]|.*#\w+$", re.DOTALL)


def is_writable(name: str) -> bool:
    """True if an id can stand anywhere in a Mermaid document without being read as something else."""
    return bool(ID.fullmatch(name)) and not _MISREAD.match(name)


def is_writable_edge(name: str) -> bool:
    """True if an edge id can stand before ``@-->``."""
    return bool(_WRITABLE_EDGE.fullmatch(name))


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
