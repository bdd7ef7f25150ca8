"""Figures whose kind is known: diagrams of our generators, charts of data, tables and photographs.

``dev`` and ``held`` have no manner of drawing, no kind of chart and no photograph in common.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Literal

import numpy as np
from PIL import Image, ImageDraw

from diagramloop.documents.kinds import FigureKind
from diagramloop.graph import FlowGraph, Group
from diagramloop.models.pixels import png
from diagramloop.render.fonts import font
from diagramloop.sources.drawn import Notations, ScientificFigures
from diagramloop.synth.drawing import random_numbers
from diagramloop.synth.drawn import drawn, look_named
from diagramloop.synth.flowcharts import random_flowchart

Part = Literal["dev", "held"]

DIALECTS: dict[Part, tuple[str, ...]] = {
    "dev": ("model, markers", "d2-like", "inkscape-like", "draw.io-like", "printed, y upwards", "mermaid", "sketched"),
    "held": ("model, groups and triangles", "symbols, per cent", "segments (plantuml-like)", "graphviz"),
}
PHOTOGRAPHS: dict[Part, tuple[str, ...]] = {
    "dev": ("coffee.png", "camera.png", "moon.png", "ihc.png", "gravel.png", "rocket.jpg", "coins.png", "retina.jpg"),
    "held": ("astronaut.png", "chelsea.png", "motorcycle_left.png", "brick.png", "hubble_deep_field.jpg", "grass.png"),
}
PLOTS: dict[Part, tuple[str, ...]] = {
    "dev": ("bars", "lines", "points", "pie", "histogram", "level bars"),
    "held": ("stacked bars", "areas", "steps", "heat map", "boxes", "bubbles"),
}
STYLES: dict[Part, tuple[str, ...]] = {
    "dev": ("default", "ggplot", "bmh", "classic"),
    "held": ("fivethirtyeight", "grayscale", "seaborn-v0_8-whitegrid", "Solarize_Light2"),
}
SIZES: dict[Part, tuple[int, int]] = {"dev": (2, 14), "held": (4, 14)}
"""Nodes of a drawn flowchart: from, and up to but not including."""
WORDS = ("north", "south", "east", "west", "spring", "summer", "autumn", "winter", "cost", "sales", "rate", "share")


@dataclass(frozen=True)
class KnownFigure:
    """A figure, its kind and its graph; ``svg`` is empty where it is pixels alone, ``graph`` None of what is none."""

    id: str
    kind: FigureKind
    picture: bytes
    svg: str = ""
    graph: FlowGraph | None = None


def figures_of(part: Part, count: int) -> Iterator[KnownFigure]:
    """The figures of one part, ``count`` of each kind."""
    for make in _MAKERS.values():
        yield from islice(make(part, count), count)


def _flowcharts(part: Part, count: int) -> Iterator[KnownFigure]:
    yield from in_dialects(part, count, "flowchart", lambda graph, _: graph)


def _bpmn(part: Part, count: int) -> Iterator[KnownFigure]:
    yield from in_dialects(part, count, "bpmn", as_process)


def in_dialects(
    part: Part, count: int, kind: FigureKind, made: Callable[[FlowGraph, np.random.Generator], FlowGraph]
) -> Iterator[KnownFigure]:
    """Random flowcharts, changed by ``made``, each drawn in the next manner of this part."""
    for number, dialect in zip(range(count), cycle(DIALECTS[part]), strict=False):
        id = f"{kind}-{part}-{number:03}"
        rng = random_numbers(id)
        graph = made(random_flowchart(rng, SIZES[part]), rng)
        drawing = drawn(graph, look_named("dialect", {"dialect": dialect}), id)
        yield KnownFigure(id, kind, drawing.png, drawing.svg, drawing.graph)


def as_process(graph: FlowGraph, rng: np.random.Generator) -> FlowGraph:
    """The same steps as a process: events and gateways without words, tasks in a pool or in lanes."""
    lanes = [f"lane{at}" for at in range(int(rng.integers(0, 4)))]
    lane_of = {node.id: lanes[at * len(lanes) // len(graph.nodes)] for at, node in enumerate(graph.nodes) if lanes}
    nodes = []
    ins, outs = {edge.target for edge in graph.edges}, {edge.source for edge in graph.edges}
    for node in graph.nodes:
        change: dict[str, Any] = {"group": lane_of.get(node.id), "shape": "rounded"}
        if node.shape == "diam":
            change |= {"shape": "diam", "text": ""}
        elif node.id not in ins or node.id not in outs:
            change |= {"shape": "circle", "text": ""}
        nodes.append(node.model_copy(update=change))
    groups = tuple(Group(id=lane, text=str(rng.choice(WORDS)).title()) for lane in lanes if lane in lane_of.values())
    return graph.replace(nodes=tuple(nodes), groups=groups, direction="LR")


def _architectures(part: Part, count: int) -> Iterator[KnownFigure]:
    for chart in ScientificFigures(Path(), count=-(-count // 6), split=part).charts():
        yield KnownFigure(chart.id, "architecture", chart.picture, chart.svg, chart.graph)  # type: ignore[union-attr]


def _other_diagrams(part: Part, count: int) -> Iterator[KnownFigure]:
    rows = list(Notations(Path(), count=-(-count // 8), split=part).charts())
    for row in rows[:: max(1, len(rows) // count)]:
        yield KnownFigure(row.id, "figure", row.picture, row.svg, row.graph)  # type: ignore[union-attr]


def _photographs(part: Part, count: int) -> Iterator[KnownFigure]:
    import skimage.data

    folder = Path(skimage.data.__file__).parent
    for number, name in zip(range(count), cycle(PHOTOGRAPHS[part]), strict=False):
        rng = random_numbers(f"photograph-{part}-{number}")
        image = Image.open(folder / name).convert("RGB")
        share = float(rng.uniform(0.5, 1.0))
        width, height = (int(side * share) for side in image.size)
        left, top = (
            int(rng.integers(0, side - size + 1)) for side, size in zip(image.size, (width, height), strict=True)
        )
        shown = image.crop((left, top, left + width, top + height)).resize((360, 360 * height // width))
        out = io.BytesIO()
        shown.save(out, "JPEG", quality=int(rng.integers(50, 95)))
        yield KnownFigure(f"photograph-{part}-{number:03}", "photograph", out.getvalue())


def _tables(part: Part, count: int) -> Iterator[KnownFigure]:
    for number in range(count):
        id = f"table-{part}-{number:03}"
        yield KnownFigure(id, "table", _table(random_numbers(id), ruled=part == "dev" or number % 2 == 0))


def _table(rng: np.random.Generator, ruled: bool) -> bytes:
    rows, columns = int(rng.integers(3, 9)), int(rng.integers(2, 6))
    high, wide = int(rng.integers(26, 40)), int(rng.integers(70, 140))
    image = Image.new("RGB", (columns * wide + 40, rows * high + 40), "white")
    pen = ImageDraw.Draw(image)
    for row in range(rows + 1):
        y = 20 + row * high
        if row < rows and (row == 0 or not ruled) and row % 2 == 0:
            pen.rectangle((20, y, 20 + columns * wide, y + high), fill=tuple(int(v) for v in rng.integers(215, 245, 3)))
        if ruled or row in (0, 1, rows):
            pen.line((20, y, 20 + columns * wide, y), fill="black", width=1)
    for column in range(columns + 1):
        if ruled:
            pen.line((20 + column * wide, 20, 20 + column * wide, 20 + rows * high), fill="black", width=1)
        for row in range(rows if column < columns else 0):
            said = str(rng.choice(WORDS)) if row == 0 or column == 0 else f"{rng.uniform(0, 100):.1f}"
            pen.text((30 + column * wide, 20 + row * high + high // 4), said, fill="black", font=font(high // 2))
    return png(np.asarray(image))


def _charts(part: Part, count: int) -> Iterator[KnownFigure]:
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    kinds, styles = cycle(PLOTS[part]), cycle(STYLES[part])
    for number in range(count):
        id = f"chart-{part}-{number:03}"
        with pyplot.style.context(next(styles)), matplotlib.rc_context({"svg.hashsalt": id, "svg.fonttype": "none"}):
            figure, axes = pyplot.subplots(figsize=(5, 3.4))
            _plot(axes, next(kinds), random_numbers(id))
            bitmap, vectors = io.BytesIO(), io.BytesIO()
            figure.savefig(bitmap, dpi=130, format="png")
            figure.savefig(vectors, format="svg", metadata={"Date": None})
            pyplot.close(figure)
        yield KnownFigure(id, "chart", bitmap.getvalue(), vectors.getvalue().decode())


def _plot(axes: Any, kind: str, rng: np.random.Generator) -> None:
    n = int(rng.integers(3, 8))
    names, values, more = list(WORDS[:n]), rng.uniform(1, 20, n), rng.uniform(1, 9, n)
    at = np.arange(24)
    draw: dict[str, Callable[[], Any]] = {
        "bars": lambda: axes.bar(names, values),
        "level bars": lambda: axes.barh(names, values),
        "stacked bars": lambda: (
            axes.bar(names, values, label="one"),
            axes.bar(names, more, bottom=values, label="two"),
        ),
        "lines": lambda: [axes.plot(at, rng.normal(0, 1, 24).cumsum(), label=w) for w in names[:3]],
        "steps": lambda: [axes.step(at, rng.normal(0, 1, 24).cumsum(), label=w) for w in names[:2]],
        "areas": lambda: axes.stackplot(at, rng.uniform(1, 3, (3, 24)), labels=names[:3]),
        "points": lambda: axes.scatter(rng.normal(0, 1, 60), rng.normal(0, 1, 60)),
        "bubbles": lambda: axes.scatter(rng.normal(0, 1, 20), rng.normal(0, 1, 20), s=rng.uniform(20, 400, 20)),
        "pie": lambda: axes.pie(values, labels=names, autopct="%d%%"),
        "histogram": lambda: axes.hist(rng.normal(0, 1, 300), bins=15),
        "heat map": lambda: axes.imshow(rng.uniform(0, 1, (n, n))),
        "boxes": lambda: axes.boxplot(rng.normal(0, 1, (30, n))),
    }
    draw[kind]()
    axes.set_title(f"{names[0].title()} by {names[1]}")
    if axes.get_legend_handles_labels()[0]:
        axes.legend()


_MAKERS: dict[str, Callable[[Part, int], Iterator[KnownFigure]]] = {
    "flowchart": _flowcharts,
    "bpmn": _bpmn,
    "architecture": _architectures,
    "figure": _other_diagrams,
    "chart": _charts,
    "photograph": _photographs,
    "table": _tables,
}
