"""Parts of a body, and titles outside of frames; whole drawings of each notation stand in ``drawn``."""

from __future__ import annotations

import pytest

from diagramloop.engines.parse.svg_reader import read_svg
from tests.diagramloop.engines.parse.svg_reader.drawn_boxes import NS, boxes


def node(content: str) -> tuple[float, ...]:
    """The box of the node A, with this drawn behind it."""
    both = '<rect x="40" y="40" width="100" height="60" fill="white" stroke="black"/><text x="70" y="75">A</text>'
    graph = read_svg(f'<svg {NS} viewBox="0 0 400 200">{content}{both}</svg>').graph
    assert [n.text for n in graph.nodes] == ["A"]
    return graph.nodes[0].box or ()


COPY = '<rect x="50" y="30" width="100" height="60" fill="white"{}/>'


@pytest.mark.parametrize(
    ("behind", "box"),
    [
        (COPY.format(' stroke="black"'), (40, 30, 150, 100)),
        (COPY.format(""), (40, 40, 140, 100)),  # a shadow
        ('<path d="M140 40L152 34V94L140 100Z" fill="gray"/>', (40, 34, 152, 100)),
        ('<path d="M140 60L152 34V94L140 80Z" fill="gray"/>', (40, 40, 140, 100)),  # at a part of a side
        ('<path d="M46 100V106H146V46H140" fill="none" stroke="black"/>', (40, 40, 146, 106)),
    ],
)
def test_what_belongs_to_a_body_makes_it_larger(behind: str, box: tuple[float, ...]) -> None:
    assert node(behind) == box


def test_a_line_from_a_node_to_itself_is_an_edge_though_it_is_no_sheet() -> None:
    loop = '<path d="M60 80V130H100V80" fill="none" stroke="black"/>'
    assert [(e.source, e.target) for e in boxes(loop).graph.edges] == [("N1", "N1")]


def frame(*titles: str) -> list[str]:
    inner = '<rect x="60" y="70" width="80" height="30" fill="none" stroke="black"/><text x="80" y="90">in</text>'
    around = '<rect x="40" y="40" width="300" height="120" fill="none" stroke="black"/>'
    other = '<rect x="200" y="70" width="80" height="30" fill="none" stroke="black"/><text x="220" y="90">too</text>'
    return [
        g.text
        for g in read_svg(f'<svg {NS} viewBox="0 0 400 220">{around}{inner}{other}{"".join(titles)}</svg>').graph.groups
    ]


@pytest.mark.parametrize(
    "place", ['x="40" y="36"', 'x="190" y="36" text-anchor="middle"', 'x="340" y="174" text-anchor="end"']
)
def test_a_title_stands_outside_of_its_frame_where_a_side_begins_is_centred_or_ends(place: str) -> None:
    assert frame(f"<text {place}>Outer</text>") == ["Outer"]


@pytest.mark.parametrize("place", ['x="226" y="36"', 'x="40" y="18"'])
def test_a_text_that_is_not_aligned_or_far_away_is_no_title(place: str) -> None:
    assert frame(f"<text {place}>Elsewhere</text>") == [""]


def test_a_title_within_a_frame_goes_before_one_outside() -> None:
    assert frame('<text x="46" y="56">Inner</text>', '<text x="40" y="36">Outer</text>') == ["Inner"]


def test_a_line_from_border_to_border_of_a_frame_parts_it_and_is_no_edge() -> None:
    rooms = "".join(
        f'<rect x="{x}" y="60" width="80" height="40" fill="none" stroke="black"/><text x="{x + 9}" y="84">{x}</text>'
        for x in (60, 240)
    )
    around = '<rect x="40" y="20" width="320" height="120" fill="none" stroke="black"/><text x="46" y="36">two</text>'
    edge = '<path d="M140 80H240" fill="none" stroke="black"/>'
    rule = '<path d="M40 50H360" fill="none" stroke="black"/>'
    graph = read_svg(f'<svg {NS} viewBox="0 0 400 160">{around}{rooms}{rule}{edge}</svg>').graph
    assert [(e.source, e.target) for e in graph.edges] == [("N1", "N2")]
