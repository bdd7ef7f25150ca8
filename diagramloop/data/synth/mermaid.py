"""Charts as Mermaid draws them: in the four styles, in its hand-drawn look, in its themes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from diagramloop.data.synth.drawing import Drawing, decoded, random_numbers
from diagramloop.data.synth.looks import look
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.geometry import with_geometry
from diagramloop.render import SCALE, Style, draw, read_mermaid_svg
from diagramloop.render.engines import STANDARD
from diagramloop.render.fonts import FAMILY
from diagramloop.render.mermaid_text import engine_text
from diagramloop.render.shapes import with_drawn_shapes

SHAPES = ".node rect,.node circle,.node polygon,.node path"  # selector of nodes' outlines
FRAMES = ".cluster rect"
SAME_EVERYWHERE = {"fontFamily": FAMILY, "handDrawnSeed": 1}  # no font of the machine's, no random point in an outline


@dataclass(frozen=True)
class Printed:
    """The look that a drawing engine gives a chart.

    Attributes:
        style: one of the four; None for one of them by the seed.
        engine: see :func:`diagramloop.render.draw`.
    """

    style: str | None = None
    engine: str = STANDARD

    def draw(self, graph: FlowGraph, seed: str, rng: np.random.Generator) -> Drawing:
        """See :class:`~diagramloop.data.synth.Look`."""
        del rng  # the style is chosen apart, so that the camera does not depend on it
        styles = tuple(Style)
        style = Style(self.style) if self.style else styles[random_numbers(f"style {seed}").integers(len(styles))]
        figure = draw(graph, [style], engine=self.engine, key=seed)[style]
        return Drawing(decoded(figure.png), figure.graph, f"print/{style.value}", seed, figure.svg)


@dataclass(frozen=True)
class Rough:
    """Mermaid's look ``handDrawn``; the truth is that of the same layout in its classic look."""

    def draw(self, graph: FlowGraph, seed: str, rng: np.random.Generator) -> Drawing:
        """See :class:`~diagramloop.data.synth.Look`."""
        number = int(rng.integers(1, 2**31))
        config = {"handDrawnSeed": number, "flowchart": {"useMaxWidth": False}}
        return _drawn(graph, config, {"look": "handDrawn"}, f"rough/{number}", seed)


@dataclass(frozen=True)
class Themed:
    """One of Mermaid's themes, some with a style sheet over it.

    Attributes:
        theme: its name in ``looks.yaml``; None for one of them by the seed.
    """

    theme: str | None = None

    def draw(self, graph: FlowGraph, seed: str, rng: np.random.Generator) -> Drawing:
        """See :class:`~diagramloop.data.synth.Look`.

        Raises:
            DiagramloopError: no such theme (UNSUPPORTED).
        """
        themes = look("themes")
        name = self.theme or list(themes)[rng.integers(len(themes))]
        if name not in themes:
            message = f"unknown theme {name!r}; known: {', '.join(themes)}"
            raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)
        theme = themes[name]
        rules = ((SHAPES, theme.get("shapes")), (FRAMES, theme.get("frames")))
        css = "".join(f"{selector}{{{rule}}}" for selector, rule in rules if rule)
        config = {"theme": theme["theme"], "flowchart": {"useMaxWidth": False}}
        return _drawn(graph, config, {}, f"theme/{name}", seed, css, theme["page"])


def _drawn(
    graph: FlowGraph,
    config: dict[str, Any],
    shown: dict[str, Any],
    look_name: str,
    seed: str,
    css: str = "",
    page: str = "#ffffff",
) -> Drawing:
    """A drawing by Mermaid with ``config``, and in the picture alone with ``shown``."""
    import mermaidx
    from mermaidx import raster

    asked = with_drawn_shapes(graph.without_geometry().replace(title=""))
    config = SAME_EVERYWHERE | config
    text = engine_text(asked)
    layout = mermaidx.render(text, config=config, css=css).svg()
    svg = mermaidx.render(text, config=config | shown, css=css).svg() if shown else layout
    names = {node.id: f"n{i}" for i, node in enumerate(asked.nodes)}
    names |= {group.id: f"g{j}" for j, group in enumerate(asked.groups)}
    truth = with_geometry(asked, read_mermaid_svg(layout, scale=SCALE), names)
    width, height = truth.size or (1, 1)
    pixels = decoded(raster.render_png(svg, width=width, height=height, background=page))
    return Drawing(pixels, truth, look_name, seed, svg)
