"""Whole graphs read from pictures, against the drawings they were made from.

    python benchmarks/parse_figures.py --flowexplainbench DIR [--split dev|held] [--degrade half|jpeg60|photo]
        [--nodes gold|found] [--every N] [--diagnose OUT]
    python benchmarks/parse_figures.py --drawn DIR ...

Folders as in parse_nodes.py. ``--nodes gold`` gives the Topology Coder the true nodes and label boxes, so that
only edges are measured. Prints node and edge F1, the share of labelled edges with the right label and of
charts with the whole edge set right, and seconds by chart size on one core.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from parse_edge_causes import diagnose
from parse_nodes import Item, drawn_here, flowexplainbench, in_split

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.parse import HMAS, parse
from diagramloop.parse.blackboard import (
    RGB,
    Blackboard,
    Environment,
    FreeText,
    GroundedGroup,
    GroundedNode,
    Shape,
    TextLine,
)
from diagramloop.parse.page.picture import read_picture
from diagramloop.score.alignment import align
from diagramloop.score.counts import Counts
from diagramloop.score.exact import edge_label, edge_set

BORDER = 2.0  # px of the true nodes' borders
BINS = (12, 24, 45)


@dataclass(frozen=True)
class Blind:
    """Finds no shapes and no texts: the truth replaces both."""

    def hunt(self, picture: RGB, environment: Environment) -> tuple[Shape, ...]:  # noqa: ARG002
        return ()

    def spot(
        self,
        picture: RGB,  # noqa: ARG002
        environment: Environment,  # noqa: ARG002
        shapes: tuple[Shape, ...],  # noqa: ARG002
    ) -> tuple[TextLine, ...]:
        return ()


@dataclass(frozen=True)
class GoldArbiter:
    """Grounds the true nodes, groups and label boxes."""

    truth: FlowGraph

    def fuse(self, board: Blackboard) -> Blackboard:
        names = {node.id: f"N{i}" for i, node in enumerate(self.truth.nodes, 1)}
        names |= {group.id: f"G{i}" for i, group in enumerate(self.truth.groups, 1)}
        return replace(
            board,
            nodes=tuple(
                GroundedNode(names[n.id], _shape(n, "node"), n.text, names.get(n.group or ""), 1.0)
                for n in self.truth.nodes
            ),
            groups=tuple(
                GroundedGroup(names[g.id], _shape(g, "group"), g.text, None, names.get(g.parent or ""), 1.0)
                for g in self.truth.groups
            ),
            labels=tuple(FreeText(e.label_box, e.label, 1.0) for e in self.truth.edges if e.label_box and e.label),
        )


def _shape(element, role) -> Shape:  # type: ignore[no-untyped-def]
    x0, y0, x1, y1 = element.box
    polygon = getattr(element, "polygon", None) or ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Shape(polygon, getattr(element, "shape", "") or "rect", role, BORDER, (255, 255, 255), 1.0)


@dataclass
class Tally:
    counts: dict[str, Counts] = field(default_factory=lambda: defaultdict(lambda: Counts(0, 0, 0, 0)))
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, found: FlowGraph, truth: FlowGraph, seconds: float) -> None:
        alignment = align(found, truth)
        self.counts["node"] += alignment.nodes.counts
        self.counts["group"] += alignment.groups.counts
        self.counts["edge"] += alignment.edges.counts
        self.counts["label"] += edge_label(found, truth, alignment)
        self.counts["edge set"] += edge_set(alignment)
        self.seconds[size_bin(len(truth.nodes))].append(seconds)

    def report(self) -> None:
        for name, c in self.counts.items():
            print(f"{name:9} P {c.correct / max(1, c.predicted):.4f}  R {c.found / max(1, c.gold):.4f}", end="  ")
            print(f"F1 {(c.correct + c.found) / max(1, c.predicted + c.gold):.4f}  ({c.found:.0f} of {c.gold:.0f})")
        for name, seconds in sorted(self.seconds.items()):
            print(f"{name} nodes: {len(seconds)} charts, median {np.median(seconds):.2f} s, most {max(seconds):.2f} s")


def size_bin(nodes: int) -> str:
    """The bin of chart sizes that a number of nodes falls into."""
    low = 0
    for high in BINS:
        if nodes <= high:
            return f"{low:2}-{high}"
        low = high + 1
    return f"{low}+  "


def degraded(items: Iterable[Item], how: str) -> Iterator[Item]:
    for item in items:
        if how == "half":
            small = cv2.resize(item.picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            yield Item(item.name, small, _scaled(item.truth, 0.5))
        elif how == "jpeg60":
            _, data = cv2.imencode(".jpg", item.picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 60])
            yield Item(item.name, read_picture(data.tobytes()), item.truth)
        elif how == "photo":
            yield Item(item.name, _photographed(item.picture), item.truth)
        else:
            yield item


def _photographed(picture: RGB) -> RGB:
    """In the light of one side, a little out of focus, with grain, as JPEG."""
    height, width = picture.shape[:2]
    light = np.linspace(1.0, 0.6, width)[None, :, None] * np.linspace(1.0, 0.85, height)[:, None, None]
    grain = np.random.default_rng(0).normal(0.0, 4.0, picture.shape)
    lit = np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) * light + grain, 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", lit[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 85])
    return read_picture(data.tobytes())


def _scaled(graph: FlowGraph, by: float) -> FlowGraph:
    def element(e):  # type: ignore[no-untyped-def]
        boxes = {key: tuple(v * by for v in getattr(e, key)) for key in ("box", "label_box") if getattr(e, key, None)}
        lines = {
            k: tuple((x * by, y * by) for x, y in getattr(e, k)) for k in ("polygon", "path") if getattr(e, k, None)
        }
        return e.model_copy(update=boxes | lines)

    parts = {name: tuple(map(element, getattr(graph, name))) for name in ("nodes", "edges", "groups")}
    size = tuple(max(1, round(v * by)) for v in graph.size) if graph.size else None
    return graph.replace(size=size, **parts)


def main() -> None:
    options = _options()
    items = flowexplainbench(options.flowexplainbench) if options.flowexplainbench else drawn_here(options.drawn)
    chosen = (item for item in items if in_split(item.name, options.split))
    tally = Tally()
    for item in degraded(islice(chosen, 0, None, options.every), options.degrade):
        blind = HMAS(shape_hunter=Blind(), text_spotter=Blind(), fusion_arbiter=GoldArbiter(item.truth))
        start = time.perf_counter()
        try:
            parsed = parse(item.picture, blind if options.nodes == "gold" else None)
        except DiagramloopError as error:
            print(f"{item.name}: {error.reason}: {error}")
            tally.add(FlowGraph(), item.truth, time.perf_counter() - start)
            continue
        tally.add(parsed.graph, item.truth, time.perf_counter() - start)
        if options.diagnose:
            diagnose(item.name, parsed, item.truth, options.diagnose)
    tally.report()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--flowexplainbench", type=Path)
    source.add_argument("--drawn", type=Path)
    parser.add_argument("--split", choices=["dev", "held", "all"], default="all")
    parser.add_argument("--degrade", choices=["no", "half", "jpeg60", "photo"], default="no")
    parser.add_argument("--nodes", choices=["gold", "found"], default="found")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--diagnose", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
