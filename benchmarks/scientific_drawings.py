"""Draws figures in the manner of scientific papers, with what they show: food for parse_scientific.py.

    python benchmarks/scientific_drawings.py OUT [--count N]

OUT/FOCUS-NUMBER.png and .json (a FlowGraph in pixels). Each drawing is modules in columns with arrows from left to
right, and has one habit of such figures in the foreground (FOCUS); the others come in now and then.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from xml.sax.saxutils import escape

from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.render.sanitised_svg import rasterised, sanitised

FIRST = ("Image", "Text", "Token", "Graph", "Motion", "Patch", "Query", "Depth", "Audio", "Latent", "Prompt", "Scene")
SECOND = ("Encoder", "Decoder", "Mixer", "Sampler", "Gate", "Router", "Memory", "Critic", "Head", "Tower", "Adapter")
LABELS = ("features", "logits", "update", "mask", "prior", "query", "reward")
PALETTES = (
    ("#dae8fc", "#d5e8d4", "#ffe6cc", "#f8cecc", "#e1d5e7"),
    ("#4472c4", "#70ad47", "#ed7d31", "#ffc000", "#5b9bd5"),
    ("#b7d7e8", "#cfe0e8", "#daebe8", "#87bdd8", "#ffe9b3"),
)
INKS = ("#000000", "#333333", "#404a66", "#7f7f7f")
FOCUSES = (
    "plain",
    "block_arrows",
    "group_arrows",
    "fills",
    "icons",
    "headless",
    "dashed",
    "rounded_routes",
    "beside",
    "layers",
    "legend",
    "operators",
    "skips",
)
PITCH, ROW, MARGIN = 236, 150, 110
Box = tuple[float, float, float, float]


@dataclass
class Drawing:
    """What is drawn so far, back to front, and the graph that it shows."""

    random: random.Random
    focus: str
    frames: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.palette, self.ink = self.random.choice(PALETTES), self.random.choice(INKS)
        self.pen = self.random.choice((1.5, 2.0, 2.5))
        self.corner = self.random.choice((0, 8, 14))
        self.bare = self.focus == "headless" and self.random.random() < 0.5
        self.frame_style = self.random.choice(("tinted", "bare", "dashed"))

    def often(self, focus: str, otherwise: float = 0.1) -> bool:
        """True mostly where this habit is the drawing's focus."""
        return self.random.random() < (0.75 if self.focus == focus else otherwise)

    def name(self) -> str:
        used = {node.text for node in self.nodes}
        names = [f"{a} {b}" for a in FIRST for b in SECOND if f"{a} {b}" not in used]
        return self.random.choice(names)


def words(x: float, y: float, text: str, size: float = 15, colour: str = "#111", weight: str = "normal") -> str:
    style = f'font-family="Liberation Sans, Arial" font-size="{size}" font-weight="{weight}" fill="{colour}"'
    return f'<text x="{x}" y="{y + size * 0.36}" text-anchor="middle" {style}>{escape(text)}</text>'


def rectangle(box: Box, fill: str, ink: str, pen: float, corner: float = 0, extra: str = "") -> str:
    x0, y0, x1, y1 = box
    place = f'x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" rx="{corner}"'
    return f'<rect {place} fill="{fill}" stroke="{ink}" stroke-width="{pen}" {extra}/>'


def module(d: Drawing, x: float, y: float) -> None:
    """One node with its middle at a place."""
    if d.often("operators", 0.05):
        operator(d, x, y)
    elif d.often("icons", 0.05):
        icon(d, x, y)
    else:
        box = (x - 70, y - 32, x + 70, y + 32)
        text, fill = d.name(), d.random.choice(d.palette)
        ink = fill if d.often("fills", 0.15) else d.ink
        for shift in (12, 6) if d.often("layers", 0.05) else ():
            moved = (box[0] + shift, box[1] - shift, box[2] + shift, box[3] - shift)
            d.shapes.append(rectangle(moved, fill, d.ink, d.pen, d.corner))
            ink = d.ink
        d.shapes.append(rectangle(box, fill, ink, d.pen, d.corner))
        first, second = text.split()
        light = "#fff" if fill in PALETTES[1][:1] else "#111"
        d.shapes += [words(x, y - 9, first, colour=light), words(x, y + 9, second, colour=light)]
        d.nodes.append(Node(id=f"n{len(d.nodes)}", text=text, box=box))


def operator(d: Drawing, x: float, y: float) -> None:
    sign, r = d.random.choice("+×C"), 17
    circle = f'<circle cx="{x}" cy="{y}" r="{r}" fill="#fff" stroke="{d.ink}" stroke-width="{d.pen}"/>'
    d.shapes += [circle, words(x, y, sign, 20)]
    d.nodes.append(Node(id=f"n{len(d.nodes)}", text=sign, shape="circle", box=(x - r, y - r, x + r, y + r)))


def icon(d: Drawing, x: float, y: float) -> None:
    """A picture without text in it, its name below: a store, a photograph or a person."""
    text, fill = d.name(), d.random.choice(d.palette)
    style = f'fill="{fill}" stroke="{d.ink}" stroke-width="{d.pen}"'
    kind = d.random.choice(("store", "photograph"))
    if kind == "store":
        side = f"M{x - 28},{y - 24} v48 a28,9 0 0 0 56,0 v-48"
        d.shapes.append(f'<path d="{side}" {style}/><ellipse cx="{x}" cy="{y - 24}" rx="28" ry="9" {style}/>')
    else:
        hills = f"M{x - 30},{y + 22} l18,-22 l12,12 l14,-18 l16,28 z"
        d.shapes.append(rectangle((x - 30, y - 30, x + 30, y + 30), "#fff", d.ink, d.pen))
        d.shapes.append(f'<path d="{hills}" fill="{fill}"/><circle cx="{x - 12}" cy="{y - 14}" r="6" fill="{fill}"/>')
    d.shapes.append(words(x, y + 48, text, 13))
    box = (x - 28, y - 33, x + 28, y + 33) if kind == "store" else (x - 30, y - 30, x + 30, y + 30)
    d.nodes.append(Node(id=f"n{len(d.nodes)}", text=text, box=box))


def connect(d: Drawing, source: Node, target: Node, bend: float, alone: bool) -> None:
    """An arrow to the next column; ``bend`` is where it turns, where it must; only what meets no other line there may
    be fat, labelled or without a head."""
    (_, top, x0, bottom), (x1, upper, _, lower) = source.box or (0, 0, 0, 0), target.box or (0, 0, 0, 0)
    y0, y1 = (top + bottom) / 2, (upper + lower) / 2
    label = d.random.choice(LABELS) if alone and d.random.random() < 0.35 else ""
    if alone and y0 == y1 and x1 - x0 > 60 and d.often("block_arrows", 0.05):
        block_arrow(d, x0 + 7, x1 - 7, y0, source.id, target.id, label)
        return
    points = [(x0, y0), (x1, y1)] if y0 == y1 else [(x0, y0), (bend, y0), (bend, y1), (x1, y1)]
    route(d, points, source.id, target.id, bare=d.bare or (alone and d.often("headless", 0.03)))
    if label and y0 == y1 and x1 - x0 > 70:
        above = d.random.random() < 0.6 or d.focus == "beside"
        plate = "" if above else rectangle(((x0 + x1) / 2 - 32, y0 - 9, (x0 + x1) / 2 + 32, y0 + 9), "#fff", "none", 0)
        d.lines.append(plate + words((x0 + x1) / 2 - 4, y0 - 13 if above else y0, label, 13))
        d.edges[-1] = d.edges[-1].model_copy(update={"label": label})


def route(d: Drawing, points: list[tuple[float, float]], source: str, target: str, bare: bool = False) -> None:
    """A line through points, its head at the last; at times dashed, dotted or without a head."""
    dash = d.random.choice(("7 5", "2 5")) if d.often("dashed", 0.08) else ""
    radius = d.random.choice((8, 16)) if d.often("rounded_routes", 0.2) else 0
    end, before = points[-1], points[-2]
    along = ((end[0] > before[0]) - (end[0] < before[0]), (end[1] > before[1]) - (end[1] < before[1]))
    stop = end if bare else (end[0] - 8 * along[0], end[1] - 8 * along[1])
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    path = rounded([*points[:-1], stop], radius)
    d.lines.append(f'<path d="{path}" fill="none" stroke="{d.ink}" stroke-width="{d.pen}"{pattern}/>')
    if not bare:
        across = (-along[1], along[0])
        wings = [
            (end[0] - 11 * along[0] + s * 5 * across[0], end[1] - 11 * along[1] + s * 5 * across[1]) for s in (1, -1)
        ]
        d.lines.append(polygon([end, *wings], d.ink))
    head = "none" if bare else "arrow"
    d.edges.append(
        Edge(source=source, target=target, head=head, line="dotted" if dash else "solid", path=tuple(points))
    )


def rounded(points: list[tuple[float, float]], radius: float) -> str:
    """An SVG path through points with its corners rounded."""
    path = "M{},{}".format(*points[0])
    for (x0, y0), (x, y), (x1, y1) in zip(points, points[1:], points[2:], strict=False):
        before, after = abs(x - x0) + abs(y - y0), abs(x1 - x) + abs(y1 - y)
        r = min(radius, before / 2, after / 2)
        path += f" L{x - r * (x - x0) / before},{y - r * (y - y0) / before}"
        path += f" Q{x},{y} {x + r * (x1 - x) / after},{y + r * (y1 - y) / after}"
    return path + " L{},{}".format(*points[-1])


def polygon(points: list[tuple[float, float]], fill: str, ink: str = "none") -> str:
    places = " ".join(f"{x},{y}" for x, y in points)
    return f'<polygon points="{places}" fill="{fill}" stroke="{ink}" stroke-width="1.5"/>'


def block_arrow(d: Drawing, x0: float, x1: float, y: float, source: str, target: str, label: str) -> None:
    """A fat arrow, filled, with or without an outline; its text stands on it, if it has room."""
    half, wing = d.random.choice((7, 10, 12)), d.random.choice((6, 9))
    neck = x1 - 1.2 * (half + wing)
    outline = [(x0, y - half), (neck, y - half), (neck, y - half - wing), (x1, y)]
    outline += [(x, 2 * y - v) for x, v in reversed(outline[:-1])]
    fill = d.random.choice((*d.palette, "#bfbfbf", "#ffffff"))
    d.lines.append(polygon(outline, fill, d.ink if fill == "#ffffff" or d.random.random() < 0.5 else "none"))
    if label and neck - x0 > 9 * len(label) and half > 9:
        d.lines.append(words((x0 + neck) / 2, y, label, 12))
    elif label:
        d.lines.append(words((x0 + x1) / 2, y - half - wing - 10, label, 13))
    d.edges.append(Edge(source=source, target=target, label=label, path=((x0, y), (x1, y))))


def framed(d: Drawing, held: list[Node], title: str, room: float, parent: str | None = None) -> Group:
    """A group around nodes; a titled frame in the drawing's style."""
    boxes = [node.box for node in held if node.box]
    box = (
        min(b[0] for b in boxes) - room,
        min(b[1] for b in boxes) - room - 26,
        max(b[2] for b in boxes) + room,
        max(b[3] for b in boxes) + room + 22,
    )
    tint = {"tinted": "#f3f6fb", "bare": "#eef3ea", "dashed": "none"}[d.frame_style]
    ink = {"tinted": "#6c8ebf", "bare": "none", "dashed": d.ink}[d.frame_style]
    dashes = 'stroke-dasharray="8 5"' if d.frame_style == "dashed" else ""
    d.frames.append(rectangle(box, tint, ink, 1.5, d.corner, dashes))
    d.frames.append(words((box[0] + box[2]) / 2, box[1] + 15, title, 15, weight="bold"))
    group = Group(id=f"g{len(d.groups)}", text=title, box=box, parent=parent)
    d.groups.append(group)
    inside = {node.id for node in held}
    d.nodes = [n.model_copy(update={"group": group.id}) if n.id in inside else n for n in d.nodes]
    return group


def draw(focus: str, number: int) -> tuple[str, FlowGraph]:
    """One drawing as SVG, and what it shows."""
    d = Drawing(random.Random(f"{focus}-{number}"), focus)
    rows, count = d.random.randint(1, 3), d.random.randint(3, 5)
    columns: list[list[Node]] = []
    for column in range(count):
        before = len(d.nodes)
        for row in sorted(d.random.sample(range(rows), d.random.randint(1, rows))):
            module(d, MARGIN + 70 + column * PITCH, MARGIN + 60 + row * ROW)
        columns.append(d.nodes[before:])
    joined = set_in_groups(d, columns)
    for column in range(count - 1):
        if column != joined:
            flow(d, columns[column], columns[column + 1], MARGIN + 150 + column * PITCH)
    if count > 3 and d.often("skips", 0.1):
        skip(d, columns[0][0], columns[2][0])
    width, height = 2 * MARGIN + (count - 1) * PITCH + 140, 2 * MARGIN + (rows - 1) * ROW + 120
    margins(d, width, height)
    body = "".join(d.frames + d.lines + d.shapes)
    page = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    svg = f'{page}<rect width="{width}" height="{height}" fill="#fff"/>{body}</svg>'
    graph = FlowGraph(nodes=tuple(d.nodes), edges=tuple(d.edges), groups=tuple(d.groups), direction="LR")
    return svg, graph.replace(size=(width, height))


def set_in_groups(d: Drawing, columns: list[list[Node]]) -> int | None:
    """Frames around the first and the last columns; the column behind which one arrow joins both, if one does."""
    if d.focus == "group_arrows":
        cut = len(columns) // 2
        left, right = (list(chain(*part)) for part in (columns[:cut], columns[cut:]))
        one, other = framed(d, left, "Stage One", 16), framed(d, right, "Stage Two", 16)
        (_, a0, x0, a1), (x1, b0, _, b1) = one.box or (0, 0, 0, 0), other.box or (0, 0, 0, 0)
        y = (max(a0, b0) + min(a1, b1)) / 2
        block_arrow(d, x0 + 5, x1 - 5, y, one.id, other.id, "")
        return cut - 1
    if d.random.random() < 0.5:
        held = list(chain(*columns[1:3]))
        outer = framed(d, held, "Main Network", 34)
        if d.random.random() < 0.4:
            inner = framed(d, columns[1], "Inner Loop", 14, outer.id)
            assert inner.parent
    return None


def flow(d: Drawing, left: list[Node], right: list[Node], gutter: float) -> None:
    """Every node of two columns gets an arrow, each source with a bend of its own."""
    pairs = {(i, min(range(len(right)), key=lambda j: abs(j - i))) for i in range(len(left))}
    pairs |= {(min(range(len(left)), key=lambda i: abs(j - i)), j) for j in range(len(right))}
    for i, j in sorted(pairs):
        alone = sum(i == a or j == b for a, b in pairs) == 1
        connect(d, left[i], right[j], gutter + 2 + 14 * (i + 1), alone)


def skip(d: Drawing, source: Node, target: Node) -> None:
    """From above one node over the next column into another from above."""
    (a0, top, a1, _), (b0, other, b1, _) = source.box or (0, 0, 0, 0), target.box or (0, 0, 0, 0)
    x0, x1, y = (a0 + a1) / 2, (b0 + b1) / 2, MARGIN - 52
    route(d, [(x0, top), (x0, y), (x1, y), (x1, other)], source.id, target.id, bare=d.bare)


def margins(d: Drawing, width: float, height: float) -> None:
    """What stands around a figure and is none of it: letters of panels, a legend."""
    if d.random.random() < 0.4:
        d.shapes.append(words(30, 26, "(a)", 17, weight="bold"))
    if d.often("legend", 0.1):
        for k, colour in enumerate(d.palette[:3]):
            x, y = width - 380 + 120 * k, height - 30
            d.shapes.append(rectangle((x, y - 7, x + 14, y + 7), colour, d.ink, 1))
            d.shapes.append(words(x + 46, y, ("trained", "frozen", "shared")[k], 13))


def drawings(count: int) -> Iterator[tuple[str, str, FlowGraph]]:
    """Name, SVG and truth of ``count`` drawings of each focus."""
    for focus in FOCUSES:
        for number in range(count):
            yield (f"{focus}-{number:02}", *draw(focus, number))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("out", type=Path)
    options.add_argument("--count", type=int, default=10, help="of each focus")
    options.add_argument("--scale", type=float, default=1.5)
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for name, svg, graph in drawings(given.count):
        (given.out / f"{name}.png").write_bytes(picture(svg, graph, given.scale))
        (given.out / f"{name}.json").write_text(json.dumps(scaled(graph, given.scale).to_dict()), encoding="utf-8")


def picture(svg: str, graph: FlowGraph, scale: float) -> bytes:
    width, height = graph.size or (1, 1)
    return rasterised(sanitised(svg.encode()), round(width * scale), round(height * scale))


def scaled(graph: FlowGraph, by: float) -> FlowGraph:
    """The graph in a picture ``by`` times as large."""

    def boxed(element):  # type: ignore[no-untyped-def]
        return element.model_copy(update={"box": tuple(v * by for v in element.box)})

    def routed(edge: Edge) -> Edge:
        return edge.model_copy(update={"path": tuple((x * by, y * by) for x, y in edge.path or ())})

    width, height = graph.size or (1, 1)
    return graph.replace(
        nodes=tuple(map(boxed, graph.nodes)),
        groups=tuple(map(boxed, graph.groups)),
        edges=tuple(map(routed, graph.edges)),
        size=(round(width * by), round(height * by)),
    )


if __name__ == "__main__":
    main()
