"""Redraw the figures of the shipped papers from their sources, and write what each framework figure shows.

    python benchmarks/draw_papers.py corpus/papers [PAPER ...]

``PAPER/drawings/NAME.FORMAT.KIND`` becomes ``figures/NAME.FORMAT`` (png, pdf or svg) in ``PAPER/source``, or in
``PAPER/manuscript`` where the paper is shipped as an e-print: that folder packed, or its ``paper.html`` printed. KIND
is ``dot`` (Graphviz), ``mmd`` (Mermaid by flowbench.render), ``layout.json`` (boxes at given places, drawn as SVG by
Chromium) or ``plot.json`` (a chart of series). The drawing whose name begins with ``framework.`` is the paper's
framework figure: ``graph.json`` is written from the same source, with boxes where the drawing tool tells them.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import subprocess
import tarfile
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pygraphviz
from PIL import Image

from flowbench.graph import Edge, FlowGraph, Group, Node, NodeKind
from flowbench.graph.dot import read_dot
from flowbench.graph.json_form import write_json
from flowbench.graph.mermaid import read_mermaid
from flowbench.render import Style, draw
from flowbench.render.engines import _browser, engine

SCALE = 2
FONT = "Liberation Sans, Arial, sans-serif"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("root", type=Path)
    options.add_argument("papers", nargs="*")
    given = options.parse_args()
    for folder in sorted(path.parent for path in given.root.glob("*/paper.json")):
        if not given.papers or folder.name in given.papers:
            for source in sorted(folder.glob("drawings/*")):
                draw_figure(folder, source)
            pack(folder)
            print(folder.name, sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()), "bytes")


def draw_figure(folder: Path, source: Path) -> None:
    """Draws one figure and, for the framework figure, writes what it shows."""
    is_framework = source.name.startswith("framework.")
    name, format, kind = source.name.removeprefix("framework.").split(".", 2)
    content, graph = {"dot": by_graphviz, "mmd": by_mermaid, "layout.json": by_layout, "plot.json": by_plot}[kind](
        source.read_text(encoding="utf-8"), format
    )
    target = manuscript(folder) / "figures" / f"{name}.{format}"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(with_few_colours(content) if format == "png" else content)
    if is_framework:
        graph = graph if format == "png" else graph.without_geometry()
        (folder / "graph.json").write_text(write_json(graph).text, encoding="utf-8")


def manuscript(folder: Path) -> Path:
    return folder / ("manuscript" if (folder / "manuscript").is_dir() else "source")


def with_few_colours(png: bytes) -> bytes:
    """The picture in at most 128 colours: a third of the bytes."""
    with Image.open(io.BytesIO(png)) as image:
        out = io.BytesIO()
        image.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def by_graphviz(text: str, format: str) -> tuple[bytes, FlowGraph]:
    drawn = pygraphviz.AGraph(string=text).draw(format=format, prog="dot")
    return drawn, as_modules(read_dot(text))


def by_mermaid(text: str, format: str) -> tuple[bytes, FlowGraph]:
    assert format == "png"
    figure = draw(read_mermaid(text), [Style.DEFAULT], engine="chromium", scale=SCALE)[Style.DEFAULT]
    return figure.png, as_modules(figure.graph)


def as_modules(graph: FlowGraph) -> FlowGraph:
    return graph.replace(nodes=tuple(n.model_copy(update={"kind": NodeKind.MODULE}) for n in graph.nodes))


def by_layout(text: str, format: str) -> tuple[bytes, FlowGraph]:
    layout = json.loads(text)
    width, height = layout["size"]
    boxes = {item["id"]: box(item) for item in [*layout["nodes"], *layout.get("groups", [])]}
    parts = [frame(group) for group in layout.get("groups", [])]
    parts += [arrow(edge, boxes) for edge in layout["edges"]]
    parts += [module(node) for node in layout["nodes"]]
    parts += [label(edge, boxes) for edge in layout["edges"] if edge.get("label")]
    return rasterised(svg(width, height, parts), width, height, format), graph_of(layout, boxes)


def graph_of(layout: dict[str, Any], boxes: dict[str, Any]) -> FlowGraph:
    def place(id: str) -> tuple[float, float, float, float]:
        x0, y0, x1, y1 = (v * SCALE for v in boxes[id])
        return x0, y0, x1, y1

    nodes = [
        Node(id=n["id"], text=n["text"], kind=NodeKind.MODULE, group=n.get("group"), box=place(n["id"]))
        for n in layout["nodes"]
    ]
    groups = [
        Group(id=g["id"], text=g["text"], parent=g.get("parent"), box=place(g["id"])) for g in layout.get("groups", [])
    ]
    edges = [
        Edge(
            source=e["from"],
            target=e["to"],
            label=e.get("label", ""),
            line="dotted" if e.get("dashed") else "solid",
            tail="arrow" if e.get("both") else "none",
        )
        for e in layout["edges"]
    ]
    width, height = layout["size"]
    return FlowGraph(
        nodes=tuple(nodes),
        groups=tuple(groups),
        edges=tuple(edges),
        size=(width * SCALE, height * SCALE),
        direction="LR",
    )


def box(item: dict[str, Any]) -> tuple[float, float, float, float]:
    (x, y), (w, h) = item["at"], item["size"]
    return x, y, x + w, y + h


def svg(width: int, height: int, parts: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    marker = (
        '<defs><marker id="head" markerWidth="9" markerHeight="8" refX="8" refY="4" orient="auto-start-reverse">'
        '<path d="M0,0 L9,4 L0,8 z" fill="#333"/></marker></defs>'
    )
    return "".join([head, marker, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>"])


def frame(group: dict[str, Any]) -> str:
    x0, y0, x1, y1 = box(group)
    dash = ' stroke-dasharray="6 4"' if group.get("dashed") else ""
    colour = group.get("stroke", "#777")
    rect = f'<rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" rx="8" fill="{group.get("fill", "none")}" '
    title = text_at((x0 + x1) / 2, y0 + 16, group["text"], 13, bold=True)
    return f'{rect} stroke="{colour}" stroke-width="1.4"{dash}/>{title}'


def module(node: dict[str, Any]) -> str:
    x0, y0, x1, y1 = box(node)
    shape, fill = node.get("shape", "rect"), node.get("fill", "#ffffff")
    paint = f'fill="{fill}" stroke="#333" stroke-width="1.4"'
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    outlines = {
        "rect": f'<rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" {paint}/>',
        "round": f'<rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" rx="10" {paint}/>',
        "ellipse": f'<ellipse cx="{cx}" cy="{cy}" rx="{(x1 - x0) / 2}" ry="{(y1 - y0) / 2}" {paint}/>',
        "diam": f'<polygon points="{cx},{y0} {x1},{cy} {cx},{y1} {x0},{cy}" {paint}/>',
        "trap": f'<polygon points="{x0},{y0} {x1},{y0 + 6} {x1},{y1 - 6} {x0},{y1}" {paint}/>',
        "cyl": f'<path d="M{x0},{y0 + 8} a{(x1 - x0) / 2},8 0 0 1 {x1 - x0},0 V{y1 - 8} '
        f'a{(x1 - x0) / 2},8 0 0 1 {x0 - x1},0 z" {paint}/>'
        f'<path d="M{x0},{y0 + 8} a{(x1 - x0) / 2},8 0 0 0 {x1 - x0},0" fill="none" stroke="#333" stroke-width="1.4"/>',
    }
    return outlines[shape] + text_at(cx, cy + (5 if shape == "cyl" else 0), node["text"], node.get("type", 13))


def text_at(x: float, y: float, text: str, size: float, *, bold: bool = False, halo: bool = False) -> str:
    lines = text.split("\n")
    first = y - (len(lines) - 1) * size * 0.6 + size * 0.35
    weight = ' font-weight="bold"' if bold else ""
    behind = ' paint-order="stroke" stroke="white" stroke-width="4"' if halo else ""
    return "".join(
        f'<text x="{x}" y="{first + i * size * 1.2:.1f}" font-family="{FONT}" font-size="{size}" text-anchor="middle" '
        f'fill="#111"{weight}{behind}>{escape(line)}</text>'
        for i, line in enumerate(lines)
    )


def route(edge: dict[str, Any], boxes: dict[str, Any]) -> list[tuple[float, float]]:
    """From the middle of one side to the middle of another, straight, by given points or with one elbow."""
    leave, enter = edge.get("sides", "rl")
    start, end = side(boxes[edge["from"]], leave), side(boxes[edge["to"]], enter)
    if "via" in edge:
        return [start, *map(tuple, edge["via"]), end]
    if abs(start[0] - end[0]) < 1 or abs(start[1] - end[1]) < 1:
        return [start, end]
    if leave in "lr" and enter in "lr":
        middle = (start[0] + end[0]) / 2
        return [start, (middle, start[1]), (middle, end[1]), end]
    if leave in "tb" and enter in "tb":
        middle = (start[1] + end[1]) / 2
        return [start, (start[0], middle), (end[0], middle), end]
    return [start, (end[0], start[1]) if leave in "lr" else (start[0], end[1]), end]


def side(box: tuple[float, float, float, float], which: str) -> tuple[float, float]:
    x0, y0, x1, y1 = box
    return {"l": (x0, (y0 + y1) / 2), "r": (x1, (y0 + y1) / 2), "t": ((x0 + x1) / 2, y0), "b": ((x0 + x1) / 2, y1)}[
        which
    ]


def arrow(edge: dict[str, Any], boxes: dict[str, Any]) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in route(edge, boxes))
    dash = ' stroke-dasharray="5 4"' if edge.get("dashed") else ""
    tail = ' marker-start="url(#head)"' if edge.get("both") else ""
    paint = f'fill="none" stroke="#333" stroke-width="{edge.get("width", 1.5)}"'
    return f'<polyline points="{points}" {paint}{dash} marker-end="url(#head)"{tail}/>'


def label(edge: dict[str, Any], boxes: dict[str, Any]) -> str:
    points = route(edge, boxes)
    longest = max(pairwise(points), key=lambda p: abs(p[0][0] - p[1][0]) + abs(p[0][1] - p[1][1]))
    x, y = edge.get("label_at", [(longest[0][0] + longest[1][0]) / 2, (longest[0][1] + longest[1][1]) / 2 - 9])
    return text_at(x, y, edge["label"], 11, halo=True)


def by_plot(text: str, format: str) -> tuple[bytes, FlowGraph]:
    """Lines over a common axis: ``{"x": [...], "series": {name: [...]}, "xlabel", "ylabel"}``."""
    plot = json.loads(text)
    width, height, left, bottom = 420, 280, 56, 230
    xs, values = plot["x"], [v for series in plot["series"].values() for v in series]
    low, high = min(values), max(values)

    def at(x: float, y: float) -> str:
        return f"{left + (x - xs[0]) / (xs[-1] - xs[0]) * 340:.1f},{bottom - (y - low) / (high - low) * 200:.1f}"

    parts = [f'<path d="M{left},20 V{bottom} H400" fill="none" stroke="#333"/>']
    parts += [text_at(left + (x - xs[0]) / (xs[-1] - xs[0]) * 340, bottom + 14, f"{x:g}", 11) for x in xs]
    parts += [text_at(left - 22, bottom - i * 100, f"{low + (high - low) * i / 2:.3g}", 11) for i in range(3)]
    for i, (name, series) in enumerate(plot["series"].items()):
        colour = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd"][i]
        line = " ".join(at(x, y) for x, y in zip(xs, series, strict=True))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<rect x="{left + 16}" y="{22 + 16 * i}" width="14" height="3" fill="{colour}"/>')
        parts.append(text_at(left + 70, 24 + 16 * i, name, 11))
    parts += [text_at(230, 266, plot["xlabel"], 12), text_at(60, 9, plot["ylabel"], 12)]
    return rasterised(svg(width, height, parts), width, height, format), FlowGraph()


def rasterised(drawing: str, width: int, height: int, format: str) -> bytes:
    if format == "svg":
        return drawing.encode()
    if format == "png":
        drawn = drawing.replace(
            f'width="{width}" height="{height}"', f'width="{width * SCALE}" height="{height * SCALE}"', 1
        )
        return engine("chromium").rasterise(drawn, width * SCALE, height * SCALE)
    page = f"<style>@page {{size: {width}px {height}px; margin: 0}} body {{margin: 0}} svg {{display: block}}</style>"
    return printed(page + drawing)


def printed(html: str) -> bytes:
    """The page as Chromium prints it."""
    program = _browser.find()
    assert program is not None
    with tempfile.TemporaryDirectory() as temporary:
        page, out = Path(temporary) / "page.html", Path(temporary) / "page.pdf"
        page.write_text(f"<!doctype html><meta charset=utf-8>{html}", encoding="utf-8")
        flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--no-pdf-header-footer",
        ]
        quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
        command = [program, *flags, *quiet, f"--user-data-dir={temporary}/profile", f"--print-to-pdf={out}", str(page)]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        return out.read_bytes()


def pack(folder: Path) -> None:
    """Writes the e-print of a paper that is shipped as one."""
    written = folder / "manuscript"
    if (written / "paper.html").exists():
        html = (written / "paper.html").read_text(encoding="utf-8")
        (folder / "eprint").write_bytes(printed(f'<base href="{written.resolve().as_uri()}/">{html}'))
    elif written.is_dir():
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w") as archive:
            for path in sorted(path for path in written.rglob("*") if path.is_file()):
                entry = tarfile.TarInfo(path.relative_to(written).as_posix())
                entry.size = path.stat().st_size
                archive.addfile(entry, io.BytesIO(path.read_bytes()))
        (folder / "eprint").write_bytes(gzip.compress(out.getvalue(), mtime=0))


if __name__ == "__main__":
    main()
