"""Labels stand on their lines, where Mermaid itself sets them, and the page has room for them."""

from __future__ import annotations

import base64
import json

import pytest
import shapely

from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render import Style
from diagramloop.render.engines import engine
from diagramloop.render.engines._merman_labels import MARGIN, on_lines
from diagramloop.render.shapes import with_drawn_shapes
from tests.diagramloop.render.charts import ALL_LINKS
from tests.diagramloop.render.conftest import Drawn

FRAMES = """flowchart TD
subgraph one
a --> b
end
subgraph two
c --> d
end
one -->|to all of the second| two
d -->|and back| x[Outside]
two -->|far away from here| y
one -->|or at once| y
"""
POINTS = [(10, 13), (40, 53), (124, 165)]  # lengths 50 and 140
SIDE = 20.0  # px of the label


def drawing(drawn: str, page: str = "0 0 200 200") -> str:
    """An SVG in merman's form, of one line through or past ``POINTS`` and its label in the second of them."""
    points = base64.b64encode(json.dumps([{"x": x, "y": y} for x, y in POINTS]).encode()).decode()
    line = f'<path d="{drawn}" id="L" class="flowchart-link" data-edge="true" data-id="L" data-points="{points}"/>'
    text = f'<foreignObject width="{SIDE:g}" height="{SIDE:g}"/>'
    label = f'<g class="edgeLabel" transform="translate(40,53)"><g class="label" data-id="L">{text}</g></g>'
    return f'<svg viewBox="{page}">{line}{label}</svg>'


def test_labels_stand_where_mermaid_sets_them(drawn: Drawn) -> None:
    mermaid, merman = (drawn(ALL_LINKS, name)[Style.MONO].graph.edges for name in ("mermaidx", "merman"))
    assert [edge.label_box for edge in merman] == [
        edge.label_box and pytest.approx(edge.label_box, abs=1.0) for edge in mermaid
    ]


def test_labels_at_frames_stand_on_what_is_drawn_of_their_lines() -> None:
    layout = engine("merman").lay_out(with_drawn_shapes(read_mermaid(FRAMES).without_geometry().replace(title="")))
    labelled = [edge for edge in layout.graph.edges if edge.label_box and edge.path]
    assert len(labelled) == 4
    for edge in labelled:
        assert edge.label_box is not None
        assert edge.path is not None
        assert shapely.box(*edge.label_box).intersects(shapely.LineString(edge.path)), edge.label


@pytest.mark.parametrize(
    ("drawn", "at"),
    [
        ("M10,13L40.2,60.1L124,165", "40,53"),  # passes the layout's own place: left there
        ("M10,13L60.2,81.4L124,165", "67.000,89.000"),  # passes beside it: half-way along the points
        ("M49,65L60.2,81.4L124,165", "86.500,115.000"),  # begins at a frame: half-way along the rest
    ],
)
def test_a_label_is_moved_only_if_it_is_not_on_its_line(drawn: str, at: str) -> None:
    assert on_lines(drawing(drawn)) == drawing(drawn).replace("40,53)", f"{at})")


def test_the_page_grows_for_a_moved_label() -> None:
    moved = on_lines(drawing("M10,13L60.2,81.4L124,165", page="10 10 60 160"))
    half = SIDE / 2 + MARGIN
    assert f'viewBox="10.000 10.000 {67 + half - 10:.3f} 160.000"' in moved
