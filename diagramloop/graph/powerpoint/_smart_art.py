"""SmartArt: the tree that its data model states (ECMA-376, 21.4), whatever its layout draws of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

from diagramloop.graph._model import FlowGraph
from diagramloop.graph._valid import valid_graph
from diagramloop.graph.powerpoint._drawn import paragraphs
from diagramloop.graph.safe_xml import read_xml, tagged

_NODES = frozenset({"node", "asst"})


def read_smart_art(content: bytes) -> FlowGraph:
    """Read a data model: an edge from what holds to what is held; of processes and cycles the order of the outermost.

    Args:
        content: of the part ``diagrams/data1.xml``.

    Raises:
        FormatError: no XML (SYNTAX), too much of it (TOO_LARGE), or with a document type or entities (UNSAFE).
    """
    root = read_xml(content)
    points = {point.get("modelId", ""): point for point in tagged(root, "pt")}
    ids = {name: None for name, point in points.items() if point.get("type", "node") in _NODES}
    links = [link for link in _links(root) if link.get("destId") in ids]
    held = [link for link in links if link.get("srcId") in ids]
    edges = [_edge(link.get("srcId"), link, points.get(link.get("parTransId", ""))) for link in held]
    for link, after in _following(root, [link for link in links if link.get("srcId") not in ids]):
        edges.append(_edge(link.get("destId"), after, points.get(link.get("sibTransId", ""))))
    return valid_graph(nodes=[{"id": name, "text": _text(points[name])} for name in ids], edges=edges)


def _links(root: Element) -> list[Element]:
    """Links from what holds to what is held, in the order of their places."""
    return sorted((link for link in tagged(root, "cxn") if link.get("type", "parOf") == "parOf"), key=_place)


def _following(root: Element, outer: list[Element]) -> Iterator[tuple[Element, Element]]:
    """Pairs of the links to what is outermost that follow each other, where the category of the layout has an order."""
    category = next((name for element in tagged(root, "prSet") if (name := element.get("loCatId"))), "")
    if category == "cycle" and len(outer) > 1:
        return pairwise([*outer, outer[0]])
    return pairwise(outer) if category in ("cycle", "process") else iter(())


def _edge(source: str | None, link: Element, passage: Element | None) -> dict[str, Any]:
    """The edge to what a link holds, labelled with the text of the passage to it."""
    return {"source": source, "target": link.get("destId"), "label": "" if passage is None else _text(passage)}


def _place(link: Element) -> int:
    order = link.get("srcOrd", "0")
    return int(order[:9]) if order.isdecimal() else 0


def _text(point: Element) -> str:
    return "\n".join(text for body in tagged(point, "t") for text in paragraphs(body)).strip()
