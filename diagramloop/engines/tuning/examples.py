"""Sets of examples: which subject each example is about, in which split it is, and that no subject is evaluated on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import pyarrow as pa

from diagramloop.by_name import made_by, standing_at
from diagramloop.engines.tuning.settings import SetSettings
from diagramloop.errors import RejectionReason, SourceError

TRAIN, VALIDATION = "train", "validation"
PICTURE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
COMMON = [pa.field(name, pa.string()) for name in ("id", "split", "subject")]
THINGS = [pa.field("things", pa.list_(pa.string()))]
"""Fingerprints of what the example was made from (:mod:`diagramloop.evaluation.lineage`)."""


@dataclass(frozen=True)
class Subject:
    """Source of examples: a chart, a document, a dialogue.

    Attributes:
        id: unique within its set.
        things: its own fingerprint, and then those of what it is a part of.
    """

    id: str
    things: tuple[str, ...]


@runtime_checkable
class Examples(Protocol):
    """A way to make examples of a data set; made with the data set's folder and with options.

    Attributes:
        schema: columns of its rows, ``COMMON`` and ``THINGS`` among them.
        varies: True where other examples can be made of the same subject, by another seed.
        licence: of the data set.
    """

    schema: pa.Schema
    varies: bool
    licence: str

    def subjects(self) -> Sequence[Subject]:
        """All subjects, always in the same order."""
        ...

    def row(self, subject: str, seed: str) -> Mapping[str, Any]:
        """The example of a subject, without the columns ``id``, ``split``, ``subject`` and ``things``.

        Raises:
            DiagramloopError: there is none to be had of it.
        """
        ...


def examples_of(settings: SetSettings, folder: Path) -> Examples:
    """Make what makes the examples of a set whose data set lies in ``folder``.

    Raises:
        DiagramloopError: there is no such class, or it takes other options.
    """
    make = standing_at(settings.make, "set of examples")
    made: Examples = made_by(make, "set of examples", settings.make, Examples, {"root": folder, **settings.options})
    return made


@dataclass(frozen=True)
class Chosen:
    """The examples of a set.

    Attributes:
        items: of each example its id, split, subject, things and seed.
        left_out: how many subjects are evaluated on.
    """

    items: tuple[dict[str, Any], ...]
    left_out: int


def choose(subjects: Sequence[Subject], settings: SetSettings, evaluated: Set[str], *, varies: bool) -> Chosen:
    """The examples to be made of the subjects that nothing is evaluated on.

    Each split takes its subjects in turn, as often as it takes examples, or once where examples do not vary.

    Args:
        evaluated: fingerprints of what systems are evaluated on.

    Raises:
        SourceError: a split has no subject (EMPTY).
    """
    of_item = slice(None, 1 if settings.apart == "item" else None)
    kept = [subject for subject in subjects if evaluated.isdisjoint(subject.things[of_item])]
    parts: dict[str, list[Subject]] = {TRAIN: [], VALIDATION: []}
    for subject, apart in zip(kept, _validated(kept, of_item, settings.validation_share), strict=True):
        parts[VALIDATION if apart else TRAIN].append(subject)
    wanted = {TRAIN: settings.train, VALIDATION: settings.validation}
    for split, found in parts.items():
        if not found:
            out = len(subjects) - len(kept)
            told = f"of {len(subjects)} subjects, {out} of them evaluated on, none is left for {split}"
            raise SourceError(told, reason=RejectionReason.EMPTY)
    items = (item for split, found in parts.items() for item in _items(found, split, wanted[split], settings, varies))
    return Chosen(tuple(items), len(subjects) - len(kept))


def _items(
    subjects: Sequence[Subject], split: str, wanted: int, settings: SetSettings, varies: bool
) -> Iterator[dict[str, Any]]:
    ranked = sorted(subjects, key=lambda subject: _hash(f"{settings.seed}|{subject.id}"))
    for number in range(wanted if varies else min(wanted, len(ranked))):
        subject = ranked[number % len(ranked)]
        seed = f"{settings.seed}/{subject.id}/{number // len(ranked)}"
        things = list(subject.things)
        yield {"id": f"{split}-{number:06d}", "split": split, "subject": subject.id, "things": things, "seed": seed}


def _validated(subjects: Sequence[Subject], of_item: slice, share: float) -> list[bool]:
    """Of each subject, True where it is validated on: by the hash of what it may not share with others."""
    ranks = [_hash((subject.things[of_item] or (subject.id,))[-1]) for subject in subjects]
    distinct = sorted(set(ranks))
    least = set(distinct[: max(1, round(share * len(distinct)))]) if len(distinct) > 1 else set()
    return [rank in least for rank in ranks]


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
