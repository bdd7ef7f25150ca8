"""A figure in the manner of scientific papers while it is drawn: its habits, its layers, and the graph it shows."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from diagramloop.graph import Box, Edge, Group, Node, Point
from diagramloop.synth.looks import look

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
"""The habits of which each figure has one in the foreground."""
IN_FOCUS = 0.75  # how often a habit shows where it is in the foreground


@dataclass
class Figure:
    """The drawing so far, back to front, and the graph that it shows.

    Attributes:
        random: every choice of this figure.
        focus: one of FOCUSES.
        frames, lines, shapes: pieces of SVG, painted in this order.
    """

    random: random.Random
    focus: str
    frames: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)

    def __post_init__(self) -> None:
        data = look("scientific")
        self.palette: list[str] = self.random.choice(data["palettes"])
        self.ink: str = self.random.choice(data["inks"])
        self.pen = self.random.choice((1.5, 2.0, 2.5))
        self.corner = self.random.choice((0, 8, 14))
        self.bare = self.focus == "headless" and self.random.random() < 0.5
        self.frame_style = self.random.choice(("tinted", "bare", "dashed"))

    def often(self, focus: str, otherwise: float = 0.1) -> bool:
        """True mostly where this habit is the drawing's focus."""
        return self.random.random() < (IN_FOCUS if self.focus == focus else otherwise)

    def name(self) -> str:
        """A name of two words that no node has."""
        used = {node.text for node in self.nodes}
        data = look("scientific")
        names = [f"{a} {b}" for a in data["first_words"] for b in data["second_words"] if f"{a} {b}" not in used]
        return self.random.choice(names)


def words(x: float, y: float, text: str, size: float = 15, colour: str = "#111", weight: str = "normal") -> str:
    style = f'font-family="Liberation Sans, Arial" font-size="{size}" font-weight="{weight}" fill="{colour}"'
    return f'<text x="{x}" y="{y + size * 0.36}" text-anchor="middle" {style}>{escape(text)}</text>'


def rectangle(box: Box, fill: str, ink: str, pen: float, corner: float = 0, extra: str = "") -> str:
    x0, y0, x1, y1 = box
    place = f'x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" rx="{corner}"'
    return f'<rect {place} fill="{fill}" stroke="{ink}" stroke-width="{pen}" {extra}/>'


def polygon(points: list[Point], fill: str, ink: str = "none") -> str:
    places = " ".join(f"{x},{y}" for x, y in points)
    return f'<polygon points="{places}" fill="{fill}" stroke="{ink}" stroke-width="1.5"/>'
