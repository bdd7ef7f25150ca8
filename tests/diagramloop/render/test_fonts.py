"""No font of the machine takes part in a picture: another machine has others, and draws the same bytes."""

from __future__ import annotations

import pytest

from diagramloop.data.synth import drawn, look_named
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render.fonts import FAMILY
from diagramloop.render.sanitised_svg import rasterised, sanitised

NAMES = ("Arial", "DejaVu Sans", "DejaVu Serif", "Liberation Sans, Arial", "monospace", "serif", "'Times New Roman'")


def written(family: str, slant: str, weight: str) -> bytes:
    look = f'font-style="{slant}" font-weight="{weight}" font-family="{family}"'
    text = f'<text x="9" y="30" font-size="20" {look}>Gag</text>'
    return rasterised(sanitised(f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40">{text}</svg>'), 90, 40)


@pytest.mark.parametrize("weight", ["normal", "bold"])
@pytest.mark.parametrize("slant", ["normal", "italic"])
@pytest.mark.parametrize("family", NAMES)
def test_every_family_is_the_shipped_one(family: str, slant: str, weight: str) -> None:
    assert written(family, slant, weight) == written(FAMILY, "normal", weight)


def test_a_text_that_speaks_of_fonts_stays_as_it_is() -> None:
    begin = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="40"><text y="30"> font-family='
    one, other = (rasterised(sanitised(f'{begin}"{name}"</text></svg>'), 300, 40) for name in "xy")
    assert one != other


@pytest.mark.parametrize("theme", ["cream", "default"])
def test_a_theme_draws_the_same_twice(theme: str) -> None:
    graph = read_mermaid("flowchart TD\n a([start]) --> b[end]")
    look = look_named("theme", {"theme": theme})
    one, other = (drawn(graph, look, "seed") for _ in range(2))
    assert (one.png, one.svg) == (other.png, other.svg)
    assert FAMILY in one.svg
    assert "trebuchet" not in one.svg
