"""A plan drawn on a sheet: frames, nodes, lines with their heads, texts, in this order."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from diagramloop.data.synth.hand import outline_strokes, trembling
from diagramloop.data.synth.ink.letters import crossed_out
from diagramloop.data.synth.ink.manner import Manner
from diagramloop.data.synth.ink.plan import CELL, Plan, PlannedFrame, PlannedLine, PlannedNode, Points
from diagramloop.data.synth.ink.sheet import Sheet
from diagramloop.data.synth.ink.view import View
from diagramloop.data.synth.ink_page import BORDER, CONNECTOR, FRAME, HEAD, UNSURE
from diagramloop.data.synth.looks import Colour

STEP_UNITS = 5.0  # between points of a program's strokes
DASH_UNITS = (2.5, 26.0)
SHADOW_UNITS = 7.0
THICK_PENS = 2.5  # border of an end event, in widths of the pen
MARK_SIDES = 0.2  # reach of a gateway's mark from its middle, in its side
RING_SIDES = 0.76  # an inner circle's share of the outer one
ICON_SIDES = 0.16  # size of an icon in a node, in its shorter side


class Penmanship:
    """One manner on one sheet, seen by one view."""

    def __init__(self, sheet: Sheet, view: View, manner: Manner, rng: np.random.Generator) -> None:
        self.sheet, self.view, self.manner, self.rng = sheet, view, manner, rng
        self.scale = view.scale

    def draw(self, plan: Plan, crossed: float) -> None:
        """Draw all of a plan; ``crossed`` is how often something is crossed out."""
        for frame in plan.frames:
            self._frame(frame)
        for node in plan.nodes:
            self._node(node)
        for line in plan.lines:
            self._line(line)
        for text, box in plan.strays:
            self._write(text, box)
        if self.manner.drawn and self.rng.random() < crossed:
            at = self.rng.uniform(0.1, 0.9, 2) * self.view.side / self.scale
            scribble = trembling(crossed_out(at, 0.15 * CELL, self.rng), self.manner.hand, self.rng)
            self._stroke(scribble, self.manner.lines, UNSURE)

    def _stroke(self, points: Points, colour: Colour, of: int, towards: bool | None = None, pens: float = 1.0) -> None:
        hand, rng = self.manner.hand, self.rng
        width = pens * hand.pen * self.scale
        change = np.zeros(len(points))
        if hand.pressure:
            slow = cv2.GaussianBlur(rng.normal(size=(len(points) + 16, 1)), (1, 17), 0, sigmaY=4.0)[8:-8, 0]
            change = hand.pressure * np.clip(2.5 * slow, -1, 1)
        self.sheet.stroke(self.view(points), width * (1 + change), colour, of, towards)

    def _outline(self, ring: Points, colour: Colour, of: int, pens: float = 1.0) -> None:
        if self.manner.drawn:
            for stroke in outline_strokes(ring, self.manner.hand, self.rng):
                self._stroke(stroke, colour, of, pens=pens)
        else:
            self._stroke(_fine(np.concatenate([ring, ring[:2]])), colour, of, pens=pens)

    def _run(self, points: Points) -> Points:
        if self.manner.drawn:
            return trembling(points, self.manner.hand, self.rng, ends=self.manner.hand.miss / 2)
        return _fine(points)

    def _frame(self, frame: PlannedFrame) -> None:
        self._outline(frame.ring, self.manner.frames, FRAME)
        if frame.band is not None:
            self._stroke(self._run(frame.band), self.manner.frames, FRAME)
        self._write(frame.text, frame.text_box, upright=frame.band is not None)

    def _node(self, node: PlannedNode) -> None:
        manner = self.manner
        if manner.shadow:
            self.sheet.fill(self.view(node.ring + SHADOW_UNITS), _darker(manner.ground))
        if manner.fill:
            self.sheet.fill(self.view(node.ring), manner.fill[int(self.rng.integers(len(manner.fill)))])
        self.sheet.enclose(self.view(node.ring))
        if not manner.borderless:
            self._outline(node.ring, manner.borders, BORDER, THICK_PENS if node.thick else 1.0)
        for stroke in _marks(node):
            self._stroke(self._run(stroke), manner.borders, UNSURE)
        self._write(node.text, node.text_box)

    def _line(self, line: PlannedLine) -> None:
        manner = self.manner
        path = _shortened(line.path, max(0.0, manner.short), line.heads)
        drawn = self._run(path)
        known = line.heads[1] and not line.heads[0]
        for piece in self._dashes(drawn) if line.dashed else (drawn,):
            self._stroke(piece, manner.lines, CONNECTOR, True if known else None)
        for has, tip, back in (
            (line.heads[1], drawn[-1], _back(drawn, -1)),
            (line.heads[0], drawn[0], _back(drawn, 0)),
        ):
            if has:
                self._head(tip, back, known)
        self._write(line.label, line.label_box, bare=manner.plates)

    def _dashes(self, drawn: Points) -> Iterator[Points]:
        dash, gap = (max(1, round(self.rng.uniform(*DASH_UNITS) / STEP_UNITS)) for _ in range(2))
        for at in range(0, len(drawn) - 1, dash + gap):
            yield drawn[at : at + dash + 1]

    def _head(self, tip: Points, back: Points, known: bool) -> None:
        manner, rng = self.manner, self.rng
        along = (tip - back) / max(1e-6, float(np.hypot(*(tip - back))))
        spread = manner.spread * (rng.uniform(0.75, 1.25) if manner.drawn else 1.0)
        length = manner.head_units * (rng.uniform(0.8, 1.2) if manner.drawn else 1.0)
        barbs = [tip - length * _rotated(along, side * spread) for side in (1, -1)]
        towards = None if not known else True
        if manner.head in ("filled", "swept"):
            ring = np.array(
                [barbs[0], tip, barbs[1], *([tip - 0.6 * length * along] if manner.head == "swept" else [])]
            )
            self.sheet.blot(self.view(ring), manner.lines, HEAD, along if known else None)
            return
        if manner.head == "hollow":
            ring = np.array([barbs[0], tip, barbs[1]])
            self.sheet.bare(self.view(ring))
            self._stroke(self._run(ring[[0, 2]]), manner.lines, HEAD)
        for barb in barbs:
            stroke = trembling(np.array([barb, tip]), manner.hand, rng) if manner.drawn else np.array([barb, tip])
            self._stroke(stroke, manner.lines, HEAD, towards)

    def _write(
        self, text: str, box: tuple[float, float, float, float], upright: bool = False, bare: bool = False
    ) -> None:
        if text:
            colour = self.manner.letters
            self.manner.writer.write(self.sheet, self.view, text, box, colour, self.rng, upright, bare)


def _fine(points: Points) -> Points:
    """Points every STEP_UNITS on straight pieces."""
    steps = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    at = np.union1d(np.arange(0, steps[-1], STEP_UNITS), steps)
    return np.column_stack([np.interp(at, steps, points[:, k]) for k in (0, 1)])


def _shortened(path: Points, by: float, heads: tuple[bool, bool]) -> Points:
    """A path that stops short of what it points at."""
    if not by:
        return path
    fine = _fine(path)
    cut = round(by / STEP_UNITS)
    last = len(fine) - (cut if heads[1] else 0)
    return fine[cut if heads[0] else 0 : last] if last > 2 * cut + 2 else path


def _back(drawn: Points, end: int) -> Points:
    return np.asarray(drawn[-min(len(drawn), 5)] if end else drawn[min(len(drawn), 5) - 1])


def _rotated(along: Points, angle: float) -> Points:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([cos * along[0] - sin * along[1], sin * along[0] + cos * along[1]])


def _darker(colour: Colour) -> Colour:
    red, green, blue = (int(0.82 * level) for level in colour)
    return (red, green, blue)


def _marks(node: PlannedNode) -> Iterator[Points]:
    """The strokes of what is drawn within a node."""
    low, high = node.ring.min(axis=0), node.ring.max(axis=0)
    middle, side = (low + high) / 2, float((high - low).min())
    if node.double or node.mark == "ring":
        inner = middle + (RING_SIDES if node.double else 2 * MARK_SIDES) * (node.ring - middle)
        yield np.concatenate([inner, inner[:2]])
    for dx, dy in {"cross": ((1, 1), (1, -1)), "plus": ((1.2, 0), (0, 1.2))}.get(node.mark, ()):
        reach = MARK_SIDES * side * np.array([dx, dy])
        yield np.array([middle - reach, middle + reach])
    if node.mark == "icon":
        size = ICON_SIDES * side
        at = low + 1.3 * size if node.shape == "rectangle" else middle
        turn = np.linspace(0, 2 * np.pi, 9)
        yield at + size * np.column_stack([np.cos(turn), np.sin(turn)])
        yield at + size * np.array([(-0.5, 0), (0.4, 0.3)])
