"""Pages that Mermaid draws, with truth per pixel."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.data.synth.ink_page import BORDER, CONNECTOR, GROUND, HEAD, TEXT, InkPage
from diagramloop.data.synth.printed_page import printed_page


@pytest.fixture(scope="module")
def page() -> InkPage:
    return printed_page("1", most_nodes=6)


def test_each_node_has_letters_within_a_border(page: InkPage) -> None:
    for x0, y0, x1, y1, _ in np.rint(page.nodes).astype(int).tolist():
        own = page.classes[y0:y1, x0:x1]
        depth = min(own.shape) // 4
        assert (own == TEXT).any()
        assert not (own[depth:-depth, depth:-depth] == CONNECTOR).any()
        assert (own == BORDER).sum() > own.shape[0] + own.shape[1]


def test_lines_and_heads_lie_outside_of_nodes_and_have_a_course(page: InkPage) -> None:
    drawn = np.isin(page.classes, (CONNECTOR, HEAD))
    assert (page.inside[drawn] == 0).mean() > 0.95
    assert (page.course[page.classes == CONNECTOR].any(axis=-1)).mean() > 0.95
    assert not page.course[page.classes == GROUND].any()


def test_the_same_seed_gives_the_same_page(page: InkPage) -> None:
    again = printed_page("1", most_nodes=6)
    assert (again.pixels == page.pixels).all()
    assert (again.classes == page.classes).all()
