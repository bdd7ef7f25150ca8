"""Nodes made of rows and cells: tables of a database, classes, tables of a word processor."""

from __future__ import annotations

from functools import partial

from diagramloop.graph import Box
from diagramloop.synth.vector.notations.body import Body, Ink, Words, corners, path, rect
from diagramloop.synth.vector.notations.chart import CELL, Plan
from diagramloop.synth.vector.notations.manners import BARBED, DARTED, MARKED, PRINTED
from diagramloop.synth.vector.notations.placing import Size
from diagramloop.synth.vector.notations.way import Way

ROW_PX = 28.0
LETTER_PX, CELL_PADDING_PX = 8.0, 10.0
TABLED = Plan(tables=True)


def table_size(text: str) -> Size:
    """Of a table whose rows are lines and whose cells are apart."""
    head, widths = text.split("\n")[0], _columns(text)
    return max(sum(widths), LETTER_PX * len(head) + 3 * CELL_PADDING_PX), ROW_PX * len(text.split("\n"))


def ruled(text: str, box: Box, ink: Ink, *, columns: bool, filled: bool) -> Body:
    """An outline, a filled header or not, a line below each row, and lines between columns or not."""
    x0, y0, x1, y1 = box
    style = f'stroke="{ink.stroke}"'
    shapes = rect(box, f'fill="#ffffff" {style}')
    shapes += rect((x0, y0, x1, y0 + ROW_PX), f'fill="{ink.shade}"') if filled else ""
    rules = [[(x0, y), (x1, y)] for y in _rules(box)]
    rules += [[(_middle(text, box), y0 + ROW_PX), (_middle(text, box), y1)]] if columns else []
    shapes += "".join(path(line, f'fill="none" {style}', closed=False) for line in rules)
    return Body(shapes, _words(text, box), corners(box), _rows(box))


def cells(text: str, box: Box, ink: Ink, *, around: bool) -> Body:
    """Each cell a rectangle of its own, with an outline around all or without."""
    x0, _, x1, _ = box
    style = f'fill="{ink.fill}" stroke="{ink.stroke}"'
    tops, middle = [box[1], *_rules(box)], _middle(text, box)
    shapes = rect(box, f'fill="none" stroke="{ink.stroke}"') if around else ""
    shapes += rect((x0, tops[0], x1, tops[0] + ROW_PX), style)
    for top in tops[1:]:
        shapes += rect((x0, top, middle, top + ROW_PX), style) + rect((middle, top, x1, top + ROW_PX), style)
    return Body(shapes, _words(text, box), corners(box), _rows(box))


def striped(text: str, box: Box, ink: Ink) -> Body:
    """Rows as rectangles in two colours within an outline."""
    x0, _, x1, _ = box
    tops = [box[1], *_rules(box)]
    shapes = rect(box, f'fill="{ink.fill}" stroke="{ink.stroke}" stroke-width="2"')
    for i, top in enumerate(tops[1:]):
        shapes += rect((x0, top, x1, top + ROW_PX), f'fill="{("#ffffff", "#f2f2f2")[i % 2]}" stroke="{ink.stroke}"')
    return Body(shapes, _words(text, box), corners(box), _rows(box))


def grid(text: str, box: Box, ink: Ink) -> Body:
    """Nothing but lines, each of its own: four sides, rows, and one between columns."""
    x0, y0, x1, y1 = box
    middle = _middle(text, box)
    lines = [(x0, y, x1, y) for y in (y0, *_rules(box), y1)]
    lines += [(x0, y0, x0, y1), (x1, y0, x1, y1), (middle, y0 + ROW_PX, middle, y1)]
    shapes = "".join(
        f'<line x1="{a:.2f}" y1="{b:.2f}" x2="{c:.2f}" y2="{d:.2f}" stroke="{ink.stroke}"/>' for a, b, c, d in lines
    )
    return Body(shapes, _words(text, box), corners(box), _rows(box))


def badged(text: str, box: Box, ink: Ink) -> Body:
    """A class: a round badge beside its name, one line below it and one below its first member."""
    x0, y0, x1, _ = box
    style = f'stroke="{ink.stroke}" stroke-width="0.5"'
    shapes = rect(box, f'fill="{ink.fill}" {style}', 2.5)
    badge = f'<ellipse cx="{x0 + 15:.2f}" cy="{y0 + ROW_PX / 2:.2f}" rx="9" ry="9" fill="{ink.shade}" {style}/>'
    letter = f'<path d="M{x0 + 18:.2f} {y0 + 18:.2f} q-3 2 -6 -1 q-2 -4 1 -7 q3 -2 5 0 v2 q-3 -2 -4 1 q0 4 4 3 z"/>'
    rules = [path([(x0, y), (x1, y)], f'fill="none" {style}', closed=False) for y in _rules(box)[:2]]
    words = tuple(
        Words(line.replace(CELL, ": "), x0 + (30 if i == 0 else 8), y, "start")
        for i, (line, y) in enumerate(zip(text.split("\n"), _rows(box), strict=True))
    )
    return Body(shapes + badge + letter + "".join(rules), words, corners(box), _rows(box))


def _columns(text: str) -> list[float]:
    rows = [line.split(CELL) for line in text.split("\n")[1:]]
    return [max(len(row[i]) for row in rows) * LETTER_PX + 2 * CELL_PADDING_PX for i in range(2)]


def _middle(text: str, box: Box) -> float:
    """The place between the two columns."""
    first, second = _columns(text)
    return box[0] + (box[2] - box[0]) * first / (first + second)


def _rows(box: Box) -> tuple[float, ...]:
    count = round((box[3] - box[1]) / ROW_PX)
    return tuple(box[1] + ROW_PX * (i + 0.5) for i in range(count))


def _rules(box: Box) -> list[float]:
    """Places of the lines between rows."""
    return [y + ROW_PX / 2 for y in _rows(box)[:-1]]


def _words(text: str, box: Box) -> tuple[Words, ...]:
    lines, rows, middle = text.split("\n"), _rows(box), _middle(text, box)
    said = [Words(lines[0], (box[0] + box[2]) / 2, rows[0], size=15)]
    for line, y in zip(lines[1:], rows[1:], strict=True):
        first, second = line.split(CELL)
        said += [
            Words(first, box[0] + CELL_PADDING_PX, y, "start"),
            Words(second, middle + CELL_PADDING_PX, y, "start"),
        ]
    return tuple(said)


WAYS = {
    "header and rules": Way(MARKED, node=partial(ruled, columns=False, filled=True), size=table_size, plan=TABLED),
    "cells": Way(PRINTED, node=partial(cells, around=True), size=table_size, plan=TABLED),
    "striped": Way(MARKED, node=striped, size=table_size, plan=TABLED),
    "rules and columns": Way(DARTED, node=partial(ruled, columns=True, filled=False), size=table_size, plan=TABLED),
}
HELD_WAYS = {
    "grid of lines": Way(PRINTED, node=grid, size=table_size, plan=TABLED),
    "cells without an outline": Way(BARBED, node=partial(cells, around=False), size=table_size, plan=TABLED),
    "class with a badge": Way(DARTED, node=badged, size=table_size, plan=TABLED),
    "header and columns": Way(MARKED, node=partial(ruled, columns=True, filled=True), size=table_size, plan=TABLED),
}
