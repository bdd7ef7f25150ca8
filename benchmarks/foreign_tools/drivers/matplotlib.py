"""Matplotlib: patches and annotation arrows (options: fonttype, style)."""

from __future__ import annotations

import io
from typing import Any

from command_line import Drawn


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    settings = {"svg.fonttype": options.get("fonttype", "none"), "svg.hashsalt": chart["name"]}
    with mpl.rc_context(settings):
        figure = plt.figure(figsize=(chart["width"] / 96, chart["height"] / 96))
        axes = figure.add_axes((0, 0, 1, 1), xlim=(-10, chart["width"] + 10), ylim=(chart["height"] + 10, -10))
        axes.axis("off")
        for element in chart["groups"]:
            _box(axes, element, "square,pad=0", "#f2f2f2", "top")
        for node in chart["nodes"]:
            _box(axes, node, _shape(node), "white", "center")
        for edge in chart["edges"]:
            _arrow(axes, edge, options)
        svg, png = io.StringIO(), io.BytesIO()
        figure.savefig(svg, format="svg")
        figure.savefig(png, format="png", dpi=140)
        plt.close(figure)
    return Drawn(svg.getvalue(), png.getvalue())


def _shape(node: dict[str, Any]) -> str:
    return {"stadium": f"round,pad=0,rounding_size={node['height'] / 2}", "rounded": "round,pad=0,rounding_size=8"}.get(
        node["shape"], "square,pad=0"
    )


def _box(axes: Any, element: dict[str, Any], style: str, fill: str, at: str) -> None:
    from matplotlib.patches import Ellipse, FancyBboxPatch, Polygon

    x, y, w, h = (element[side] for side in ("x", "y", "width", "height"))
    colours = {"facecolor": fill, "edgecolor": "black"}
    if element.get("shape") == "diam":
        patch: Any = Polygon([(x, y + h / 2), (x + w / 2, y), (x + w, y + h / 2), (x + w / 2, y + h)], **colours)
    elif element.get("shape") == "circle":
        patch = Ellipse((x + w / 2, y + h / 2), w, h, **colours)
    else:
        patch = FancyBboxPatch((x, y), w, h, boxstyle=style, **colours)
    axes.add_patch(patch)
    axes.text(
        x + w / 2,
        y + (h / 2 if at == "center" else 4),
        element["text"].replace("$", r"\$"),
        ha="center",
        va=at,
        fontsize=10,
    )


def _arrow(axes: Any, edge: dict[str, Any], options: dict[str, Any]) -> None:
    style = f"{'<|' if edge['tail'] else ''}-{'|>' if edge['head'] else ''}"
    curved = options.get("connection", "arc3,rad=0.1")
    start, end = edge["points"][0], edge["points"][-1]
    line = {
        "arrowstyle": style,
        "connectionstyle": curved,
        "color": "black",
        "linestyle": "--" if edge["dotted"] else "-",
    }
    axes.annotate("", xy=end, xytext=start, arrowprops={**line, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 12})
    if edge["label"]:
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        axes.text(
            x,
            y,
            edge["label"].replace("$", r"\$"),
            ha="center",
            va="center",
            fontsize=8,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )
