"""Seeded references: flowcharts and procedural graphs of any size, with texts that are unlike each other."""

from __future__ import annotations

import itertools
from random import Random

from diagramloop.graph import Box, Edge, EdgeKind, FlowGraph, Group, Node, NodeKind

_LETTERS = "abcdefghijklmnoprstuvwz"
_STEP, _WIDTH, _HEIGHT = 120.0, 100.0, 60.0  # pixels between nodes, and of a node
_ROW = 5  # nodes drawn beside each other
_LOOKS = ((NodeKind.PROCESS, "rect"), (NodeKind.DECISION, "diam"), (NodeKind.IO, "lean-r"), (NodeKind.STORE, "cyl"))
_GROUP_SIZE = 4  # nodes in a group; every second run of so many is in one

_CYCLE = (
    *(NodeKind.PROCESS, NodeKind.XOR, NodeKind.PROCESS, NodeKind.AND, NodeKind.PROCESS, NodeKind.OR),
    *(NodeKind.DATA_OBJECT, NodeKind.PROCESS, NodeKind.TEXT_ANNOTATION),
)
_ARTIFACTS = {NodeKind.DATA_OBJECT, NodeKind.TEXT_ANNOTATION}
_GATEWAYS = {NodeKind.XOR, NodeKind.AND, NodeKind.OR}


def flowchart(seed: int, size: int) -> FlowGraph:
    """A chart that branches, joins, skips steps and has no circle, with boxes, groups, kinds and labelled branches."""
    chance = Random(f"flowchart {seed} {size}")  # noqa: S311 - reproducible, no secret
    nodes = tuple(_node(number, chance) for number in range(size))
    arcs = [(number - 1 if chance.random() < 0.75 else chance.randrange(number), number) for number in range(1, size)]
    while len(arcs) < min(size + size // 6, size * (size - 1) // 2):
        arc = tuple(sorted(chance.sample(range(size), 2)))
        if arc not in arcs:
            arcs.append((arc[0], arc[1]))
    edges = tuple(Edge(source=f"n{u}", target=f"n{v}", label=_text(chance) if v % 2 else "") for u, v in arcs)
    return FlowGraph(nodes=nodes, edges=edges, groups=_groups(nodes), size=(800, int(_STEP * size)))


def placed(graph: FlowGraph) -> FlowGraph:
    """``graph`` with a box for each node, one beside another, and none for what lies around them."""
    nodes = tuple(
        node.model_copy(update={"box": _place(number), "group": None}) for number, node in enumerate(graph.nodes)
    )
    return graph.replace(nodes=nodes, groups=())


def process(seed: int, size: int) -> FlowGraph:
    """Two procedural graphs of every kind of node and flow, each its own actor's, with ``size`` nodes together."""
    chance = Random(f"process {seed} {size}")  # noqa: S311 - reproducible, no secret
    sizes = size // 2, size - size // 2
    nodes: list[Node] = []
    edges: list[Edge] = []
    for count in sizes:
        of_actor = _acted(len(nodes), count, _word(chance), chance)
        nodes += of_actor
        edges += _flows(of_actor, chance)
    return FlowGraph(nodes=tuple(nodes), edges=tuple(edges))


def _acted(first: int, count: int, actor: str, chance: Random) -> list[Node]:
    """The nodes of one actor, numbered from ``first``."""
    kinds = [NodeKind.START, *(_CYCLE[(first + number) % len(_CYCLE)] for number in range(count - 2)), NodeKind.END]
    nodes = []
    for number, kind in enumerate(kinds, start=first):
        text = _text(chance) if kind is NodeKind.PROCESS or kind in _ARTIFACTS else ""
        doer = "" if kind in _ARTIFACTS | _GATEWAYS else actor
        nodes.append(Node(id=f"n{number}", text=text, kind=kind, actor=doer))
    return nodes


def _flows(nodes: list[Node], chance: Random) -> list[Edge]:
    """One after another, past two steps from every gateway, and from every artifact to an action."""
    flowing = [node for node in nodes if node.kind not in _ARTIFACTS]
    flows = [_flow(u, v, chance) for u, v in itertools.pairwise(flowing)]
    flows += [_flow(u, flowing[number + 3], chance) for number, u in enumerate(flowing[:-3]) if u.kind in _GATEWAYS]
    actions = [node for node in nodes if node.kind is NodeKind.PROCESS] or flowing
    held = [node for node in nodes if node.kind in _ARTIFACTS]
    return flows + [
        Edge(source=node.id, target=actions[number % len(actions)].id, kind=EdgeKind.CONSTRAINT)
        for number, node in enumerate(held)
    ]


def _node(number: int, chance: Random) -> Node:
    kind, shape = _LOOKS[number % len(_LOOKS)]
    group = f"g{number // _GROUP_SIZE}" if number // _GROUP_SIZE % 2 else None
    return Node(id=f"n{number}", text=_text(chance), kind=kind, shape=shape, group=group, box=_place(number))


def _place(number: int) -> Box:
    x, y = _STEP * (number % _ROW), _STEP * (number // _ROW)
    return x, y, x + _WIDTH, y + _HEIGHT


def _groups(nodes: tuple[Node, ...]) -> tuple[Group, ...]:
    names = dict.fromkeys(node.group for node in nodes if node.group)
    return tuple(
        Group(id=name, text=f"frame {name}", box=(0.0, 1e4 * number, 900.0, 1e4 * number + 900.0))
        for number, name in enumerate(names)
    )


def _flow(source: Node, target: Node, chance: Random) -> Edge:
    if source.kind in (NodeKind.XOR, NodeKind.OR):
        return Edge(source=source.id, target=target.id, kind=EdgeKind.CONDITION, label=_text(chance))
    return Edge(source=source.id, target=target.id)


def _text(chance: Random) -> str:
    return f"{_word(chance)} {_word(chance)}"


def _word(chance: Random) -> str:
    return "".join(chance.choices(_LETTERS, k=7))
