"""The task of every generator, and the result that it hands back."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol, TypeVar, runtime_checkable

from diagramloop.asking import Need, reason_of
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.contestants.prompts import Prompt
from diagramloop.graph import FlowGraph
from diagramloop.render import Style


@dataclass(frozen=True)
class Provenance:
    """The origin of a picture.

    Attributes:
        generator: its name.
        engine: what made the pixels: a drawing engine, or a model and its revision.
        seed: with which it was made.
        source: the text it was drawn from (DOT, for one), or empty for generators that paint.
        svg: the same drawing as vectors, or empty for generators that paint.
        tokens_read, tokens_cut: of the prompt, how many the model read and how many it cut off; None where there is no
            limit of its own that is known.
    """

    generator: str
    engine: str
    seed: int
    source: str = ""
    svg: str = ""
    tokens_read: int | None = None
    tokens_cut: int | None = None


@dataclass(frozen=True)
class GeneratedImage:
    """The picture made for the item ``id``, as PNG."""

    id: str
    png: bytes
    provenance: Provenance


@dataclass(frozen=True)
class Rejected:
    """Why the item ``id`` has no picture.

    Attributes:
        error: that says so, where one was raised: who scores asks where it was.
    """

    id: str
    reason: RejectionReason
    message: str
    error: DiagramloopError | None = field(default=None, compare=False, repr=False)

    @classmethod
    def by(cls, error: DiagramloopError, id: str) -> Rejected:
        """That of an item on which ``error`` was raised."""
        return cls(id, error.reason, str(error), error)

    def filed(self) -> DiagramloopError:
        """The error of an item that a scored generator rejected, under the reason that counts."""
        error = self.error or DiagramloopError(self.message, reason=self.reason)
        return DiagramloopError(self.message, reason=reason_of(error))


@dataclass(frozen=True)
class Gold:
    """The gold behind a prompt: for controls, which draw it or an altered one, whether it was asked for or not.

    Attributes:
        id: of the item.
        style: in which it is to be drawn.
        graph: that is asked for.
        picture: the source figure (PNG) that the graph was read from, or None.
        svg: the same figure as vectors, or empty.
    """

    id: str
    style: Style
    graph: FlowGraph
    picture: bytes | None = None
    svg: str = ""

    @property
    def offers(self) -> frozenset[Need]:
        """Things that a control may need and there are."""
        return frozenset() if self.picture is None else frozenset({Need.FIGURE})


@runtime_checkable
class Generator(Protocol):
    """A system under test: prompts in, pictures out.

    Attributes:
        name: of its row on the leaderboard.
    """

    name: str

    def generate(self, prompts: Iterable[Prompt], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """One outcome for each prompt, in order.

        Args:
            prompts: consumed as needed, so that a generator may form batches.
            seed: of the run; that of an item is :func:`item_seed`.
        """
        ...


@runtime_checkable
class Control(Protocol):
    """A row whose score is known beforehand: it is drawn from the gold graph, which no generator ever gets.

    Its class may say in ``expected`` what it must score, as far as that is known beforehand
    (:data:`~diagramloop.scores.expected.Expectations`).

    Attributes:
        name: of its row on the leaderboard.
    """

    name: str

    def draw_gold(self, golds: Iterable[Gold], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """One outcome for each gold graph, in order; see :meth:`Generator.generate`."""
        ...


class _Identified(Protocol):
    @property
    def id(self) -> str: ...


Item = TypeVar("Item", bound=_Identified)


def item_seed(seed: int, id: str) -> int:
    """Seed (63 bits) of the item ``id`` in a run with ``seed``; independent of order and of the other items."""
    digest = hashlib.sha256(f"{seed}|{id}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def one_by_one(
    make: Callable[[Item, int], GeneratedImage], items: Iterable[Item], seed: int
) -> Iterator[GeneratedImage | Rejected]:
    """Outcomes of ``make(item, its seed)``: a DiagramloopError rejects its item, and the next ones go on."""
    for item in items:
        try:
            yield make(item, item_seed(seed, item.id))
        except DiagramloopError as error:
            yield Rejected.by(error, item.id)
