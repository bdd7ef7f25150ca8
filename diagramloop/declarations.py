"""Declarations of a plug-in's maker: what it reads, what it was made of, whether it is a control.

Code that is not ours would do as it likes in the process that imports it, which may be the one that knows the gold or
scores. So a foreign maker is imported in a room alone, and what it says comes out of there as plain data.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from diagramloop.base.room import Limits, Room, Seal, answer_calls
from diagramloop.by_name import standing_at
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.plugins import Kind

_LIMITS = Limits(seconds=600.0, processor_seconds=300.0, memory_bytes=8 * 2**30)  # to import what it stands on
_OWN = "diagramloop."
_MODULE = "diagramloop.declarations"  # as a program, this one


@dataclass(frozen=True)
class Declaration:
    """The attributes by which a maker declares itself.

    Attributes:
        reads: of a parser, the form of what it is given; empty where it says nothing.
        lineage: places of the lineages of its weights; None where it says nothing.
        control: whether it draws the gold, as a control does.
        expected: of a control, by metric, what its scores must be.
    """

    reads: str = ""
    lineage: tuple[str, ...] | None = None
    control: bool = False
    expected: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def by(cls, maker: object, options: Mapping[str, Any]) -> Declaration:
        """That of a maker that is called with ``options``."""
        reads = getattr(maker, "reads", "")
        lineage = getattr(maker, "lineage", None)
        places = lineage(options) if callable(lineage) else lineage
        expected = getattr(maker, "expected", {})
        return cls(
            reads=reads if isinstance(reads, str) else "",
            lineage=None if places is None else tuple(map(str, places)),
            control=hasattr(maker, "draw_gold"),
            expected={str(metric): str(value) for metric, value in expected.items()},
        )


def is_foreign(place: str) -> bool:
    """True of ``package.module:attribute`` that is not in this package."""
    return not place.startswith(_OWN)


def declaration_of(kind: Kind[Any], name: str, options: Mapping[str, Any] | None = None) -> Declaration:
    """The declaration of the plug-in ``name``; one that is not ours is asked in a room.

    Args:
        options: that it is made with, plain data.

    Raises:
        DiagramloopError: as :meth:`~diagramloop.plugins.Kind.maker`, or as :meth:`~diagramloop.base.room.Room.call`.
    """
    place = kind.place(name)
    if not is_foreign(place):
        return Declaration.by(kind.maker(name), options or {})
    return _declared_in_room(place, kind.word, json.dumps(options or {}, sort_keys=True, default=str))


@lru_cache(maxsize=256)
def _declared_in_room(place: str, word: str, options: str) -> Declaration:
    room = Room(f"the {word} {place!r}", _MODULE, limits=_LIMITS, seal=Seal(network=True))
    try:
        declared = json.loads(room.call(json.dumps([place, word, options]).encode()))
    finally:
        room.close()
    try:
        lineage, expected = declared["lineage"], declared["expected"]
        return Declaration(
            reads=str(declared["reads"]),
            lineage=None if lineage is None else tuple(map(str, lineage)),
            control=bool(declared["control"]),
            expected={str(metric): str(value) for metric, value in expected.items()},
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise DiagramloopError(f"{place!r} declares what nobody can read", reason=RejectionReason.INVALID) from error


def _answer(request: bytes) -> bytes:
    """In the room."""
    place, word, options = json.loads(request)
    maker = standing_at(place, word)
    if not callable(maker):
        raise DiagramloopError(f"{place!r} makes no {word}")
    return json.dumps(vars(Declaration.by(maker, json.loads(options)))).encode()


if __name__ == "__main__":
    answer_calls(_answer)
