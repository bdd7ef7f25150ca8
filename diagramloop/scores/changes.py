"""Changes between two charts or two versions of one: what was added, lost, renamed, relabelled and turned.

Nodes meet as counterparts, by their texts and their surroundings; of those that are left, two with the same
counterparts before and behind them are one that was renamed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from diagramloop.graph import Edge, EdgeKind, FlowGraph, Group, Node, NodeKind
from diagramloop.scores.counterparts import counterparts
from diagramloop.scores.similarity import fold

ADDED, LOST, CHANGED = "#1a7f37", "#cf222e", "#bf8700"
"""Colours of lines in the chart of both (sRGB)."""
ElementKind = Literal["node", "edge", "group"]
_PALE = {ADDED: "#dafbe1", LOST: "#ffebe9", CHANGED: "#fff8c5"}


class Way(StrEnum):
    """The way in which an element differs."""

    ADDED = "added"
    LOST = "lost"
    RENAMED = "renamed"  # a node's text, an edge's label
    TURNED = "turned"  # an edge


@dataclass(frozen=True)
class Change:
    """One element that differs.

    Attributes:
        before: as the first chart has it; empty where it was added.
        after: as the other chart has it; empty where it was lost.
    """

    way: Way
    element: ElementKind
    before: str
    after: str

    def __str__(self) -> str:
        shown = " is now ".join(text for text in (self.before, self.after) if text)
        return f"{self.way.value} {self.element} {shown}"


@dataclass(frozen=True)
class Changes:
    """All changes, and the chart of both.

    Attributes:
        changes: of nodes, groups and edges, in the order of the charts.
        both: elements of both charts, those that differ coloured; groups are nodes there.
    """

    changes: tuple[Change, ...]
    both: FlowGraph

    @property
    def summary(self) -> str:
        """One line: how many of each."""
        counts = Counter(change.way.value for change in self.changes)
        return ", ".join(f"{count} {way}" for way, count in counts.items()) or "no difference"


def changes(before: FlowGraph, after: FlowGraph) -> Changes:
    """Return the changes from one chart to another; looks, places and ids are none.

    Raises:
        DiagramloopError: too many pairs of nodes (TOO_LARGE).

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> first = read_mermaid('flowchart TD; a[Cook rice] -- soon --> b[Eat]')
        >>> other = read_mermaid('flowchart TD; x[Cook rice] -- later --> y[Eat]; y --> z[Wash up]')
        >>> for change in changes(first, other).changes:
        ...     print(change)
        added node "Wash up"
        renamed edge "Cook rice" -> "Eat": "soon" is now "later"
        added edge "Eat" -> "Wash up"
    """
    meets = _renamed_too(before, after, counterparts(_plain(before), _plain(after))) | _groups_met(before, after)
    own_id = {id: first for first, id in meets.items()}  # of an element of the other chart, in the chart of both
    mark = "+"
    while any(element.id.startswith(mark) for element in before.ends):
        mark += "+"
    for element in after.ends:
        own_id.setdefault(element.id, f"{mark}{element.id}")
    elements, of_elements = _elements(before, after, meets, own_id)
    edges, of_edges = _edges(before, after, own_id)
    both = FlowGraph(nodes=elements, edges=edges, direction=after.direction)
    return Changes((*of_elements, *of_edges), both)


def _plain(graph: FlowGraph) -> FlowGraph:
    """The graph as it is compared: of kinds a picture tells few, so one with a text is a step."""
    nodes = []
    for node in graph.nodes:
        kind = NodeKind.PROCESS if node.text.strip() else NodeKind.XOR
        nodes.append(node.model_copy(update={"kind": kind, "actor": ""}))
    edges = tuple(edge.model_copy(update={"kind": EdgeKind.SEQUENCE}) for edge in graph.edges)
    return graph.replace(nodes=tuple(nodes), edges=edges)


def _renamed_too(before: FlowGraph, after: FlowGraph, meets: Mapping[str, str]) -> dict[str, str]:
    """The pairs, with those left over that alone have the same counterparts around them, until there are none more."""
    pairs = dict(meets)
    while True:
        alone = _alone_by_surroundings(before, pairs.keys(), pairs)
        others = _alone_by_surroundings(after, set(pairs.values()), {id: id for id in pairs.values()})
        fresh = {alone[key]: others[key] for key in alone.keys() & others.keys()}
        if not fresh:
            return pairs
        pairs |= fresh


def _alone_by_surroundings(
    graph: FlowGraph, paired: Collection[str], name: Mapping[str, str]
) -> dict[frozenset[tuple[str, str]], str]:
    """The unpaired nodes of whose surroundings there is but one, by these: ways to paired nodes, by name."""
    around: dict[str, set[tuple[str, str]]] = {node.id: set() for node in graph.nodes if node.id not in paired}
    for source, target in graph.arcs():
        if source in around and target in name:
            around[source].add(("to", name[target]))
        if target in around and source in name:
            around[target].add(("from", name[source]))
    counts = Counter(map(frozenset, around.values()))
    return {frozenset(ways): id for id, ways in around.items() if ways and counts[frozenset(ways)] == 1}


def _groups_met(before: FlowGraph, after: FlowGraph) -> dict[str, str]:
    """The groups of both by their titles, in order where several have one."""
    ids: dict[str, list[str]] = defaultdict(list)
    for group in reversed(after.groups):
        ids[fold(group.text)].append(group.id)
    return {group.id: ids[fold(group.text)].pop() for group in before.groups if ids[fold(group.text)]}


def _elements(
    before: FlowGraph, after: FlowGraph, meets: Mapping[str, str], own_id: Mapping[str, str]
) -> tuple[tuple[Node, ...], list[Change]]:
    pairs = [(element, _of_before(element, after, meets)) for element in before.ends]
    nodes = [_coloured(element, element.id, *how[:2]) for element, how in pairs]
    changes = [change for _, (_, _, change) in pairs if change is not None]
    for element in after.ends:
        if own_id[element.id] not in meets:
            changes.append(Change(Way.ADDED, _kind(element), "", _quoted(element.text)))
            nodes.append(_coloured(element, own_id[element.id], element.text, ADDED))
    return tuple(nodes), changes


def _of_before(element: Node | Group, after: FlowGraph, meets: Mapping[str, str]) -> tuple[str, str, Change | None]:
    """Text and colour of an element of the first chart in that of both, and its change."""
    text = _quoted(element.text)
    if element.id not in meets:
        return element.text, LOST, Change(Way.LOST, _kind(element), text, "")
    other = after.node_by_id.get(meets[element.id])
    if other is None or fold(other.text) == fold(element.text):
        return element.text, "", None
    change = Change(Way.RENAMED, _kind(element), text, _quoted(other.text))
    return f"{other.text}\n(was: {element.text})", CHANGED, change


def _kind(element: Node | Group) -> ElementKind:
    return "node" if isinstance(element, Node) else "group"


def _coloured(element: Node | Group, id: str, text: str, colour: str) -> Node:
    """An element of the chart of both; a group is a node there, since what lies in it may differ."""
    shape = element.shape if isinstance(element, Node) else "rounded"
    kind = element.kind if isinstance(element, Node) else NodeKind.MODULE
    return Node(id=id, text=text, kind=kind, shape=shape, stroke=colour or None, fill=_PALE.get(colour))


def _edges(before: FlowGraph, after: FlowGraph, own_id: Mapping[str, str]) -> tuple[tuple[Edge, ...], list[Change]]:
    """The edges of both: equal ones first, then those with another label, then turned ones; each meets one."""
    texts = _texts(after, own_id) | _texts(before, {})
    left = [_bare(edge, {}) for edge in before.edges if edge.arcs()]
    others = [_bare(edge, own_id) for edge in after.edges if edge.arcs()]
    edges = [other for _, other in _taken(left, others, _whole)]
    changes = []
    for way, key in ((Way.RENAMED, _ends), (Way.TURNED, _turned)):
        for edge, other in _taken(left, others, key):
            edges.append(_drawn(other, CHANGED))
            changes.append(_changed(way, edge, other, texts))
    edges += [*(_drawn(edge, LOST) for edge in left), *(_drawn(edge, ADDED) for edge in others)]
    return tuple(edges), [*changes, *_of_one_chart(left, others, texts)]


def _texts(graph: FlowGraph, own_id: Mapping[str, str]) -> dict[str, str]:
    return {own_id.get(element.id, element.id): _quoted(element.text) for element in graph.ends}


def _of_one_chart(left: Sequence[Edge], others: Sequence[Edge], texts: Mapping[str, str]) -> Iterator[Change]:
    for edge in left:
        yield Change(Way.LOST, "edge", _labelled(edge, texts), "")
    for edge in others:
        yield Change(Way.ADDED, "edge", "", _labelled(edge, texts))


def _changed(way: Way, edge: Edge, other: Edge, texts: Mapping[str, str]) -> Change:
    if way is Way.RENAMED:
        return Change(way, "edge", f"{_way(edge, texts)}: {_quoted(edge.label)}", _quoted(other.label))
    return Change(way, "edge", _way(edge, texts), _way(other, texts))


def _bare(edge: Edge, name: Mapping[str, str]) -> Edge:
    """The edge between elements of the chart of both, from where it comes to where its head is."""
    onward = edge.forward
    return Edge(
        source=name.get(onward.source, onward.source),
        target=name.get(onward.target, onward.target),
        label=edge.label,
        head="none" if edge.undirected else "arrow",
        tail="arrow" if edge.bidirectional else "none",
        line=edge.line,
    )


Key = Callable[[Edge], tuple[object, ...]]


def _whole(edge: Edge) -> tuple[object, ...]:
    return (*_ends(edge), fold(edge.label))


def _ends(edge: Edge) -> tuple[object, ...]:
    return (frozenset(edge.arcs()),)


def _turned(edge: Edge) -> tuple[object, ...]:
    return (frozenset((edge.source, edge.target)),)


def _taken(left: list[Edge], others: list[Edge], key: Key) -> list[tuple[Edge, Edge]]:
    """Pairs with the same key, which are taken out of both lists."""
    places: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for place, edge in reversed(list(enumerate(others))):
        places[key(edge)].append(place)
    pairs = []
    rest = []
    gone = set()
    for edge in left:
        if places[key(edge)]:
            place = places[key(edge)].pop()
            gone.add(place)
            pairs.append((edge, others[place]))
        else:
            rest.append(edge)
    left[:] = rest
    others[:] = [edge for place, edge in enumerate(others) if place not in gone]
    return pairs


def _drawn(edge: Edge, colour: str) -> Edge:
    return edge.model_copy(update={"stroke": colour or None})


def _quoted(text: str) -> str:
    return f'"{" ".join(text.split())}"'


def _way(edge: Edge, texts: Mapping[str, str]) -> str:
    arrow = "--" if edge.undirected else "<->" if edge.bidirectional else "->"
    return f"{texts[edge.source]} {arrow} {texts[edge.target]}"


def _labelled(edge: Edge, texts: Mapping[str, str]) -> str:
    return f"{_way(edge, texts)}: {_quoted(edge.label)}" if edge.label.strip() else _way(edge, texts)
