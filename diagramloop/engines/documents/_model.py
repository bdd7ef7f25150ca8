"""A document as it was read: its diagrams in the order of reading, what was refused, and its text as Markdown."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from diagramloop.engines.parse.look import DiagramKind
from diagramloop.errors import RejectionReason
from diagramloop.graph import Box, FlowGraph
from diagramloop.graph.json_form import write_json
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.rich_display import html_table

Origin = Literal["text", "shapes", "vectors", "pixels", "stated"]
"""Form of a diagram: Mermaid, an office program's shapes, a drawing, a picture, or a file in a format of diagrams."""


@dataclass(frozen=True)
class Place:
    """A place in a document.

    Attributes:
        page: or slide, from 1; None in documents that flow, such as Markdown.
        box: left, top, right and bottom in points from the top left of the page; None where there is none.
    """

    page: int | None = None
    box: Box | None = None

    def to_json(self) -> dict[str, Any]:
        """The place as plain values."""
        return {"page": self.page, "box": None if self.box is None else [round(value, 2) for value in self.box]}

    def __str__(self) -> str:
        return "" if self.page is None else f"page {self.page}"


@dataclass(frozen=True)
class Diagram:
    """One diagram of a document.

    Attributes:
        number: from 1, in the order of reading.
        kind: the likeliest one.
        kind_confidence: probability of that kind; None where the document says it itself.
        graph: the reading; what is in it has its places in pixels of ``picture`` or, of slides, of the slide.
        confidence: edge F1 that the reading is likely to have, of vectors by how well lines meet what they join; None
            where the document states the graph.
        origin: the form in which the document has it.
        title: its caption or alternative text, or empty.
        picture: the file that was read, PNG, JPEG, ... or SVG; empty where there is none.
    """

    number: int
    place: Place
    kind: DiagramKind
    kind_confidence: float | None
    graph: FlowGraph
    confidence: float | None
    origin: Origin
    title: str = ""
    picture: bytes = b""

    @property
    def mermaid(self) -> str:
        """The graph as Mermaid."""
        return write_mermaid(self.graph).text

    def editable(self) -> FlowGraph:
        """The graph with the colours of its picture, for formats of editors."""
        from diagramloop.engines.parse import coloured, read_picture, read_svg
        from diagramloop.render.sanitised_svg import rasterised

        if self.graph.size is None or not self.picture or self.origin == "stated":
            return self.graph
        if self.origin == "vectors":
            return coloured(self.graph, read_picture(rasterised(read_svg(self.picture).drawing, *self.graph.size)))
        return coloured(self.graph, read_picture(self.picture))

    def to_json(self) -> dict[str, Any]:
        """The diagram as plain values, without its picture."""
        return {
            "number": self.number,
            **self.place.to_json(),
            "kind": self.kind,
            "kind_confidence": self.kind_confidence,
            "confidence": self.confidence,
            "origin": self.origin,
            "title": self.title,
            "graph": json.loads(write_json(self.graph).text),
        }


@dataclass(frozen=True)
class Refusal:
    """A picture or a drawing of a document that is no diagram, or that could not be read.

    Attributes:
        reason, message: as of an error.
        shows: such as ``a chart of data``; empty where it was not looked at.
    """

    place: Place
    reason: RejectionReason
    message: str
    shows: str = ""
    title: str = ""

    def to_json(self) -> dict[str, Any]:
        """The refusal as plain values."""
        said = {"reason": self.reason.value, "message": self.message, "shows": self.shows, "title": self.title}
        return self.place.to_json() | said


@dataclass(frozen=True)
class Document:
    """A document as it was read.

    Attributes:
        name: of its file.
        format: ``pdf``, ``docx``, ``pptx``, ``markdown`` or ``html``; ``stated``, a file in a format of diagrams.
        pages: how many pages or slides it has; None where it flows.
        diagrams, refusals: in the order of reading.
        markdown: its text, with each diagram as Mermaid in its place.
    """

    name: str
    format: str
    pages: int | None
    diagrams: tuple[Diagram, ...]
    refusals: tuple[Refusal, ...]
    markdown: str

    def to_json(self) -> dict[str, Any]:
        """The document as plain values: pictures are left out."""
        return {
            "name": self.name,
            "format": self.format,
            "pages": self.pages,
            "diagrams": [one.to_json() for one in self.diagrams],
            "rejections": [one.to_json() for one in self.refusals],
            "markdown": self.markdown,
        }

    def to_pandas(self) -> Any:
        """The diagrams as a data frame.

        Raises:
            ModuleNotFoundError: pandas is not installed.
        """
        import pandas

        return pandas.DataFrame([one.to_json() | {"mermaid": one.mermaid} for one in self.diagrams]).drop(
            columns="graph", errors="ignore"
        )

    def _repr_html_(self) -> str:
        rows = [(one.number, one.place, one.kind, one.confidence, one.title, one.mermaid) for one in self.diagrams]
        left = html_table(("left out", "reason", "shows"), ((r.place, r.message, r.shows) for r in self.refusals))
        return html_table(("", "place", "kind", "confidence", "title", "Mermaid"), rows, self.name) + left
