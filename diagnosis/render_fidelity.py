"""Check that the drawings of engines hold: they show their source, their text stays inside, and they can be read.

    python -m diagnosis.render_fidelity DATA [--engines mermaidx merman] [--limit N] [--against ENGINE]
        [--parse CHARTS] [--skip N] [--styles default single]

The charts are those of FlowExplainBench and of mermaid-flowcharts under DATA, and the corpus. For each engine it prints
how many charts it draws, in how many of them ids, ends, kinds, labels and texts are those of the source, and the share
of the text's ink that lies inside of a node, a label's box or a frame: text is painted in a colour of its own. With
``--against`` the places of nodes and labels are held against those of another engine. With ``--parse`` that many charts
of FlowExplainBench, in the order of their hashes, are also read back by the embedded parser.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from diagnosis._mermaid_sources import sources
from diagramloop.engines.parse import parse
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render import Style, draw, read_mermaid_svg
from diagramloop.render._page import on_page
from diagramloop.render.engines import Engine
from diagramloop.render.engines import engine as engine_by_name
from diagramloop.render.limits import check_limits
from diagramloop.render.shapes import with_drawn_shapes
from diagramloop.render.style import Ink, Look
from diagramloop.render.svg import writable
from diagramloop.scores import score_pair

CORPUS = Path(__file__).parents[1] / "corpus" / "charts"
METRICS = ("node_f1", "edge_f1", "node_text", "edge_label")
ALIKE = 2.0  # px by which places may differ that count as the same
SLACK = 1.0  # pixels by which a glyph's grey border may reach over an outline
_INK, _MARKED = Ink("#ffffff", "#000000", "#ff0000"), 64  # how much redder than green a pixel of text is


def charts(data: Path) -> Iterator[tuple[str, FlowGraph]]:
    """(data set, graph) of every chart that parses, in the shapes in which it is drawn."""
    texts = [*sources(data), *(("corpus", path.read_text("utf-8")) for path in sorted(CORPUS.rglob("*.mmd")))]
    for source, text in texts:
        try:
            yield source, with_drawn_shapes(read_mermaid(text).without_geometry().replace(title=""))
        except DiagramloopError as error:
            print(f"{source}: not read: {error}")


def differences(graph: FlowGraph, drawn: FlowGraph) -> list[str]:
    """Differences between ``graph`` and its Mermaid drawing, read anew."""
    names = {node.id: f"n{i}" for i, node in enumerate(graph.nodes)}
    names |= {group.id: f"g{j}" for j, group in enumerate(graph.groups)}
    texts = {names[e.id]: e.text for e in (*graph.nodes, *graph.groups)}
    shown = {e.id: e.text for e in (*drawn.nodes, *drawn.groups)}
    asked = Counter((names[e.source], names[e.target], e.line, e.head, e.tail, letters(e.label)) for e in graph.edges)
    lines = Counter((e.source, e.target, e.line, e.head, e.tail, letters(e.label)) for e in drawn.edges)
    odd = [f"ids {texts.keys() ^ shown.keys()}"] if texts.keys() != shown.keys() else []
    odd += [f"edges {asked - lines} drawn as {lines - asked}"] if asked != lines else []
    mute = {names[node.id] for node in graph.nodes if not shown.get(names[node.id])}  # symbols
    return odd + [f"text of {n}" for n in texts.keys() - mute if letters(texts[n]) != letters(shown.get(n, ""))]


def letters(text: str) -> str:
    """``text`` without white space, which is laid out anew."""
    return "".join(writable(text).split())


def ink_inside(engine: Engine, graph: FlowGraph) -> tuple[int, int, list[str]]:
    """(pixels of text inside of what they belong to, all pixels of text, differences from the source)."""
    layout = on_page(engine.lay_out(graph), 1.0)
    placed = layout.graph
    assert placed.size is not None
    look = Look((_INK,) * len(placed.nodes), _INK, _INK, "#000000")
    png = engine.rasterise(layout.styled(engine.stylesheet(placed, look)), *placed.size)
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR).astype(np.int16)
    text = picture[:, :, 2] - picture[:, :, 1] > _MARKED
    odd = [] if engine.name == "graphviz" else differences(graph, read_mermaid_svg(layout.svg))
    return int((text & homes(placed, text.shape)).sum()), int(text.sum()), odd


def homes(graph: FlowGraph, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Mask of all places where text may stand."""
    boxes = [*(e.label_box for e in graph.edges), *(group.box for group in graph.groups)]
    areas = [shapely.Polygon(n.polygon) for n in graph.nodes] + [shapely.box(*box) for box in boxes if box]
    mask = np.zeros(shape, np.uint8)
    for area in areas:
        ring = shapely.get_coordinates(area.buffer(SLACK, join_style="mitre").exterior)
        cv2.fillPoly(mask, [np.round((ring - 0.5) * 16).astype(np.int32)], 1, shift=4)
    return mask.astype(bool)


def show_drawn(read: list[tuple[str, FlowGraph]], name: str) -> None:
    """Print a row for each data set."""
    engine, counts, inside = engine_by_name(name), Counter[tuple[str, str]](), defaultdict[str, list[float]](list)
    for number, (source, graph) in enumerate(read):
        counts[source, "charts"] += 1
        try:
            check_limits(graph)
            within, all_of_it, odd = ink_inside(engine, graph)
        except DiagramloopError as error:
            counts[source, "refused"] += 1
            print(f"{name} {source} {number}: {error.reason}: {str(error)[:120]}")
            continue
        counts[source, "same as the source"] += not odd
        inside[source].append(within / all_of_it if all_of_it else 1.0)
        if odd or within < all_of_it:
            outside = f"{all_of_it - within} of {all_of_it} pixels outside"
            print(f"{name} {source} {number}: {outside}; {'; '.join(odd)[:200]}")
    for source, shares in inside.items():
        told = ", ".join(f"{counts[source, what]} {what}" for what in ("charts", "refused", "same as the source"))
        print(f"{name:9} {source:18} {told}; all text inside {shares.count(1.0)}, mean {fmean(shares):.5f}", flush=True)


def show_alike(read: list[tuple[str, FlowGraph]], names: list[str], reference: str) -> None:
    """Print for each engine the share of nodes and of labels that stand within ``ALIKE`` of the reference's."""
    far: dict[tuple[str, str], list[float]] = defaultdict(list)
    for _, graph in read:
        try:
            places = {name: places_of(engine_by_name(name).lay_out(graph).graph) for name in (reference, *names)}
        except DiagramloopError as error:
            print(f"left out: {error}")
            continue
        for name in names:
            for what, ours, theirs in zip(("nodes", "labels"), places[name], places[reference], strict=True):
                far[name, what] += np.abs(ours - theirs).max(axis=1).tolist()
    for (name, what), pixels in far.items():
        share, most = np.mean(np.array(pixels) <= ALIKE), max(pixels, default=0.0)
        told = f"{share:.4f} of {len(pixels)} within {ALIKE:g} px of {reference}, all within {most:.1f}"
        print(f"{name} {what}: {told}", flush=True)


def places_of(graph: FlowGraph) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Middles of nodes and of labels in order, each of shape (n, 2)."""
    boxes = ([node.box for node in graph.nodes], [edge.label_box for edge in graph.edges if edge.label_box])
    nodes, labels = (np.array([box for box in some if box], float).reshape(-1, 2, 2).mean(axis=1) for some in boxes)
    return nodes, labels


def show_parsed(charts: list[FlowGraph], engines: list[str], styles: list[Style]) -> None:
    """Print the parser's mean scores on the same charts in the same styles, engine by engine, as they grow."""
    scores: dict[str, list[dict[str, float]]] = defaultdict(list)
    for number, graph in enumerate(charts, 1):
        try:
            figures = {name: draw(graph, styles, engine=name) for name in engines}
        except DiagramloopError as error:
            print(f"left out: {error}")
            continue
        for name, style in ((name, style) for name in engines for style in styles):
            figure = figures[name][style]
            rows = score_pair(parse(figure.png).graph, figure.graph, metrics=METRICS)
            scores[name].append({row.metric: row.value for row in rows if row.value is not None})
        means = (f"{n} " + " ".join(f"{m} {_mean(scores[n], m):.4f}" for m in METRICS) for n in engines)
        print(f"{number} charts x {len(styles)} styles: {'; '.join(means)}", flush=True)


def _hash(graph: FlowGraph) -> str:
    return hashlib.sha256(graph.digest().encode()).hexdigest()


def _mean(rows: list[dict[str, float]], metric: str) -> float:
    return fmean([row[metric] for row in rows if metric in row] or [float("nan")])


def main() -> None:
    """Print both parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--engines", nargs="+", default=["mermaidx", "merman"])
    parser.add_argument("--limit", type=int, default=10_000, help="of charts drawn, evenly taken")
    parser.add_argument("--parse", type=int, default=0, help="charts to read back")
    parser.add_argument("--skip", type=int, default=0, help="charts before them")
    parser.add_argument("--styles", nargs="+", type=Style, default=list(Style))
    parser.add_argument("--against", help="an engine whose places are compared")
    options = parser.parse_args()
    read = list(charts(options.data))
    for name in options.engines if options.limit and not options.against else ():
        show_drawn(read[:: max(1, len(read) // options.limit)], name)
    if options.against:
        show_alike(read[:: max(1, len(read) // (options.limit or 1))], options.engines, options.against)
    if options.parse:
        hashed = sorted((graph for source, graph in read if source == "flowexplainbench"), key=_hash)
        show_parsed(hashed[options.skip :][: options.parse], options.engines, options.styles)


if __name__ == "__main__":
    main()
