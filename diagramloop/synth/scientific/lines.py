"""The lines of a scientific figure: routes with heads, dashes and rounded corners; block arrows."""

from __future__ import annotations

from diagramloop.graph import Edge, Node, Point
from diagramloop.synth.looks import look
from diagramloop.synth.scientific.figure import Figure, polygon, rectangle, words


def connect(d: Figure, source: Node, target: Node, bend: float, alone: bool) -> None:
    """Draw an arrow to the next column.

    Args:
        bend: where it turns, if it must.
        alone: whether it meets no other line there: only such an arrow may be fat, labelled or without a head.
    """
    (_, top, x0, bottom), (x1, upper, _, lower) = source.box or (0, 0, 0, 0), target.box or (0, 0, 0, 0)
    y0, y1 = (top + bottom) / 2, (upper + lower) / 2
    label = d.random.choice(look("scientific")["labels"]) if alone and d.random.random() < 0.35 else ""
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


def route(d: Figure, points: list[Point], source: str, target: str, bare: bool = False) -> None:
    """Draw a line through points, its head at the last; at times dashed, dotted or without a head."""
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


def rounded(points: list[Point], radius: float) -> str:
    """An SVG path through points with its corners rounded."""
    path = "M{},{}".format(*points[0])
    for (x0, y0), (x, y), (x1, y1) in zip(points, points[1:], points[2:], strict=False):
        before, after = abs(x - x0) + abs(y - y0), abs(x1 - x) + abs(y1 - y)
        r = min(radius, before / 2, after / 2)
        path += f" L{x - r * (x - x0) / before},{y - r * (y - y0) / before}"
        path += f" Q{x},{y} {x + r * (x1 - x) / after},{y + r * (y1 - y) / after}"
    return path + " L{},{}".format(*points[-1])


def block_arrow(d: Figure, x0: float, x1: float, y: float, source: str, target: str, label: str) -> None:
    """Draw a fat arrow, filled, with or without an outline; its text stands on it, if it has room."""
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
