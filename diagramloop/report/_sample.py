"""The view of one item on the page: pictures with marks, texts and tables, and the verdict on each part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from diagramloop.graph import FlowGraph
from diagramloop.models.answer_text import sayable
from diagramloop.models.answers import UnreadAnswer
from diagramloop.report._marks import STATUSES, ElementMark


@dataclass(frozen=True)
class Drawing:
    """A graph and the picture it was drawn to or read from (PNG), in that picture's pixels; None for no picture."""

    graph: FlowGraph
    picture: bytes | None

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of the picture: as the graph knows them, else its own; None if there is none to be shown."""
        if self.picture is None or self.graph.size is not None:
            return self.graph.size if self.picture else None
        try:
            with Image.open(BytesIO(self.picture)) as opened:
                return opened.size
        except UnidentifiedImageError:
            return None


@dataclass(frozen=True)
class Panel:
    """A picture with marks over it; without a drawing, ``absent`` says why."""

    caption: str
    drawing: Drawing | None
    marks: tuple[ElementMark, ...] = ()
    absent: str = ""


@dataclass(frozen=True)
class Passage:
    """A text under a heading: a question, a document."""

    heading: str
    text: str


@dataclass(frozen=True)
class Table:
    """Rows of texts: the steps of a trace, the turns of a conversation.

    Attributes:
        spots: for each row the outlines of what it is about, each as :attr:`ElementMark.points` of the last panel, with
            semicolons between them; or nothing.
    """

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    spots: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sample:
    """One system on one item.

    Attributes:
        name: of the item.
        headline: name of the metric that ``score`` is of.
        score: of this item alone, or None.
        panels: pictures; the last one is the system's own, which is compared with other systems'.
        passages, tables: what else there is to see.
        verdicts: every part that was judged, once.
        reason: why the system gave nothing, or empty.
        scores: of this item alone by metric, all that there are.
        facets: where the item belongs on each axis, such as ``{"difficulty": "hard"}``; the page filters by them.
    """

    task: str
    data: str
    system: str
    name: str
    headline: str
    score: float | None
    panels: tuple[Panel, ...] = ()
    passages: tuple[Passage, ...] = ()
    tables: tuple[Table, ...] = ()
    verdicts: tuple[ElementMark, ...] = ()
    reason: str = ""
    facets: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, float | None] = field(default_factory=dict)

    @property
    def faults(self) -> tuple[ElementMark, ...]:
        """Everything that is not right."""
        return tuple(mark for mark in self.verdicts if mark.status != "matched")

    @property
    def faulty(self) -> bool:
        """True when something is not right."""
        return bool(self.faults or self.reason)

    @property
    def tally(self) -> tuple[int, ...]:
        """Count the parts with each verdict of ``STATUSES``."""
        counts = Counter(mark.status for mark in self.verdicts)
        return tuple(counts[status] for status in STATUSES)


def unread_table(answers: Iterable[UnreadAnswer]) -> Table:
    """Answers of models as they came, for whoever wants to see what nobody understood."""
    rows = ((answer.role, sayable(answer.why), sayable(answer.text)) for answer in answers)
    return Table("answers that were not understood", ("role", "why", "answer"), tuple(rows))
