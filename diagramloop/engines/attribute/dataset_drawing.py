"""Drawings for a benchmark of one's own charts, in any of the four styles (Follow the Flow, Section 4.2)."""

from __future__ import annotations

import re
from dataclasses import replace

from diagramloop.data.sources import Chart
from diagramloop.errors import RejectionReason, RenderError
from diagramloop.render import Style, draw
from diagramloop.render.engines import STANDARD

_PLAIN = re.compile(r"[\w.-]+")  # an id that stands for itself in attributes and selectors
_PLACE = re.compile(r'<[^<>]*>|\[id\^="[^"]*"\]')  # where an SVG speaks of ids: tags, selectors
_ID = re.compile(r'(?<=id=")[^"]*|(?<=id\^=")[^"]*')
_DRAWN = re.compile(r"(?:(?<=[_-])|^)[ng]\d+(?=[_-]|$)")  # the engines' names of nodes and groups


def drawn(chart: Chart, style: Style = Style.DEFAULT, seed: int = 0, engine: str = STANDARD) -> tuple[Chart, str]:
    """The chart with a picture and its geometry, and the SVG of that picture under the chart's own ids.

    Raises:
        RenderError: as :func:`diagramloop.render.draw`; also for ids beyond letters, digits, ``_``, ``.`` and ``-``
            (UNSUPPORTED).
    """
    graph = chart.graph
    odd = [id for id in (*graph.node_by_id, *graph.group_by_id) if not _PLAIN.fullmatch(id)]
    if odd:
        raise RenderError(f"{chart.id}: no SVG under the id {odd[0][:80]!r}", reason=RejectionReason.UNSUPPORTED)
    own = {f"n{place}": node.id for place, node in enumerate(graph.nodes)}
    own |= {f"g{place}": group.id for place, group in enumerate(graph.groups)}
    figure = draw(graph, [style], seed=seed, engine=engine)[style]
    return replace(chart, graph=figure.graph, picture=figure.png), _renamed(figure.svg, own)


def _renamed(svg: str, own: dict[str, str]) -> str:
    def rename(id: re.Match[str]) -> str:
        return _DRAWN.sub(lambda name: own.get(name[0], name[0]), id[0])

    return _PLACE.sub(lambda place: _ID.sub(rename, place[0]), svg)
