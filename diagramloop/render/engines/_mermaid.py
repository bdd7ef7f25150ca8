"""Common parts of the Mermaid engines: configuration, geometry of the drawing, style sheet."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from diagramloop.errors import DiagramloopError, RejectionReason, RenderError
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph.geometry import with_geometry
from diagramloop.render.engines._protocol import Layout
from diagramloop.render.fonts import FAMILY, font
from diagramloop.render.limits import drawn_texts
from diagramloop.render.mermaid_svg import read_mermaid_svg
from diagramloop.render.style import Ink, Look, Style
from diagramloop.render.svg import writable

SVG_ID = "my-svg"
FONT_SIZE = 16
LINE_WIDTH = 200  # px at which Mermaid breaks a label into lines

#: What charts are drawn like everywhere, by whatever version: Mermaid 12 has other defaults.
_LOOK = {"theme": "default", "look": "classic", "layout": "dagre"}
_FLOWCHART_LOOK = {"curve": "basis", "minNodeWidth": 0}

_IMPORTANT = re.compile(r'style="[^"]*!important[^"]*"')
_TAG = re.compile(r"<[^<>]+>")
_OUTLINES = ("rect", "circle", "ellipse", "polygon", "path")


def config(graph: FlowGraph) -> dict[str, Any]:
    """Mermaid's configuration: strict, the same bytes at every start, natural size, the look of Mermaid 11.

    Lines are as wide as the widest word at least: it cannot be broken, and mermaidx would squeeze its glyphs.
    """
    words = {word for text in drawn_texts(graph) for word in text.split()}
    widest = max((font(FONT_SIZE).getlength(word) for word in words), default=0)
    return {
        **_LOOK,
        "securityLevel": "strict",
        "handDrawnSeed": 1,
        "deterministicIds": True,
        "fontFamily": FAMILY,
        "maxTextSize": 2_000_000,
        "maxEdges": 10_000,
        "flowchart": {
            "useMaxWidth": False,
            "htmlLabels": True,
            **_FLOWCHART_LOOK,
            "wrappingWidth": max(LINE_WIDTH, math.ceil(widest) + 1),
        },
    }


def read_layout(svg: str, graph: FlowGraph) -> Layout:
    """Pairs what Mermaid drew of ``engine_text(graph)`` with ``graph``.

    Raises:
        RenderError: the drawing does not hold exactly the graph's nodes, edges and groups.
    """
    svg = _TAG.sub(lambda tag: _IMPORTANT.sub('style=""', tag[0]), svg)
    try:
        drawn = read_mermaid_svg(svg)
    except DiagramloopError as error:
        raise RenderError(f"unreadable drawing: {error}") from error
    return Layout(svg, placed(graph, drawn))


def placed(graph: FlowGraph, drawn: FlowGraph) -> FlowGraph:
    """``graph`` with the geometry of ``drawn``, whose ids are those of ``engine_text``."""
    names = {node.id: f"n{i}" for i, node in enumerate(graph.nodes)}
    names |= {group.id: f"g{j}" for j, group in enumerate(graph.groups)}
    if missing := [name for name in names.values() if name not in drawn.node_by_id | drawn.group_by_id]:
        raise RenderError(f"{missing[0]} was not drawn")
    _check_edges(graph, drawn, names)
    laid = with_geometry(graph, drawn, names)
    return laid.replace(nodes=tuple(_said(node, drawn.node_by_id[names[node.id]]) for node in laid.nodes))


def _check_edges(graph: FlowGraph, drawn: FlowGraph, names: Mapping[str, str]) -> None:
    if _arrows(graph.edges, names.__getitem__) != _arrows(drawn.edges):
        message = f"Mermaid draws {len(drawn.edges)} of {len(graph.edges)} edges: the last self-loop of a node alone"
        raise RenderError(message, reason=RejectionReason.UNSUPPORTED)
    labelled = (edge for edge in graph.edges if writable(edge.label).strip())
    if _arrows(labelled, names.__getitem__) != _arrows(edge for edge in drawn.edges if edge.label):
        raise RenderError("a label was not drawn, or at another edge")


def _arrows(edges: Iterable[Edge], name_of: Callable[[str], str] = str) -> Counter[tuple[str, str]]:
    return Counter((name_of(edge.source), name_of(edge.target)) for edge in edges)


def _said(node: Node, drawn: Node) -> Node:
    """Small symbols (junctions, bars) are drawn without their text: then the picture does not say it."""
    return node if drawn.text else node.model_copy(update={"text": ""})


class StyledAsMermaid:
    """Colours of a Mermaid drawing of ``engine_text``, by rules for each ink, then for groups, labels and lines."""

    native_style = Style.DEFAULT

    def stylesheet(self, graph: FlowGraph, look: Look) -> str:
        """See :class:`Engine`."""
        del graph  # node i of any drawing is ``n<i>``
        wearers: dict[Ink, list[int]] = defaultdict(list)
        for i, ink in enumerate(look.nodes):
            wearers[ink].append(i)
        rules = []
        for ink, nodes in wearers.items():
            rules.append(_node_rules(ink, [f'[id^="{SVG_ID}-flowchart-n{i}-"]' for i in nodes]))
        group, label, line = look.group, look.label, look.line
        rules.append(_rule([".cluster rect"], fill=group.fill, stroke=group.stroke))
        rules.append(_rule([".cluster-label span", ".cluster-label p"], color=group.text))
        plates = [".edgeLabel", ".edgeLabel p", ".labelBkg"]
        rules.append(_rule(plates, background_color=label.fill, color=label.text))
        rules.append(_rule([".flowchart-link"], stroke=line))
        rules.append(_rule([".marker"], fill=line, stroke=line))
        return "".join(rules)


def _node_rules(ink: Ink, nodes: list[str]) -> str:
    shapes = [f"{node} {tag}" for node in nodes for tag in _OUTLINES]
    texts = [f"{node} .nodeLabel{paragraph}" for node in nodes for paragraph in ("", " p")]
    return _rule(shapes, fill=ink.fill, stroke=ink.stroke) + _rule(texts, color=ink.text)


def _rule(selectors: list[str], **properties: str) -> str:
    body = "".join(f"{name.replace('_', '-')}:{value};" for name, value in properties.items())
    return ",".join(f"#{SVG_ID} {selector}" for selector in selectors) + f"{{{body}}}"
