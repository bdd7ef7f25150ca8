"""Crops of a page."""

from __future__ import annotations

import numpy as np
from drawn_pages import boxes_page
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.data.synth.ink_page import UNSURE
from diagramloop.engines.training.crops import crops_of, cut


def test_a_crop_is_a_part_of_its_page_and_keeps_the_nodes_whose_centre_it_has() -> None:
    page = boxes_page("a", 128)
    crop = cut(page, 16, 32, 64)
    assert (crop.pixels == page.pixels[32:96, 16:80]).all()
    assert (crop.course == page.course[32:96, 16:80]).all()
    for node in page.nodes:
        moved = node - np.array([16, 32, 16, 32, 0], dtype=np.float32)
        centre = (moved[:2] + moved[2:4]) / 2
        assert (moved.tolist() in crop.nodes.tolist()) == bool(((centre >= 0) & (centre < 64)).all())


@given(st.integers(0, 99), st.integers(40, 120), st.integers(1, 3))
def test_crops_have_their_side_and_what_is_beyond_the_page_counts_in_no_loss(seed: int, side: int, count: int) -> None:
    page = boxes_page(str(seed), 96)
    crops = crops_of(page, side, count, np.random.default_rng(seed))
    assert len(crops) == count
    for crop in crops:
        assert crop.pixels.shape == (side, side, 3)
        beyond = max(side - 96, 0)
        assert (crop.classes == UNSURE).sum() == (crop.inside == UNSURE).sum() == side**2 - (side - beyond) ** 2
