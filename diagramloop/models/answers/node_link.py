"""Graphs in JSON as other tools write them: nodes and links (networkx, D3), elements (Cytoscape), lists of pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from diagramloop.errors import DiagramloopError
from diagramloop.graph import Edge, FlowGraph, Node

NODE_LINK = "node_link"
_SOURCES = ("source", "from", "start", "src", "tail", "u", "parent")
_TARGETS = ("target", "to", "end", "dst", "head", "v", "child")
_LABELS = ("label", "text", "condition", "name", "value", "type")
_NODE_NAMES = ("id", "key", "name", "node_id")
_NODE_TEXTS = ("text", "label", "name", "title", "content", "value")
_NODE_LISTS = ("nodes", "vertices")
_EDGE_LISTS = ("edges", "links", "connections", "flows", "arrows", "relations")
_NO_LABEL = frozenset(("-", "–", "—"))  # in cells of a table

Link = tuple[str, str, str]
"""Source, target and label."""


def node_link_graph(value: object) -> FlowGraph | None:
    """The graph of lists of nodes and links, or of pairs; ends that no list names become nodes of that text.

    Returns:
        None where the value is of no such form.
    """
    if isinstance(value, Mapping) and isinstance(value.get("elements"), list | Mapping):
        value = value["elements"]
    if isinstance(value, list):
        return _of_items(value)
    if not isinstance(value, Mapping):
        return None
    fields = _fields(value)
    listed = _first(fields, _EDGE_LISTS)
    if isinstance(listed, list):
        links = [link for item in listed if (link := _link(_data(item))) is not None]
        nodes = list(_listed_nodes(_first(fields, _NODE_LISTS)))
        return _linked(nodes, links) if links or nodes else None
    inner = [graph for graph in map(node_link_graph, filter(_is_object, value.values())) if graph is not None]
    return inner[0] if len(inner) == 1 else None


def _is_object(value: object) -> bool:
    return isinstance(value, Mapping)


def _of_items(items: Sequence[object]) -> FlowGraph | None:
    """The graph of a list in which each item is a link or a node."""
    held = [_data(item) for item in items]
    links = [_link(item) for item in held]
    nodes = [item for item, link in zip(held, links, strict=True) if link is None]
    if len(nodes) == len(held) or not all(isinstance(node, Mapping) for node in nodes):
        return None
    return _linked(nodes, [link for link in links if link is not None])


def _listed_nodes(listed: object) -> Iterator[object]:
    """The nodes of a list, or of an object by their ids."""
    if isinstance(listed, list):
        yield from listed
    elif isinstance(listed, Mapping):
        for key, node in listed.items():
            yield {"id": key, **(node if isinstance(node, Mapping) else {"text": node})}


def _link(item: object) -> Link | None:
    """The link of an object, or of a list of two or three."""
    if isinstance(item, Mapping):
        fields = _fields(item)
        source, target = _first(fields, _SOURCES), _first(fields, _TARGETS)
        label = next((fields[name] for name in _LABELS if isinstance(fields.get(name), str)), "")
    elif isinstance(item, list | tuple) and len(item) in (2, 3):
        source, target, label = (*item, "")[:3]
    else:
        return None
    if not _is_name(source) or not _is_name(target):
        return None
    spoken = label.strip() if isinstance(label, str) else ""
    return str(source), str(target), "" if spoken in _NO_LABEL else spoken


def _linked(nodes: Sequence[object], links: Sequence[Link]) -> FlowGraph | None:
    texts: dict[str, str] = {}
    for place, item in enumerate(nodes):
        node = _data(item)
        if isinstance(node, Mapping):
            fields = _fields(node)
            name = str(_first(fields, _NODE_NAMES, place))
            texts[name] = next((fields[key] for key in _NODE_TEXTS if isinstance(fields.get(key), str)), name)
        elif _is_name(node):
            texts[str(node)] = str(node)
    for end in (end for link in links for end in link[:2]):
        texts.setdefault(end, end)
    try:
        edges = tuple(Edge(source=source, target=target, label=label) for source, target, label in links)
        return FlowGraph(nodes=tuple(Node(id=id, text=text) for id, text in texts.items()), edges=edges)
    except (DiagramloopError, ValueError):
        return None


def _data(item: object) -> object:
    """The element itself, which Cytoscape wraps."""
    if not isinstance(item, Mapping):
        return item
    data = item.get("data")
    return {**item, **data} if isinstance(data, Mapping) else item


def _fields(item: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(key).casefold(): value for key, value in item.items()}


def _first(fields: Mapping[str, Any], names: Sequence[str], default: object = None) -> Any:
    return next((fields[name] for name in names if name in fields), default)


def _is_name(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and bool(str(value).strip())
