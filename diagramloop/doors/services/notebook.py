"""One-liners for notebooks and scripts: files in, values that show themselves out."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from diagramloop.doors.services.answers import Doubt, doubts
from diagramloop.engines.documents.chart_file import ReadFigure, read_figure
from diagramloop.engines.parse.picture_parser import CHECKED
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats
from diagramloop.models.pixels import png
from diagramloop.render.converted import converted
from diagramloop.rich_display import escaped, html_table
from diagramloop.scores import Compared, ScoreRow, Summary, metric_names, similarity_named, summarise
from diagramloop.scores.graph_pair import counted, graph_pair_rows, not_of_graphs

Document = str | bytes
SHOWN_METRICS = ("node_f1", "edge_f1")  # where none are named


@dataclass(frozen=True)
class Reading:
    """A diagram that was read from a picture; it shows itself beside the picture in a notebook.

    Attributes:
        graph: with places in pixels and, of bitmaps, a confidence for each element.
    """

    graph: FlowGraph
    _figure: ReadFigure

    @property
    def confidence(self) -> float | None:
        """The edge F1 that the reading is likely to have; None where nobody estimated it, as of vectors."""
        return self.graph.estimated_edge_f1

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """The parts that are least likely to be right."""
        return doubts(self.graph)

    @property
    def mermaid(self) -> str:
        """The graph as Mermaid."""
        return self._figure.mermaid()

    def to(self, format: str) -> Document:
        """The diagram in a format, with the colours of its picture; raises as :func:`convert_diagram`."""
        return _document(self._figure.editable(), format)

    def to_pandas(self) -> Any:
        """The elements as a data frame: kind, id, text, ends, confidence."""
        import pandas

        nodes = [{"element": "node", "id": n.id, "text": n.text, "confidence": n.confidence} for n in self.graph.nodes]
        edges = [
            {"element": "edge", "source": e.source, "target": e.target, "text": e.label, "confidence": e.confidence}
            for e in self.graph.edges
        ]
        columns = ["element", "id", "source", "target", "text", "confidence"]
        return pandas.DataFrame([*nodes, *edges], columns=columns)

    def __repr__(self) -> str:
        sure = "" if self.confidence is None else f", edge F1 about {self.confidence:.2f}"
        return f"Reading({len(self.graph.nodes)} nodes, {len(self.graph.edges)} edges{sure})"

    def _repr_html_(self) -> str:
        from diagramloop.engines.parse import draw_beside

        drawn = base64.b64encode(png(draw_beside(self.graph, self._figure.picture()))).decode("ascii")
        rows = [(doubt.element, doubt.what, doubt.confidence) for doubt in self.doubts]
        table = html_table(["", "least sure", "confidence"], rows) if rows else ""
        picture = f'<img style="max-width:100%" alt="the picture and the reading" src="data:image/png;base64,{drawn}">'
        return f"<p>{escaped(repr(self))}</p>{picture}{table}"


Diagram = FlowGraph | Reading | str | bytes | Path


def parse_diagram(picture: str | Path | bytes, *, page: int | None = None, parser: str = CHECKED) -> Reading:
    """Read a picture of a diagram: a file (PNG, JPEG, SVG, PDF, ...), or its bytes.

    Args:
        page: of a PDF file with several, from 1.
        parser: of bitmaps, by its name.

    Raises:
        DiagramloopError: no such file, parser or page (MISSING), or the picture cannot be read; its reason says why.
    """
    figure = read_figure(picture if isinstance(picture, bytes) else _content(Path(picture)), parser, page)
    return Reading(figure.graph, figure)


def convert_diagram(diagram: Diagram, to: str, *, source: str | None = None) -> Document:
    """The diagram in another format: text, or bytes where it is binary.

    Args:
        diagram: a graph, a reading, a file, or a document itself.
        to: name of the format, or a file to write, whose suffix says it.
        source: format of a file or a document; else its suffix says it, and a document is Mermaid.

    Raises:
        DiagramloopError: the diagram is broken, or there is no such format.
    """
    if to in graph_formats.FORMATS:
        return _document(graph_of(diagram, source), to)
    document = _document(graph_of(diagram, source), graph_formats.format_of(to))
    Path(to).write_bytes(document if isinstance(document, bytes) else document.encode())
    return document


@dataclass(frozen=True)
class Scores:
    """Scores of predictions; a table in a notebook.

    Attributes:
        rows: one for each pair and metric that has counts.
        summaries: one for each metric, over all pairs, with a 95 % interval.
    """

    rows: tuple[ScoreRow, ...]
    summaries: tuple[Summary, ...]

    def __getitem__(self, metric: str) -> float | None:
        """The value of a metric over all pairs.

        Raises:
            KeyError: it was not asked for.
        """
        return {summary.metric: summary.value for summary in self.summaries}[metric]

    def to_pandas(self) -> Any:
        """The value of each pair and metric as a data frame."""
        import pandas

        return pandas.DataFrame(
            [
                {"chart": row.chart, "metric": row.metric, "value": row.value, "missing": row.missing}
                for row in self.rows
            ]
        )

    def __str__(self) -> str:
        """Return one line for each metric."""
        return "\n".join(f"{one.metric}  {'-' if one.value is None else f'{one.value:.4f}'}" for one in self.summaries)

    def _repr_html_(self) -> str:
        names = ("metric", "value", "low", "high", "n", "missing")
        return html_table(names, ([asdict(one)[name] for name in names] for one in self.summaries))


def score_diagrams(
    predictions: Diagram | Sequence[Diagram] | Mapping[str, Diagram],
    references: Diagram | Sequence[Diagram] | Mapping[str, Diagram],
    *,
    metrics: Sequence[str] = SHOWN_METRICS,
    similarity: str = "lexical",
    seed: int = 0,
) -> Scores:
    """Score predictions against their references: two diagrams, two lists, or two mappings with the same names.

    Args:
        metrics: names; all that compare two graphs if empty.
        similarity: of texts.
        seed: of the intervals.

    Raises:
        DiagramloopError: no such metric (MISSING), or a diagram is broken. A reference without a prediction counts as
            nothing found; a prediction without a reference is an error.
    """
    names = list(metrics or metric_names(Compared.GRAPH))
    if apart := not_of_graphs(names):
        raise DiagramloopError(f"{apart[0]} is not of two graphs alone", reason=RejectionReason.UNSUPPORTED)
    given, gold = _named(predictions), _named(references)
    if strays := sorted(set(given) - set(gold)):
        raise DiagramloopError(f"no reference is named {strays[0]!r}")
    measure, rows = similarity_named(similarity), list[ScoreRow]()
    for chart, reference in gold.items():
        graph = graph_of(given[chart]) if chart in given else FlowGraph()
        rows += graph_pair_rows(graph, graph_of(reference), counted(names), measure, chart=chart)
    told = [summary for summary in summarise(rows, seed=seed) if summary.metric in names]
    return Scores(tuple(rows), tuple(told))


def graph_of(diagram: Diagram, source: str | None = None) -> FlowGraph:
    """The graph of a diagram in any form; a text of one line that names a file is that file.

    Raises:
        DiagramloopError: it is broken, or there is no such file or format.
    """
    if isinstance(diagram, FlowGraph):
        return diagram
    if isinstance(diagram, Reading):
        return diagram.graph
    if isinstance(diagram, Path) or (isinstance(diagram, str) and _is_name(diagram)):
        format = graph_formats.format_named(source or graph_formats.format_of(diagram))
        return format.read_bytes(_content(Path(diagram)))
    return graph_formats.read(diagram, source or graph_formats.MERMAID.name)


def _is_name(text: str) -> bool:
    return "\n" not in text and graph_formats.suffix_of(text) in graph_formats.suffixes()


def _content(path: Path) -> bytes:
    if not path.is_file():
        raise DiagramloopError(f"no file {str(path)!r}", reason=RejectionReason.MISSING)
    return path.read_bytes()


def _document(graph: FlowGraph, format: str) -> Document:
    content = converted(graph, format).content
    return content if graph_formats.format_named(format).binary else content.decode()


def _named(diagrams: Any) -> dict[str, Diagram]:
    """Diagrams by name: those of a list by their place in it."""
    if isinstance(diagrams, Mapping):
        return dict(diagrams)
    several = isinstance(diagrams, Sequence) and not isinstance(diagrams, str | bytes)
    return {str(at): one for at, one in enumerate(diagrams if several else [diagrams], start=1)}
