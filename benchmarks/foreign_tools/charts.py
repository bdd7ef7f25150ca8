"""Charts with known graphs for foreign tools to draw: the shipped ones, and generated ones.

A tool that lays out by itself gets ids, texts and edges; one that is given places gets Graphviz's boxes, enlarged
so that other fonts find room. What a tool cannot say is taken out of the chart before it is drawn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from routes import laid_out, with_short_lines

from diagramloop.data.sources import Chart, open_source
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import Edge, FlowGraph, Group, Node

CORPUS = shipped_corpus()
GENERATED = 16
ROOM = 1.25
MOST_NODES = 36


@dataclass(frozen=True)
class Drawable:
    """A chart as drivers get it, beside the graph it shows."""

    name: str
    graph: FlowGraph

    def spoken(self) -> dict[str, Any]:
        """Plain JSON for drivers: boxes as x, y, width, height."""
        layout, scale = laid_out(self.graph), ROOM
        placed = layout.graph

        def box(element: Node | Group) -> dict[str, float]:
            x0, y0, x1, y1 = (round(scale * side, 1) for side in element.box or (0, 0, 0, 0))
            return {"x": x0, "y": y0, "width": round(x1 - x0, 1), "height": round(y1 - y0, 1)}

        return {
            "name": self.name,
            "width": scale * layout.size[0],
            "height": scale * layout.size[1],
            "direction": self.graph.direction,
            "nodes": [{"id": n.id, "text": n.text, "shape": n.shape, "group": n.group, **box(n)} for n in placed.nodes],
            "groups": [{"id": g.id, "text": g.text, "parent": g.parent, **box(g)} for g in placed.groups],
            "edges": [
                {
                    "source": e.source,
                    "target": e.target,
                    "label": e.label,
                    "head": e.head != "none",
                    "tail": e.tail != "none",
                    "dotted": e.line == "dotted",
                    "points": [[round(scale * x, 1), round(scale * y, 1)] for x, y in route],
                }
                for e, route in zip(placed.edges, layout.routes, strict=True)
            ],
        }


def in_split(name: str, split: str) -> bool:
    """Half of the charts are held, whatever draws them."""
    dev = hashlib.sha256(f"chart|{name}".encode()).digest()[0] % 2 == 0
    return split == "all" or (split == "dev") == dev


@dataclass(frozen=True)
class Abilities:
    """The abilities of a tool's language; ``binary``: only yes and no lead on from a node, and to what is reached."""

    groups: bool = True
    labels: bool = True
    both_ways: bool = True
    binary: bool = False


def charts_for(tool: str, abilities: Abilities, share: int) -> Iterator[Drawable]:
    """One part in ``share`` of all charts, another one for each tool, without what the tool cannot draw."""
    for name, graph in every_chart():
        if hashlib.sha256(f"{tool}|{name}".encode()).digest()[0] % share == 0:
            yield Drawable(name, within(graph, abilities))


def every_chart() -> Iterator[tuple[str, FlowGraph]]:
    """The shipped charts that fit on a page, then the generated ones."""
    for chart in open_source("corpus", CORPUS).charts():
        if isinstance(chart, Chart) and len(chart.graph.nodes) <= MOST_NODES:
            yield chart.id.replace("/", "-"), chart.graph
    for seed in range(GENERATED):
        yield f"generated-{seed:02}", generated(np.random.default_rng(seed))


def generated(rng: np.random.Generator) -> FlowGraph:
    """A chart of the shipped charts' words: a chain with branches, joins and loops back, often in groups."""
    words = [n.text for _, graph in _corpus() for n in graph.nodes if n.text and not n.text.endswith("?")]
    count = int(rng.integers(8, 25))
    texts = [words[i] for i in rng.choice(len(words), size=count, replace=False)]
    texts = list(dict.fromkeys(texts))
    cuts = sorted(rng.choice(range(2, len(texts) - 1), size=2, replace=False)) if rng.random() < 0.6 else []
    groups = tuple(Group(id=f"g{i}", text=f"Stage {'ABC'[i]}") for i in range(len(cuts) + 1)) if cuts else ()
    owner = [f"g{sum(i >= c for c in cuts)}" if cuts else None for i in range(len(texts))]
    asks = rng.random(len(texts)) < 0.3
    nodes = tuple(
        Node(id=f"n{i}", text=f"{t}?" if asks[i] else t, shape="diam" if asks[i] else "rect", group=owner[i])
        for i, t in enumerate(texts)
    )
    edges = []
    for i in range(1, len(nodes)):
        start = i - 1 if rng.random() < 0.7 else int(rng.integers(max(0, i - 4), i))
        edges.append((start, i))
        if asks[i - 1]:
            edges.append((i - 1, int(rng.integers(0, len(nodes)))))
    pairs = [p for p in dict.fromkeys(edges) if p[0] != p[1]]
    labels = [_label(rng, [q for q in pairs if q[0] == a].index((a, b)), bool(asks[a])) for a, b in pairs]
    drawn = tuple(Edge(source=f"n{a}", target=f"n{b}", label=t) for (a, b), t in zip(pairs, labels, strict=True))
    return FlowGraph(nodes=nodes, edges=drawn, groups=groups, direction="LR" if rng.random() < 0.3 else "TB")


def _label(rng: np.random.Generator, position: int, asks: bool) -> str:
    if asks:
        return ("yes", "no", "unclear", "later")[min(position, 3)]
    return str(rng.choice(["next", "retry", "data"])) if rng.random() < 0.1 else ""


def _corpus() -> Iterator[tuple[str, FlowGraph]]:
    for chart in open_source("corpus", CORPUS).charts():
        if isinstance(chart, Chart):
            yield chart.id, chart.graph


def within(graph: FlowGraph, abilities: Abilities) -> FlowGraph:
    """Return the part of a chart that the tool can draw, with ids that every language takes."""
    graph = _binary(with_short_lines(graph)) if abilities.binary else with_short_lines(graph)
    frames = graph.groups if abilities.groups else ()
    ids = {n.id: f"n{i}" for i, n in enumerate(graph.nodes)} | {g.id: f"g{i}" for i, g in enumerate(frames)}
    nodes = tuple(n.model_copy(update={"id": ids[n.id], "group": ids.get(n.group or "")}) for n in graph.nodes)
    groups = tuple(g.model_copy(update={"id": ids[g.id], "parent": ids.get(g.parent or "")}) for g in frames)
    edges = tuple(
        e.model_copy(
            update={
                "source": ids[e.source],
                "target": ids[e.target],
                "label": e.label if abilities.labels else "",
                **_heads(e, abilities),
            }
        )
        for e in graph.edges
    )
    return graph.replace(nodes=nodes, edges=edges, groups=groups, title="")


def _heads(edge: Edge, abilities: Abilities) -> dict[str, str]:
    if not abilities.both_ways:
        return {"head": "arrow", "tail": "none"}
    return {"head": "arrow" if edge.head != "none" else "none", "tail": "arrow" if edge.tail != "none" else "none"}


def _binary(graph: FlowGraph) -> FlowGraph:
    leading = {n.id: [e for e in graph.edges if e.source == n.id][:2] for n in graph.nodes}
    reached, waiting = [], [graph.nodes[0].id]
    while waiting:
        at = waiting.pop()
        if at not in reached:
            reached.append(at)
            waiting += [e.target for e in leading[at]]
    edges = [
        e.model_copy(update={"label": ("yes", "no")[i] if len(ways) > 1 else ""})
        for id, ways in leading.items()
        for i, e in enumerate(ways)
        if id in reached
    ]
    return graph.replace(nodes=tuple(n for n in graph.nodes if n.id in reached), edges=tuple(edges))
