"""The choice of colours: legible, seeded, and a matter of one chart alone."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import Node
from diagramloop.graph.colours import LEGIBLE, WHITE, contrast
from diagramloop.render.palettes import PALETTES, SINGLE
from diagramloop.render.style import Style, look

NODES = [Node(id=str(i), shape="rect" if i % 5 else "text") for i in range(12)]


@pytest.mark.parametrize("style", Style)
@given(seed=st.integers(0, 10**6), key=st.text(max_size=8))
def test_everything_written_is_legible(style: Style, seed: int, key: str) -> None:
    chosen = look(style, NODES, seed, key)
    assert all(contrast(ink.text, ink.fill) >= LEGIBLE for ink in (*chosen.nodes, chosen.group, chosen.label))
    assert contrast(chosen.line, WHITE) >= LEGIBLE


@given(seed=st.integers(0, 10**6))
def test_single_takes_one_colour_and_multi_one_palette(seed: int) -> None:
    (fill,) = {
        ink.fill
        for ink, node in zip(look(Style.SINGLE, NODES, seed, "k").nodes, NODES, strict=True)
        if node.shape == "rect"
    }
    assert fill in SINGLE
    filled = {
        ink.fill
        for ink, node in zip(look(Style.MULTI, NODES, seed, "k").nodes, NODES, strict=True)
        if node.shape == "rect"
    }
    assert any(filled <= set(palette) for palette in PALETTES.values())


def test_over_many_charts_every_colour_and_palette_is_used() -> None:
    singles = {look(Style.SINGLE, NODES[1:2], 0, str(key)).nodes[0].fill for key in range(1_000)}
    assert singles == set(SINGLE)
    assert len({look(Style.MULTI, NODES[1:2], 0, str(key)).group for key in range(2_000)}) >= 30


def test_mono_is_black_and_white() -> None:
    chosen = look(Style.MONO, NODES, 0, "k")
    inks = (*chosen.nodes, chosen.group, chosen.label)
    assert {c for ink in inks for c in (ink.fill, ink.stroke, ink.text)} | {chosen.line} == {"#000000", "#ffffff"}


def test_the_choice_is_the_same_in_every_process() -> None:
    code = (
        "from diagramloop.render.style import *; from diagramloop.graph import Node;"
        "print(look(Style.MULTI, [Node(id=str(i)) for i in range(9)], 5, 'chart'))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": h, "PYTHONPATH": "."}, capture_output=True, check=True
        )
        for h in ("1", "2")
    ]
    assert (
        runs[0].stdout
        == runs[1].stdout
        == f"{look(Style.MULTI, [Node(id=str(i)) for i in range(9)], 5, 'chart')}\n".encode()
    )
