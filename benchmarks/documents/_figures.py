"""Figures whose kind is known: flowcharts and processes in looks of ours, plots of data, and photographs.

The weights that tell kinds apart were fitted on none of these looks, types of plots and photographs.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from diagramloop.data.synth import drawn, look_named
from diagramloop.data.synth.drawing import random_numbers
from diagramloop.data.synth.flowcharts import random_flowchart
from diagramloop.engines.parse.look import PictureKind
from diagramloop.graph import FlowGraph, Group

LOOKS: tuple[tuple[str, dict[str, str]], ...] = (
    ("tinted", {"engine": "merman"}),
    ("print", {"style": "multi", "engine": "merman"}),
    ("print", {"style": "single", "engine": "graphviz"}),
)
PLOTS = ("stacked bars", "areas", "steps", "heat map", "boxes", "bubbles")
STYLES = ("fivethirtyeight", "grayscale", "seaborn-v0_8-whitegrid", "Solarize_Light2")
SIZES = (4, 14)
"""Nodes of a drawn flowchart: from, and up to but not including."""
WORDS = ("north", "south", "east", "west", "spring", "summer", "autumn", "winter", "cost", "sales", "rate", "share")

Change = Callable[[FlowGraph, np.random.Generator], FlowGraph]


@dataclass(frozen=True)
class KnownFigure:
    """A figure, its kind and its graph; ``svg`` is empty where it is pixels alone, ``graph`` None of what is none."""

    id: str
    kind: PictureKind
    picture: bytes
    svg: str = ""
    graph: FlowGraph | None = None


def flowcharts(count: int, kind: PictureKind, change: Change) -> Iterator[KnownFigure]:
    """Random flowcharts, changed by ``change``, each drawn in the next look."""
    for number, (look, options) in zip(range(count), cycle(LOOKS), strict=False):
        id = f"{kind}-held-{number:03}"
        rng = random_numbers(id)
        graph = change(random_flowchart(rng, SIZES), rng)
        drawing = drawn(graph, look_named(look, options), id)
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


def photographs(count: int) -> Iterator[KnownFigure]:
    """Cuts of the photographs that scikit-learn and Matplotlib ship."""
    import matplotlib
    import sklearn.datasets

    images = Path(sklearn.datasets.__file__).parent / "images"
    files = (
        images / "china.jpg",
        Path(matplotlib.get_data_path()) / "sample_data" / "grace_hopper.jpg",
        images / "flower.jpg",
    )
    for number, file in zip(range(count), cycle(files), strict=False):
        rng = random_numbers(f"photograph-held-{number}")
        image = Image.open(file).convert("RGB")
        share = float(rng.uniform(0.5, 1.0))
        width, height = (int(side * share) for side in image.size)
        left, top = (
            int(rng.integers(0, side - size + 1)) for side, size in zip(image.size, (width, height), strict=True)
        )
        shown = image.crop((left, top, left + width, top + height)).resize((360, 360 * height // width))
        out = io.BytesIO()
        shown.save(out, "JPEG", quality=int(rng.integers(50, 95)))
        yield KnownFigure(f"photograph-held-{number:03}", "photograph", out.getvalue())


def plots(count: int) -> Iterator[KnownFigure]:
    """Plots of data by Matplotlib, each of the next type in the next style."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    types, styles = cycle(PLOTS), cycle(STYLES)
    for number in range(count):
        id = f"chart-held-{number:03}"
        with pyplot.style.context(next(styles)):
            figure, axes = pyplot.subplots(figsize=(5, 3.4))
            _plot(axes, next(types), random_numbers(id))
            bitmap = io.BytesIO()
            figure.savefig(bitmap, dpi=130, format="png")
            pyplot.close(figure)
        yield KnownFigure(id, "chart", bitmap.getvalue())


def _plot(axes: Any, type: str, rng: np.random.Generator) -> None:
    n = int(rng.integers(3, 8))
    names, values, more = list(WORDS[:n]), rng.uniform(1, 20, n), rng.uniform(1, 9, n)
    hours = np.arange(24)
    draw: dict[str, Callable[[], Any]] = {
        "stacked bars": lambda: (
            axes.bar(names, values, label="one"),
            axes.bar(names, more, bottom=values, label="two"),
        ),
        "steps": lambda: [axes.step(hours, rng.normal(0, 1, 24).cumsum(), label=w) for w in names[:2]],
        "areas": lambda: axes.stackplot(hours, rng.uniform(1, 3, (3, 24)), labels=names[:3]),
        "bubbles": lambda: axes.scatter(rng.normal(0, 1, 20), rng.normal(0, 1, 20), s=rng.uniform(20, 400, 20)),
        "heat map": lambda: axes.imshow(rng.uniform(0, 1, (n, n))),
        "boxes": lambda: axes.boxplot(rng.normal(0, 1, (30, n))),
    }
    draw[type]()
    axes.set_title(f"{names[0].title()} by {names[1]}")
    if axes.get_legend_handles_labels()[0]:
        axes.legend()
