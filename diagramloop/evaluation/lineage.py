"""Training data of a shipped weight, and the number of a row's items among them.

Beside each weight, or list of words, lies ``NAME.lineage.json``: the data set, and a fingerprint of each thing of it
that went into the weight; none of the data themselves. The training that makes a weight writes it, and
``benchmarks/training/lineages.py`` that of a list of words. A system's class names its own in ``lineage`` as
``package:file``; no names say that nothing was fitted, no ``lineage`` that it is not known.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from diagramloop.data.sources import Dialogue
from diagramloop.declarations import declaration_of
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.graph import FlowGraph
from diagramloop.models.checkpoints import LINEAGE
from diagramloop.plugins import Kind

DIGITS = 16  # of the SHA-256, in hexadecimal: among a million things, two alike by chance have odds of 3 in 10^8


@dataclass(frozen=True)
class Lineage:
    """The training data of one weight.

    Attributes:
        weight: its file's name.
        data: the data set, and which part of it.
        use: what was done with it: ``trained on``, ``looked at``.
        things: fingerprints.
    """

    weight: str
    data: str
    use: str
    things: frozenset[str]


@dataclass(frozen=True)
class Seen:
    """The items of a row that a system was made of.

    Attributes:
        items: how many; None where that is not known.
        note: for readers of the row; empty where none was seen, or it is not known.
    """

    items: int | None = None
    note: str = ""


def fingerprint(*texts: str) -> str:
    """Of texts in their order, whatever their case, their white space and how their signs are composed.

    >>> fingerprint("Boil  water") == fingerprint("boil water") != fingerprint("boil", "water")
    True
    """
    plain = (" ".join(unicodedata.normalize("NFKC", text).casefold().split()) for text in texts)
    return hashlib.sha256("\0".join(plain).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def chart_fingerprint(graph: FlowGraph) -> str:
    """Of what a chart says: the texts of its nodes and what is joined, whatever its ids, order, places and style."""
    text = {node.id: node.text for node in graph.nodes}
    arcs = (fingerprint(text.get(e.source, ""), e.label, text.get(e.target, "")) for e in graph.edges)
    return fingerprint(*sorted(fingerprint(words) for words in text.values()), "edges", *sorted(arcs))


def drawing_fingerprint(source: str, id: str) -> str:
    """Of a data set's own drawing of a chart, by its name there: people draw the same chart anew."""
    return fingerprint("drawing", source, id)


def dialogue_fingerprint(dialogue: Dialogue) -> str:
    """Of what is said in a dialogue."""
    return fingerprint(*(turn.text for turn in dialogue.turns))


def lineages_of(kind: Kind[Any], make: str, options: Mapping[str, Any]) -> tuple[Lineage, ...] | None:
    """Those that a system's class or function names, perhaps by its options, and those of tuned checkpoints in its
    options; None where there are none, or it is not there.

    Args:
        make: the system's name, as :meth:`diagramloop.plugins.Kind.maker` has it.

    Raises:
        DiagramloopError: a file that it names is not there (MISSING) or not in its form (INVALID).
    """
    try:
        places = declaration_of(kind, make, options).lineage
    except DiagramloopError:  # whoever makes it says so
        return None
    tuned = tuple(_tuned(options))
    return None if places is None and not tuned else tuple(map(read_lineage, (*(places or ()), *tuned)))


def _tuned(options: object) -> Iterator[str]:
    """The lineages that lie beside checkpoints of the project's own making, wherever options name their folders."""
    if isinstance(options, Mapping):
        for value in options.values():
            yield from _tuned(value)
    elif isinstance(options, list | tuple):
        for value in options:
            yield from _tuned(value)
    elif isinstance(options, str) and "/" in options and (place := Path(options) / LINEAGE).is_file():
        yield str(place)


def seen(items: Iterable[Collection[str]], lineages: Sequence[Lineage] | None) -> Seen:
    """Count the items with a fingerprint among those of the lineages.

    Args:
        items: the fingerprints of each: its own, and those of what it is a part of.
    """
    if lineages is None:
        return Seen()
    every = list(items)
    counts = [sum(not lineage.things.isdisjoint(item) for item in every) for lineage in lineages]
    met = frozenset().union(*(lineage.things for lineage in lineages))
    told = [
        f"{count} of {len(every)} items are of what {lineage.weight} was {lineage.use} ({lineage.data})"
        for count, lineage in zip(counts, lineages, strict=True)
        if count
    ]
    return Seen(sum(not met.isdisjoint(item) for item in every), f"in-sample: {'; '.join(told)}" if told else "")


def with_seen(
    rows: Iterable[LeaderboardRow],
    items: Iterable[tuple[str, Collection[str]]],
    lineages: Sequence[Lineage] | None,
) -> list[LeaderboardRow]:
    """The cells with what of their board's items the system was made of.

    Args:
        items: the board and the fingerprints of each; not looked at where ``lineages`` are not known.
    """
    things: dict[str, list[Collection[str]]] = defaultdict(list)
    for data, found in items if lineages is not None else ():
        things[data].append(found)
    met = {data: seen(found, lineages) for data, found in things.items()}
    return [replace(row, seen=met.get(row.data, Seen()).items, note=met.get(row.data, Seen()).note) for row in rows]


def read_lineage(place: str) -> Lineage:
    """The lineage at ``package:file``, or in a file at that path; raises as :func:`lineages_of`."""
    return _packaged(place) if ":" in place else _lineage(Path(place), place)


@lru_cache(maxsize=32)
def _packaged(place: str) -> Lineage:
    package, _, name = place.partition(":")
    try:
        file = files(package) / name
    except ImportError as error:
        raise DiagramloopError(f"no lineage at {place}", reason=RejectionReason.MISSING) from error
    return _lineage(file, place)


def _lineage(file: Traversable, place: str) -> Lineage:
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
        return Lineage(read["weight"], read["data"], read["use"], frozenset(read["things"]))
    except OSError as error:
        raise DiagramloopError(f"no lineage at {place}", reason=RejectionReason.MISSING) from error
    except (ValueError, KeyError, TypeError) as error:
        raise DiagramloopError(f"{place} is no lineage: {error}") from error
