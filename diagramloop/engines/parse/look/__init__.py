"""One look at a picture before it is read: a diagram and of which kind, or a window, table, listing, map and so on.

For readers, parsers and doors: ``look(pixels)`` of an RGB array takes less than 0.1 s on one core and answers a
:class:`Look` with ``kind``, ``name`` (the kind in words), ``diagram`` (probability that it is a diagram at all) and
``shares`` (of each kind). ``refusal(look)`` is the error that names what a picture surely shows instead of a diagram,
or a diagram that no reader here reads; None where it is to be read.
"""

from diagramloop.engines.parse.look.kinds import (
    DIAGRAMS,
    EVEN,
    KINDS,
    NAMES,
    OTHERS,
    DiagramKind,
    Look,
    OtherKind,
    PictureKind,
    look,
)
from diagramloop.errors import DiagramloopError, RejectionReason

SURE = 0.8  # probability from which on the name alone refuses a picture
NOT_READ: frozenset[PictureKind] = frozenset({"sequence"})
"""Diagrams whose lines join moments, not nodes: read as a graph they would be wrong."""
DOUBTFUL: frozenset[PictureKind] = frozenset({"drawing"})
"""No diagrams that are like some: lines lead to numbers in circles, as in a chart of states. A reading decides."""


class NoDiagramError(DiagramloopError):
    """A picture shows something else, or nothing connected.

    Attributes:
        shows: it, in words; empty where that is not known.
    """

    reason = RejectionReason.NO_DIAGRAM

    def __init__(self, message: str, shows: str = "", reason: RejectionReason = RejectionReason.NO_DIAGRAM) -> None:
        super().__init__(message, reason=reason)
        self.shows = shows


def refusal(seen: Look) -> NoDiagramError | None:
    """The refusal of a picture by its kind: surely no diagram (NO_DIAGRAM), or one that is not read (UNSUPPORTED)."""
    if seen.diagram <= 1 - SURE and seen.kind not in DOUBTFUL:
        return no_diagram(seen)
    if seen.kind in NOT_READ and seen.shares[seen.kind] >= SURE:
        message = f"{seen.name}, which is not read ({seen.shares[seen.kind]:.2f} sure)"
        return NoDiagramError(message, seen.name, RejectionReason.UNSUPPORTED)
    return None


def no_diagram(seen: Look) -> NoDiagramError:
    """The refusal of a picture as no diagram, by the name of what it likeliest is beside one."""
    name = max(OTHERS, key=lambda kind: seen.shares[kind])
    doubt = "" if seen.shares[name] >= EVEN else "perhaps "
    message = f"{doubt}{NAMES[name]} ({1 - seen.diagram:.2f} sure that it is no diagram)"
    return NoDiagramError(message, doubt + NAMES[name])


__all__ = [
    "DIAGRAMS",
    "EVEN",
    "KINDS",
    "NAMES",
    "NOT_READ",
    "SURE",
    "DiagramKind",
    "Look",
    "NoDiagramError",
    "OtherKind",
    "PictureKind",
    "look",
    "no_diagram",
    "refusal",
]
