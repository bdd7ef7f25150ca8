"""The four styles of FlowExplainBench and the seeded choice of a chart's colours.

Follow the Flow, Section 4.2: *single* (one of 40 colours for all nodes), *multi* (each node takes a
colour of one of 35 palettes), *default* (Mermaid's default theme) and *mono* (black and white).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from diagramloop.graph import Node
from diagramloop.graph.colours import BLACK, WHITE, mixed, text_on
from diagramloop.render.palettes import PALETTES, SINGLE
from diagramloop.render.shapes import UNFILLED

T = TypeVar("T")


class Style(StrEnum):
    """The colouring of a chart."""

    SINGLE = "single"
    MULTI = "multi"
    DEFAULT = "default"
    MONO = "mono"


@dataclass(frozen=True)
class Ink:
    """Colours (``#rrggbb``) of one filled, outlined and labelled thing."""

    fill: str
    stroke: str
    text: str


@dataclass(frozen=True)
class Look:
    """Every colour of one drawing.

    Attributes:
        nodes: one ink for each node, in the graph's order.
        group: of group frames and their titles.
        label: of edge labels; ``fill`` is the plate under the text, ``stroke`` is not drawn.
        line: of edges and their heads.
    """

    nodes: tuple[Ink, ...]
    group: Ink
    label: Ink
    line: str


_PAGE = Ink(WHITE, BLACK, BLACK)
_THEME = Ink("#ececff", "#9370db", "#333333")  # Mermaid's default theme
_THEME_GROUP = Ink("#ffffde", "#aaaa33", "#333333")
_THEME_LABEL = Ink("#e8e8e8", "#e8e8e8", "#333333")


def look(style: Style, nodes: Sequence[Node], seed: int, key: str) -> Look:
    """The colours of one chart in one style.

    Args:
        nodes: of the chart, in its order.
        seed: of the whole run.
        key: of the chart. The choice depends on ``style``, ``seed`` and ``key`` alone: neither on the other
            charts nor on the order in which they are drawn.
    """
    if style is Style.DEFAULT:
        return Look(tuple(_on_page(node, _THEME) for node in nodes), _THEME_GROUP, _THEME_LABEL, "#333333")
    if style is Style.MONO:
        return Look((_PAGE,) * len(nodes), _PAGE, _PAGE, BLACK)
    draw = _Draw(f"{style}|{seed}|{key}")
    colours = (draw.pick(SINGLE),) if style is Style.SINGLE else draw.pick(list(PALETTES.values()))
    inks = tuple(_on_page(node, _ink(draw.pick(colours))) for node in nodes)
    frame = mixed(WHITE, colours[0], 0.12)
    return Look(inks, Ink(frame, mixed(colours[0], BLACK, 0.4), text_on(frame)), _PAGE, "#333333")


def _ink(fill: str) -> Ink:
    """The stroke leans to the text's side, so that inner lines show on light and dark fills alike."""
    return Ink(fill, mixed(fill, text_on(fill), 0.5), text_on(fill))


def _on_page(node: Node, ink: Ink) -> Ink:
    """An unfilled shape keeps the ink's stroke, but its text must be legible on the white page."""
    return Ink(WHITE, ink.stroke, BLACK) if node.shape in UNFILLED else ink


class _Draw:
    """Reproducible uniform picks: the n-th is decided by SHA-256 of the name and n, on every machine."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._count = 0

    def pick(self, choices: Sequence[T]) -> T:
        digest = hashlib.sha256(f"{self._name}|{self._count}".encode("utf-8", "surrogatepass")).digest()
        self._count += 1
        return choices[int.from_bytes(digest[:8], "big") % len(choices)]
