"""Dots: where they lie, how they look, and the numbers below them."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from diagramloop.report import Dot, Scatter, write_site
from diagramloop.report._plot import HEIGHT, WIDTH

share = st.floats(0, 1)
scatters = st.builds(
    Scatter,
    *(st.just(name) for name in ("c", "x", "y", "v")),
    st.lists(st.builds(Dot, st.text(), share, share, share)).map(tuple),
)


@given(scatters)
def test_every_dot_is_on_the_drawing_and_counted_once(scatter: Scatter) -> None:
    assert all(0 <= float(x) <= WIDTH and 0 <= float(y) <= HEIGHT for x, y, *_ in scatter.placed)
    assert sum(int(texts[0]) for _, texts in scatter.table) == len(scatter.placed) == len(scatter.dots)


def test_a_value_decides_the_look() -> None:
    dots = tuple(Dot(str(value), 0.5, 0.5, value) for value in (0.0, 0.19, 0.2, 0.99, 1.0))
    assert [dot.band for dot in dots] == [0, 0, 1, 4, 4]
    assert len({Scatter.radius(band) for band in range(5)}) == 5  # also without colours
    assert [name for name, _ in Scatter("c", "x", "y", "v", dots).table] == [
        *("0.0 to 0.2", "0.2 to 0.4", "0.4 to 0.6", "0.6 to 0.8", "0.8 to 1.0")
    ]


def test_larger_is_to_the_right_and_up() -> None:
    low, high = Scatter("c", "x", "y", "v", (Dot("l", 0.2, 0.3, 1.0), Dot("h", 0.4, 0.9, 1.0))).placed
    assert float(low[0]) < float(high[0])
    assert float(low[1]) > float(high[1])


def test_names_from_outside_are_text(tmp_path: Path) -> None:
    page = write_site(tmp_path, [], [], {}, figures=[Scatter("c", "x", "y", "v", (Dot("<evil>", 0.1, 0.2, 0.3),))])
    assert "&lt;evil&gt;: 0.100, 0.200, 0.300" in page.read_text()
    assert "<evil>" not in page.read_text()
