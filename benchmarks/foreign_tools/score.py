"""Graphs read from what real tools drew, against the graphs they were given.

    python benchmarks/foreign_tools/score.py DRAWINGS --reader svg|picture [--split dev|held]
        [--tools dev|held|all|NAMES] [--every N] [--diagnose]

DRAWINGS is what draw.py wrote. Tools give no places that we could read without trusting our own reading, so elements
are matched by text (diagramloop.score.alignment.align_by_text, similarity 0.5), as for the BPMN drawings. Charts are
split in halves by the SHA-256 of their names, and HELD_TOOLS are tools that no choice was made on. Edges are directed;
a label is right if it says the same, white space and case aside, on an edge that was found.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from charts import in_split  # noqa: E402

from diagramloop.errors import DiagramloopError  # noqa: E402
from diagramloop.graph import FlowGraph  # noqa: E402
from diagramloop.graph.json_form import read_json  # noqa: E402
from diagramloop.parse import parse  # noqa: E402
from diagramloop.parse.svg_reader import read_svg  # noqa: E402
from diagramloop.score.alignment import Alignment, align_by_text  # noqa: E402
from diagramloop.score.counts import Counts  # noqa: E402
from diagramloop.score.similarity import fold  # noqa: E402

HELD_TOOLS = (
    *("dia", "dia-zigzag", "x6", "x6-straight", "nomnoml", "nomnoml-curved"),
    *("asymptote", "asymptote-simple", "fabric", "igraph", "plotly", "qt", "tikz-mutool", "typst"),
)
READERS: dict[str, tuple[str, Callable[[Path], FlowGraph]]] = {
    "svg": (".svg", lambda path: read_svg(path.read_bytes()).graph),
    "picture": (".png", lambda path: parse(path).graph),
}
PARTS = ("nodes", "groups", "edges", "labels", "texts")
NONE = Counts(0, 0, 0, 0)


@dataclass
class Row:
    """Counts over the drawings of one tool; ``texts`` are nodes found whose text is the same to the letter."""

    counts: dict[str, Counts] = field(default_factory=lambda: dict.fromkeys(PARTS, NONE))
    seconds: list[float] = field(default_factory=list)

    def add(self, found: FlowGraph, truth: FlowGraph, seconds: float) -> Alignment:
        alignment = align_by_text(found, truth)
        for part in ("nodes", "groups", "edges"):
            self.counts[part] += getattr(alignment, part).counts
        labels = [(found.edges[p].label, truth.edges[g].label) for p, g in alignment.edges.matched]
        right = sum(bool(b) and _same(a, b) for a, b in labels)
        self.counts["labels"] += Counts.one_to_one(
            right, sum(bool(a) for a, _ in labels), sum(bool(b) for _, b in labels)
        )
        texts = [(found.nodes[p].text, truth.nodes[g].text) for p, g in alignment.nodes.matched]
        self.counts["texts"] += Counts.one_to_one(
            sum(_same(a, b) for a, b in texts), len(found.nodes), len(truth.nodes)
        )
        self.seconds.append(seconds)
        return alignment

    def __add__(self, other: Row) -> Row:
        return Row({p: self.counts[p] + other.counts[p] for p in PARTS}, self.seconds + other.seconds)

    def line(self, name: str) -> str:
        rates = "  ".join(f"{part} {self.counts[part].f1:.3f}" for part in PARTS)
        median = sorted(self.seconds)[len(self.seconds) // 2]
        return f"{name:20} {len(self.seconds):4}  {rates}   median {median:.2f} s, longest {max(self.seconds):.1f} s"


def _same(one: str, other: str) -> bool:
    return "".join(fold(one).casefold().split()) == "".join(fold(other).casefold().split())


def drawings(options: argparse.Namespace) -> Iterator[tuple[str, Path]]:
    """Tool and file of the chosen drawings."""
    for folder in sorted(path for path in options.folder.iterdir() if path.is_dir()):
        held = folder.name in HELD_TOOLS
        named = folder.name in options.tools.split(",")
        if named or options.tools == "all" or options.tools == ("held" if held else "dev"):
            files = [file for file in sorted(folder.glob("*.json")) if in_split(file.stem, options.split)]
            yield from ((folder.name, file) for file in files[:: options.every])


def misses(found: FlowGraph, truth: FlowGraph, alignment: Alignment) -> Iterator[tuple[str, str]]:
    """Cause and description of everything that is wrong."""

    def said(graph: FlowGraph, id: str) -> str:
        return repr((graph.node_by_id.get(id) or graph.group_by_id[id]).text)

    for p, g in alignment.nodes.matched:
        if not _same(found.nodes[p].text, truth.nodes[g].text):
            yield "text differs", f"{truth.nodes[g].text!r} read as {found.nodes[p].text!r}"
    for part in ("nodes", "groups"):
        matching = getattr(alignment, part)
        yield from ((f"{part}: missing", repr(getattr(truth, part)[g].text)) for g in matching.missing)
        yield from ((f"{part}: invented", repr(getattr(found, part)[p].text)) for p in matching.invented)
    met = {truth.nodes[g].id for _, g in alignment.nodes.matched}
    for g in alignment.edges.missing:
        edge = truth.edges[g]
        cause = "edges: missing" if {edge.source, edge.target} <= met else "edges: an end is missing"
        yield cause, f"{said(truth, edge.source)} -> {said(truth, edge.target)} [{edge.label}]"
    for p in alignment.edges.invented:
        yield "edges: invented", f"{said(found, found.edges[p].source)} -> {said(found, found.edges[p].target)}"
    for p, g in alignment.edges.reversed:
        edge, other = truth.edges[g], found.edges[p]
        yield (
            "edges: other heads",
            f"{said(truth, edge.source)} -> {said(truth, edge.target)}: {other.tail}-{other.head}",
        )
    for p, g in alignment.edges.matched:
        if not _same(found.edges[p].label, truth.edges[g].label):
            yield "labels", f"{truth.edges[g].label!r} read as {found.edges[p].label!r}"


def main() -> None:
    options = _options()
    cv2.setNumThreads(1)
    ending, read = READERS[options.reader]
    rows: dict[str, Row] = defaultdict(Row)
    causes: Counter[str] = Counter()
    for tool, file in drawings(options):
        truth = read_json(file.read_text("utf-8"))
        start = time.perf_counter()
        try:
            found = read(file.with_suffix(ending))
        except DiagramloopError as error:
            print(f"{tool}/{file.stem}: {error.reason}: {error}")
            found = FlowGraph()
        alignment = rows[tool].add(found, truth, time.perf_counter() - start)
        for cause, what in misses(found, truth, alignment) if options.diagnose else ():
            causes[f"{cause} ({tool})"] += 1
            print(f"  {tool}/{file.stem}: {cause}: {what}")
    for tool, row in rows.items():
        print(row.line(tool))
    print(sum(rows.values(), Row()).line("all"))
    for cause, count in causes.most_common(60):
        print(f"{count:5} {cause}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--reader", choices=READERS, default="svg")
    parser.add_argument("--split", choices=["dev", "held", "all"], default="dev")
    parser.add_argument("--tools", default="dev", help="dev, held, all, or names joined by commas")
    parser.add_argument("--every", type=int, default=1, help="read one of so many drawings a tool")
    parser.add_argument("--diagnose", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
