"""Graphviz's JSON (https://graphviz.org/docs/outputs/json/): a graph as ``dot -Tjson0`` and ``-Tdot_json`` write it."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._elements import Box
from diagramloop.graph._limits import MAX_EDGES, MAX_NODES, check_count
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._written import Written
from diagramloop.graph.dot._parse import HTML, DotEdge, DotGraph, Subgraph, parse_dot
from diagramloop.graph.dot._read import graph_of
from diagramloop.graph.dot._write import write_dot
from diagramloop.graph.json_form import parse_json
from diagramloop.plugins import OWN

POINTS_PER_INCH = 72.0
MOST_POINTS = 1e6  # of a coordinate: a drawing of 350 m
_DIRECTION = "rankdir"
_WRITER = "writer"  # of a document that is ours, in which a subgraph has its own attributes alone
_STRUCTURE = frozenset(
    {"name", "directed", "strict", "objects", "edges", "nodes", "subgraphs", "tail", "head", "_gvid"}
)
_TAG = re.compile(r"<(?:/(?P<closed>\w++)\s*+|(?P<opened>\w++)[^<>]*+)>")
_BETWEEN = re.compile("[ ,]")  # without a layout Graphviz writes spaces
Row = Mapping[str, Any]


def read_graphviz_json(text: str) -> FlowGraph:
    """Read a graph in Graphviz's JSON; where it was laid out, with boxes: a point of Graphviz is a pixel.

    JSON does not say which labels are HTML: those with a tag that is opened and closed are.

    Raises:
        FormatError: EMPTY, TOO_LARGE, SYNTAX; INVALID for JSON of another form, or a graph that contradicts itself.
    """
    document = parse_json(text)
    if not isinstance(document, dict) or "name" not in document or "directed" not in document:
        raise FormatError("no graph in Graphviz's JSON: it has a name and says if it is directed")
    try:
        return _Reader(document).graph()
    except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
        message = f"not in the form of Graphviz's JSON: {error!r}"[:200]
        raise FormatError(message, reason=RejectionReason.INVALID) from error


class _Reader:
    def __init__(self, document: Row) -> None:
        self._found = document
        self._objects: Sequence[Row] = document.get("objects", ())
        check_count("nodes and subgraphs", len(self._objects), 2 * MAX_NODES)
        first = int(document.get("_subgraph_cnt", 0))  # subgraphs come before nodes
        self._subgraphs = self._objects[:first]
        self._nodes = {row["_gvid"]: row for row in self._objects[first:]}

    def graph(self) -> FlowGraph:
        nodes = {str(row["name"]): _attributes(row) for row in self._nodes.values()}
        graph = graph_of(DotGraph(bool(self._found["directed"]), False, nodes, list(self._edges()), self._nested()))
        whole = _numbers(self._found.get("bb"))
        return _placed(graph, self._objects, whole) if len(whole) == 4 and whole[3] > 0 else graph

    def _edges(self) -> Iterator[DotEdge]:
        check_count("edges", len(self._found.get("edges", ())), MAX_EDGES)
        for row in self._found.get("edges", ()):
            tail, head = (str(self._nodes[row[end]]["name"]) for end in ("tail", "head"))
            yield DotEdge(tail, head, _attributes(row))

    def _nested(self) -> list[Subgraph]:
        """The graph itself, then its subgraphs in their order, each with the one around it."""
        root = Subgraph(str(self._found["name"]), None, _attributes(self._found))
        subgraphs = {row["_gvid"]: Subgraph(str(row["name"]), root, _attributes(row)) for row in self._subgraphs}
        for row in self._subgraphs:
            outer = subgraphs[row["_gvid"]]
            outer.nodes = {str(self._nodes[number]["name"]): None for number in row.get("nodes", ())}
            for number in row.get("subgraphs", ()):
                if subgraphs[number].parent is root and number > row["_gvid"]:  # those inside are counted later
                    subgraphs[number].parent = outer
        repeated = subgraphs.values() if self._found.get(_WRITER) != OWN else ()  # Graphviz says it of each inside
        for subgraph in reversed(list(repeated)):
            if subgraph.parent and subgraph.own.get(_DIRECTION) == subgraph.parent.own.get(_DIRECTION):
                subgraph.own.pop(_DIRECTION, None)
        return [root, *subgraphs.values()]


def _attributes(row: Row) -> dict[str, str]:
    texts = {name: value for name, value in row.items() if name not in _STRUCTURE and isinstance(value, str)}
    label = texts.get("label", "")
    return texts | ({"label": HTML + label} if _has_closed_tag(label) else {})


def _has_closed_tag(text: str) -> bool:
    """True if an element opens in ``text`` and closes further on."""
    opened: set[str] = set()
    for tag in _TAG.finditer(text.lower()):
        if tag["closed"] in opened:
            return True
        if tag["opened"]:
            opened.add(tag["opened"])
    return False


def _numbers(text: Any) -> tuple[float, ...]:
    numbers = tuple(float(part) for part in _BETWEEN.split(str(text).rstrip("!"))) if text else ()
    if any(abs(number) > MOST_POINTS or number != number for number in numbers):
        raise ValueError(f"no place: {str(text)[:40]}")
    return numbers


def _placed(graph: FlowGraph, objects: Sequence[Row], whole: Sequence[float]) -> FlowGraph:
    """The graph with the boxes of its nodes; Graphviz counts upwards, pictures downwards."""
    left, low, right, high = whole
    boxes: dict[str, Box] = {}
    for row in objects:
        centre = _numbers(row.get("pos"))
        sides = [number * POINTS_PER_INCH for name in ("width", "height") for number in _numbers(row.get(name))]
        if (len(centre), len(sides)) == (2, 2):
            x, y = centre[0] - left, high - centre[1]
            across, down = sides[0] / 2, sides[1] / 2
            boxes[str(row["name"])] = (x - across, y - down, x + across, y + down)
    if not boxes:
        return graph
    nodes = tuple(node.model_copy(update={"box": boxes.get(node.id)}) for node in graph.nodes)
    size = (max(1, round(right - left)), max(1, round(high - low)))
    return graph.replace(nodes=nodes, size=size)


def write_graphviz_json(graph: FlowGraph) -> Written:
    """Write Graphviz's JSON of the DOT that :func:`write_dot` writes, without a layout.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> from diagramloop.graph.dot import write_graphviz_json
        >>> '"label": "yes"' in write_graphviz_json(read_mermaid('flowchart TD; a -- yes --> b')).text
        True
    """
    dot = parse_dot(write_dot(graph).text)
    clusters = dot.subgraphs[1:]
    numbers = {name: len(clusters) + number for number, name in enumerate(dot.nodes)}
    rows = _cluster_rows(clusters, numbers)
    rows += [{"_gvid": numbers[name], "name": name, **attributes} for name, attributes in dot.nodes.items()]
    edges = [
        {"_gvid": number, "tail": numbers[edge.source], "head": numbers[edge.target], **edge.attributes}
        for number, edge in enumerate(dot.edges)
    ]
    head = {"name": dot.subgraphs[0].name, "directed": True, "strict": False, **dot.subgraphs[0].own}
    whole = head | {_WRITER: OWN, "_subgraph_cnt": len(clusters), "objects": rows, "edges": edges}
    return Written.of(graph, json.dumps(_no_html(whole), indent=1) + "\n", read_graphviz_json)


def _cluster_rows(clusters: Sequence[Subgraph], node_numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    """A row for each cluster, which is numbered by its place, with the numbers of what lies directly in it."""
    inside: dict[int, list[int]] = defaultdict(list)
    for number, cluster in enumerate(clusters):
        inside[id(cluster.parent)].append(number)
    rows: list[dict[str, Any]] = []
    for number, cluster in enumerate(clusters):
        row = {"name": cluster.name, **cluster.own, "_gvid": number, "subgraphs": inside[id(cluster)]}
        rows.append(row | {"nodes": [node_numbers[name] for name in cluster.nodes]})
    return rows


def _no_html(value: Any) -> Any:
    """Texts that would be taken for HTML, with an entity for ``<``."""
    if isinstance(value, dict):
        return {name: _no_html(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_no_html(inner) for inner in value]
    return value.replace("<", "&lt;") if isinstance(value, str) and _has_closed_tag(value) else value
