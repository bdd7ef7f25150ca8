"""Charts in colours of chance, none of them one of the benchmark's: what networks are trained on, and not tested."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from diagramloop.data.synth.drawing import Drawing, decoded
from diagramloop.graph import FlowGraph, Node
from diagramloop.graph.colours import BLACK, WHITE, mixed, text_on
from diagramloop.render import draw_in
from diagramloop.render.palettes import PALETTES, SINGLE
from diagramloop.render.shapes import UNFILLED
from diagramloop.render.style import Ink, Look

_PAGE = Ink(WHITE, BLACK, BLACK)
_MOST_COLOURS = 6  # of one chart
_BENCHMARK = frozenset((*SINGLE, *(colour for palette in PALETTES.values() for colour in palette)))


@dataclass(frozen=True)
class Tinted:
    """A look of one to six colours by chance: fills, borders darker, lighter or as the text, frames paler.

    Attributes:
        engine: see :func:`diagramloop.render.draw`.
    """

    engine: str = "mermaidx"

    def draw(self, graph: FlowGraph, seed: str, rng: np.random.Generator) -> Drawing:
        """See :class:`~diagramloop.data.synth.Look`."""
        colours = tints(rng)
        border = float(rng.uniform(0.3, 0.9))
        svg, png, drawn = draw_in(graph, lambda nodes: _look(nodes, colours, border, rng), self.engine)
        return Drawing(decoded(png), drawn, "tinted", seed, svg)


def tints(rng: np.random.Generator) -> tuple[str, ...]:
    """Colours as ``#rrggbb``, of any hue and lightness; never one of the benchmark's styles."""
    found: list[str] = []
    count = int(rng.integers(1, _MOST_COLOURS + 1))
    while len(found) < count:
        hue, lightness, saturation = rng.uniform((0, 0.25, 0.15), (1, 0.95, 0.95)).tolist()
        red, green, blue = (round(255 * each) for each in colorsys.hls_to_rgb(hue, lightness, saturation))
        colour = f"#{red:02x}{green:02x}{blue:02x}"
        if colour not in _BENCHMARK:
            found.append(colour)
    return tuple(found)


def _look(nodes: Sequence[Node], colours: Sequence[str], border: float, rng: np.random.Generator) -> Look:
    """The colours of one drawing; what an unfilled shape says stands black on the page."""
    fills = [colours[place] for place in rng.integers(0, len(colours), len(nodes)).tolist()]
    inks = (_PAGE if n.shape in UNFILLED else _ink(fill, border) for n, fill in zip(nodes, fills, strict=True))
    frame = mixed(WHITE, colours[0], 0.15)
    group = Ink(frame, mixed(colours[0], BLACK, 0.4), text_on(frame))
    return Look(tuple(inks), group, _PAGE, mixed(colours[-1], BLACK, 0.75))


def _ink(fill: str, border: float) -> Ink:
    return Ink(fill, mixed(fill, text_on(fill), border), text_on(fill))
