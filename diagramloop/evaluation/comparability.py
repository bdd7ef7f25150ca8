"""Comparability of rows: what two values must share so that their difference says something of the systems.

A row stands on four things: its items with their references, the metric as it counts, the instruments that measured
it, and the settings under which its items were made and put to the system. Their hash is on the row; what differs
between two rows of one name is told by its name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from pydantic import BaseModel

DIGITS = 16  # of the SHA-256, in hexadecimal
INSTRUMENTS = frozenset(("similarity", "families", "judge", "parts"))  # of an item: told of by their names
MOST_NAMED = 3  # items, settings


@dataclass(frozen=True)
class Basis:
    """The things that a row stands on.

    Attributes:
        items: hash of what :func:`items_hash` takes.
        metric: :func:`~diagramloop.scores.planted_faults.fingerprint` of the metric.
        measured_by: as the row has it.
        settings: by name, JSON values; the system's own are not among them.
    """

    items: str
    metric: str
    measured_by: str
    settings: Mapping[str, Any]

    @property
    def hash(self) -> str:
        """Return what rows that compare have in common."""
        return _hash(asdict(self))


def item_hash(item: object) -> str:
    """Hash of an item of a task with its reference, without the instruments that it carries along."""
    assert is_dataclass(item)
    return _hash({f.name: getattr(item, f.name) for f in fields(item) if f.name not in INSTRUMENTS})


def items_hash(items: Iterable[tuple[str, str]]) -> str:
    """Hash of the items of a row.

    Args:
        items: id and :func:`item_hash` of each, in any order.
    """
    return _hash(sorted(items))


def unlike(first: Basis, second: Basis) -> Iterator[str]:
    """Words on everything in which two bases differ, their items aside; none where they do not."""
    if first.metric != second.metric:
        yield "metric: it counts otherwise"
    if first.measured_by != second.measured_by:
        yield f"instruments: {first.measured_by or 'none'} and {second.measured_by or 'none'}"
    flat = [dict(_flat(basis.settings)) for basis in (first, second)]
    changed = [name for name in sorted({*flat[0], *flat[1]}) if flat[0].get(name) != flat[1].get(name)]
    if changed:
        told = [f"{name} is {_said(flat[0], name)} and {_said(flat[1], name)}" for name in changed[:MOST_NAMED]]
        yield f"settings: {', '.join(told)}{_rest(changed)}"


def unlike_items(first: Mapping[str, str], second: Mapping[str, str]) -> Iterator[str]:
    """Words on the items that only one row has, and on those with unlike references.

    Args:
        first, second: by id of an item its :func:`item_hash`.
    """
    apart = {
        "only in the first": sorted(first.keys() - second.keys()),
        "only in the second": sorted(second.keys() - first.keys()),
        "with another reference": sorted(id for id in first.keys() & second.keys() if first[id] != second[id]),
    }
    told = [f"{len(ids)} {what} ({', '.join(ids[:MOST_NAMED])}{_rest(ids)})" for what, ids in apart.items() if ids]
    if told:
        yield f"items: {'; '.join(told)}"


def _rest(named: Sequence[str]) -> str:
    return ", ..." if len(named) > MOST_NAMED else ""


def _said(flat: Mapping[str, Any], name: str) -> str:
    return json.dumps(flat[name], ensure_ascii=False) if name in flat else "not set"


def _flat(value: object, name: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _flat(inner, f"{name}.{key}" if name else str(key))
    else:
        yield name, value


def _hash(value: object) -> str:
    written = json.dumps(value, default=_plain, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def _plain(value: Any) -> Any:
    """JSON for what an item holds."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: getattr(value, f.name) for f in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is nothing that an item holds")
