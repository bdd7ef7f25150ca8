"""Graphs read from vector drawings, against the graphs that were drawn.

    python benchmarks/svg_reading.py --dialects [--split dev|held] [--keep DIR]
    python benchmarks/svg_reading.py --flowexplainbench DIR [--split dev|held]
    ... [--diagnose] [--against-pixels N]

A node is right if it stands where it was drawn (IoU of boxes 0.5) and says the same, white space aside; an edge if
both ends and the direction are. ``--diagnose`` names what is wrong and why; ``--against-pixels`` also reads the
rasterised drawing with the embedded agents, for every Nth drawing, and says how far the two readings differ.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from parse_nodes import in_split
from svg_drawings import Drawn, drawings

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.parse import parse
from diagramloop.parse.svg_reader import read_svg
from diagramloop.render.mermaid_svg import read_mermaid_svg
from diagramloop.render.sanitised_svg import SanitisedSvg, rasterised
from diagramloop.score.alignment import Alignment, align
from diagramloop.score.counts import Counts
from diagramloop.score.similarity import fold

SAME_PLACE = 0.5  # IoU: boxes of texts without a shape depend on the font


@dataclass
class Tally:
    """Counts over the drawings of one dialect."""

    nodes: Counts = field(default_factory=lambda: Counts(0, 0, 0, 0))
    edges: Counts = field(default_factory=lambda: Counts(0, 0, 0, 0))
    labels: Counts = field(default_factory=lambda: Counts(0, 0, 0, 0))
    seconds: list[float] = field(default_factory=list)

    def add(self, found: FlowGraph, truth: FlowGraph, seconds: float) -> Alignment:
        alignment = align(found, truth, SAME_PLACE)
        said = [(p, g) for p, g in alignment.nodes.matched if _same(found.nodes[p].text, truth.nodes[g].text)]
        self.nodes += Counts.one_to_one(len(said), len(found.nodes), len(truth.nodes))
        self.edges += alignment.edges.counts
        pairs = [(found.edges[p].label, truth.edges[g].label) for p, g in alignment.edges.matched]
        right = sum(bool(b) and _same(a, b) for a, b in pairs)
        self.labels += Counts.one_to_one(right, sum(bool(a) for a, _ in pairs), sum(bool(b) for _, b in pairs))
        self.seconds.append(seconds)
        return alignment

    def report(self, name: str) -> None:
        rates = "  ".join(f"{what} {_f1(c):.4f}" for what, c in (("node", self.nodes), ("edge", self.edges)))
        print(f"{name:28} {len(self.seconds):4} drawings  {rates}  label {_f1(self.labels):.4f}", end="  ")
        print(f"({self.nodes.gold:.0f} nodes, {self.edges.gold:.0f} edges; median {np.median(self.seconds):.2f} s)")


def _same(one: str, other: str) -> bool:
    return "".join(fold(one).split()) == "".join(fold(other).split())


def _f1(c: Counts) -> float:
    return (c.correct + c.found) / max(1, c.predicted + c.gold)


def flowexplainbench(folder: Path) -> Iterator[Drawn]:
    """Real Mermaid drawings; the truth is what Mermaid's own ids say, which the reader does not look at."""
    for path in sorted(folder.glob("images/*/flowchart.svg")):
        svg = path.read_text("utf-8")
        yield Drawn(path.parent.name, "mermaid, real", svg, read_mermaid_svg(svg))


def diagnose(name: str, found: FlowGraph, truth: FlowGraph, alignment: Alignment, causes: Counter[str]) -> None:
    """Names every wrong node and edge."""
    for p, g in alignment.nodes.matched:
        if not _same(found.nodes[p].text, truth.nodes[g].text):
            causes["node: other text"] += 1
            print(f"  {name}: {truth.nodes[g].text!r} read as {found.nodes[p].text!r}")
    for g in alignment.nodes.missing:
        causes["node: missing"] += 1
        print(f"  {name}: no node {truth.nodes[g].text!r}")
    for p in alignment.nodes.invented:
        causes["node: invented"] += 1
        print(f"  {name}: invented node {found.nodes[p].text!r} {found.nodes[p].box}")
    same = {g: p for p, g in alignment.nodes.matched}
    at = {node.id: g for g, node in enumerate(truth.nodes)}
    for g in alignment.edges.missing:
        edge = truth.edges[g]
        ends = all(at.get(end) is None or at[end] in same for end in (edge.source, edge.target))
        causes["edge: missing" if ends else "edge: its node is missing"] += 1
        print(f"  {name}: no edge {_text(truth, edge.source)!r} -> {_text(truth, edge.target)!r}")
    for p in alignment.edges.invented:
        edge = found.edges[p]
        causes["edge: invented"] += 1
        print(f"  {name}: invented edge {_text(found, edge.source)!r} -> {_text(found, edge.target)!r}")
    for _, g in alignment.edges.reversed:
        edge = truth.edges[g]
        causes["edge: reversed"] += 1
        print(f"  {name}: reversed edge {_text(truth, edge.source)!r} -> {_text(truth, edge.target)!r}")


def _text(graph: FlowGraph, id: str) -> str:
    element = graph.node_by_id.get(id) or graph.group_by_id[id]
    return element.text


def against_pixels(svg: SanitisedSvg, found: FlowGraph, tally: Tally) -> None:
    """How far the graph read from the rasterised drawing agrees with the one read from its vectors."""
    try:
        picture = parse(rasterised(svg, *(2 * side for side in found.size or (1, 1)))).graph
    except DiagramloopError as error:
        print(f"  pixels: {error.reason}")
        picture = FlowGraph(size=found.size)
    tally.add(picture, found, 0.0)


def main() -> None:
    options = _options()
    items = flowexplainbench(options.flowexplainbench) if options.flowexplainbench else drawings()
    tallies: dict[str, Tally] = defaultdict(Tally)
    pixels, causes = Tally(), Counter[str]()
    for number, item in enumerate(item for item in items if in_split(item.name, options.split)):
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            (options.keep / f"{item.dialect}_{item.name}.svg".replace("/", "-")).write_text(item.svg, "utf-8")
        start = time.perf_counter()
        try:
            read = read_svg(item.svg)
            found = read.graph
        except DiagramloopError as error:
            print(f"  {item.name}: {error.reason}: {error}")
            found = FlowGraph(size=item.truth.size)
        alignment = tallies[item.dialect].add(found, item.truth, time.perf_counter() - start)
        if options.diagnose:
            diagnose(f"{item.dialect}: {item.name}", found, item.truth, alignment, causes)
        if options.against_pixels and number % options.against_pixels == 0:
            against_pixels(read.drawing, found, pixels)
    for name, tally in sorted(tallies.items()):
        tally.report(name)
    _total(tallies.values()).report("all")
    if pixels.seconds:
        pixels.report("pixels against vectors")
    for cause, count in causes.most_common():
        print(f"{count:5} {cause}")


def _total(tallies) -> Tally:  # type: ignore[no-untyped-def]
    whole = Tally()
    for tally in tallies:
        whole = replace(
            whole,
            nodes=whole.nodes + tally.nodes,
            edges=whole.edges + tally.edges,
            labels=whole.labels + tally.labels,
            seconds=whole.seconds + tally.seconds,
        )
    return whole


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--flowexplainbench", type=Path)
    source.add_argument("--dialects", action="store_true")
    parser.add_argument("--split", choices=["dev", "held", "all"], default="all")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--diagnose", action="store_true")
    parser.add_argument("--against-pixels", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
