"""Draws the stress set of the parser: looks and shapes that no real data set at hand has, with known truth.

    python benchmarks/stress_drawings.py OUT [--count N]
    python benchmarks/stress_drawings.py OUT --charts flowexplainbench/dataset.json [--every N]

Mermaid (mermaidx) in its themes and with style sheets of our own, Graphviz with its attributes; or, with
--charts, every N-th chart of a data set in our four styles by mermaidx and Graphviz. Each
drawing is NAME.png with NAME.json, a FlowGraph in pixels (nodes, shapes, groups), for parse_nodes.py --drawn.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import mermaidx
import numpy as np
import pygraphviz
from defusedxml.ElementTree import fromstring
from mermaidx import raster
from svgelements import Path as SvgPath

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph, Group, Node
from diagramloop.render import draw
from diagramloop.render.mermaid_svg import read_mermaid_svg

WORDS = [
    "check",
    "send",
    "order",
    "list",
    "user",
    "input",
    "value",
    "ready",
    "retry",
    "save",
    "file",
    "open",
    "close",
    "sum",
    "error",
    "parse",
    "wait",
    "token",
]
MERMAID_SHAPES = [
    "rect",
    "rounded",
    "stadium",
    "fr-rect",
    "cyl",
    "circle",
    "dbl-circ",
    "diam",
    "hex",
    "lean-r",
    "lean-l",
    "trap-b",
    "trap-t",
    "odd",
    "doc",
    "notch-rect",
    "lin-rect",
    "div-rect",
    "win-pane",
    "delay",
    "h-cyl",
    "tri",
    "sl-rect",
    "notch-pent",
    "flag",
]
GRAPHVIZ_SHAPES = {
    "box": "rect",
    "ellipse": "ellipse",
    "diamond": "diam",
    "circle": "circle",
    "doublecircle": "dbl-circ",
    "cylinder": "cyl",
    "hexagon": "hex",
    "parallelogram": "lean-r",
    "trapezium": "trap-b",
    "invtrapezium": "trap-t",
}
FLAT = ".node rect,.node circle,.node polygon,.node path"
LOOKS: dict[str, tuple[str, str, str]] = {  # theme, style sheet, page
    "default": ("default", "", "#ffffff"),
    "dark": ("dark", "", "#333333"),
    "forest": ("forest", "", "#ffffff"),
    "neutral": ("neutral", "", "#ffffff"),
    "cream": ("base", "", "#fdf6e3"),
    "navy": ("dark", "", "#0b1021"),
    "thick": ("neutral", f"{FLAT}{{stroke-width:5px!important}}", "#ffffff"),
    "white": ("neutral", f"{FLAT},.cluster rect{{fill:#fff!important;stroke:#000!important}}", "#ffffff"),
    "borderless": ("forest", f"{FLAT}{{stroke:none!important;fill:#9fd0ff!important}}", "#ffffff"),
    "dashed": ("default", ".cluster rect{stroke-dasharray:6 4!important;fill:none!important}", "#ffffff"),
    "pale": ("default", f"{FLAT}{{fill:#f7f7f7!important;stroke:#bbb!important}}", "#ffffff"),
}


def mermaid_chart(random_: random.Random) -> tuple[str, dict[str, str]]:
    """A chart's text and the shape of each node."""
    size = random_.randint(5, 16)
    shapes = {
        f"n{i}": random_.choice(MERMAID_SHAPES[:8] if random_.random() < 0.6 else MERMAID_SHAPES) for i in range(size)
    }
    lines = [f"flowchart {random_.choice(('TD', 'TD', 'LR'))}"]
    grouped = sorted(shapes)[: size // 2] if random_.random() < 0.6 else []
    lines += _groups(grouped, random_.random() < 0.5)
    for name, shape in shapes.items():
        text = " ".join(random_.choices(WORDS, k=random_.randint(1, 6)))
        lines.append(f'{name}@{{ shape: {shape}, label: "{text}" }}')
    for i in range(1, size):
        label = random_.choice(("", "", "|yes|", "|no way|"))
        link = random_.choice(("-->", "-->", "-.->", "==>", "---", "<-->"))
        lines.append(f"n{random_.randint(max(0, i - 4), i - 1)} {link}{label} n{i}")
    lines += [f"n{random_.randrange(size)} --> n{random_.randrange(size)}" for _ in range(size // 5)]
    return "\n".join(lines), shapes


def _groups(members: list[str], nested: bool) -> list[str]:
    if len(members) < 3:
        return []
    lines = ["subgraph g0 [First stage]", *members[:-1]]
    lines += ["subgraph g1 [Inner part]", members[-1], "end", "end"] if nested else [members[-1], "end"]
    return lines


def draw_mermaid(seed: int, look: str, scale: float) -> tuple[bytes, FlowGraph]:
    text, shapes = mermaid_chart(random.Random(seed))
    theme, css, page = LOOKS[look]
    config = {"theme": theme, "handDrawnSeed": 1, "flowchart": {"useMaxWidth": False}}
    svg = mermaidx.render(text, config=config, css=css).svg()
    truth = read_mermaid_svg(svg, scale=scale)
    nodes = tuple(n.model_copy(update={"shape": shapes[n.id]}) for n in truth.nodes)
    width, height = truth.size or (1, 1)
    return raster.render_png(svg, width=width, height=height, background=page), truth.replace(nodes=nodes, edges=())


def draw_graphviz(seed: int, scale: float) -> tuple[bytes, FlowGraph]:
    random_ = random.Random(seed)
    dark, fill, thick = (
        random_.random() < 0.3,
        random_.choice(("filled", "filled,rounded", "", "rounded")),
        random_.choice((1, 1, 3)),
    )
    ink = "white" if dark else "black"
    graph = pygraphviz.AGraph(
        directed=True, bgcolor="#222233" if dark else "white", rankdir=random_.choice(("TB", "LR"))
    )
    graph.graph_attr.update(
        splines=random_.choice(("spline", "ortho", "polyline")), fontcolor=ink, fontname="DejaVu Sans"
    )
    colour = random_.choice(("lightblue", "#ffe0b0", "palegreen:white")) if not dark else "#445588"
    graph.node_attr.update(
        color=ink, fontcolor=ink, fontname="DejaVu Sans", penwidth=thick, style=fill, fillcolor=colour
    )
    graph.edge_attr.update(color=ink, fontcolor=ink)
    size = random_.randint(4, 14)
    shapes = {f"n{i}": random_.choice(tuple(GRAPHVIZ_SHAPES)) for i in range(size)}
    for name, shape in shapes.items():
        graph.add_node(name, shape=shape, label="\n".join(random_.choices(WORDS, k=random_.randint(1, 3))))
    for i in range(1, size):
        graph.add_edge(
            f"n{random_.randrange(i)}",
            f"n{i}",
            label=random_.choice(("", "yes")),
            style=random_.choice(("solid", "dashed")),
        )
    if random_.random() < 0.6:
        graph.add_subgraph(
            list(shapes)[: size // 2],
            name="cluster_a",
            label="Part A",
            style=random_.choice(("solid", "dashed")),
            color=ink,
        )
    rounded = "rounded" in fill
    named = {n: "rounded" if rounded and s == "box" else GRAPHVIZ_SHAPES[s] for n, s in shapes.items()}
    return _from_svg(graph.draw(format="svg", prog="dot").decode(), named, scale)


def _from_svg(svg: str, shapes: dict[str, str], scale: float) -> tuple[bytes, FlowGraph]:
    root = fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", svg))
    width, height = (round(float(v) * scale) for v in root.get("viewBox").split()[2:])
    dx, dy = (float(v) for v in re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", svg).groups())
    nodes, groups = [], []
    for part in root.iter("{http://www.w3.org/2000/svg}g"):
        if part.get("class") not in ("node", "cluster"):
            continue
        name = part.findtext("{http://www.w3.org/2000/svg}title")
        box = tuple((_extent(part) + np.array([dx, dy, dx, dy])) * scale)
        if part.get("class") == "node":
            nodes.append(Node(id=name, shape=shapes[name], box=box))
        else:
            groups.append(Group(id=name, box=box))
    png = raster.render_png(svg, width=width, height=height, background="#ffffff")
    return png, FlowGraph(nodes=tuple(nodes), groups=tuple(groups), size=(width, height))


def _extent(part) -> np.ndarray:  # type: ignore[no-untyped-def]
    boxes = []
    for child in part.iter():
        tag = child.tag.rpartition("}")[2]
        if tag == "polygon":
            xy = np.array([[float(v) for v in p.split(",")] for p in child.get("points").split()])
            boxes.append([*xy.min(axis=0), *xy.max(axis=0)])
        elif tag == "ellipse":
            x, y, a, b = (float(child.get(k)) for k in ("cx", "cy", "rx", "ry"))
            boxes.append([x - a, y - b, x + a, y + b])
        elif tag == "path":
            boxes.append(SvgPath(child.get("d")).bbox())
    array = np.array(boxes)
    return np.concatenate([array[:, :2].min(axis=0), array[:, 2:].max(axis=0)])


def draw_charts(dataset: Path, every: int) -> Iterator[tuple[str, bytes, FlowGraph]]:
    sources = {row["key"]: row["mermaid"] for row in json.loads(dataset.read_text(encoding="utf-8")).values()}
    for key in sorted(sources)[::every]:
        for engine in ("mermaidx", "graphviz"):
            try:
                figures = draw(sources[key], engine=engine)
            except DiagramloopError as error:
                print(f"{key} not drawn by {engine}: {error}")
                continue
            for style, figure in figures.items():
                yield f"{key}-{engine}-{style.value}", figure.png, figure.graph


def draw_stress(count: int) -> Iterator[tuple[str, bytes, FlowGraph]]:
    for look in LOOKS:
        for i in range(count):
            yield f"mermaid-{look}-{i}", *draw_mermaid(100 * i + len(look), look, (1.0, 2.0)[i % 2])
    for i in range(5 * count):
        yield f"graphviz-{i}", *draw_graphviz(i, (1.0, 2.0, 1.33)[i % 3])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=4, help="of each Mermaid look; five times as many by Graphviz")
    parser.add_argument("--charts", type=Path, help="dataset.json of FlowExplainBench")
    parser.add_argument("--every", type=int, default=40)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    drawings = draw_charts(args.charts, args.every) if args.charts else draw_stress(args.count)
    for name, png, truth in drawings:
        (args.out / f"{name}.png").write_bytes(png)
        (args.out / f"{name}.json").write_text(json.dumps(truth.to_dict()), encoding="utf-8")


if __name__ == "__main__":
    main()
