"""All drawings at once are the drawings one by one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.shapes.shape_drawings import ShapeDrawings
from diagramloop.graph.shape_outlines import SHAPE_DRAWINGS

lengths = st.floats(0, 500)


@given(st.floats(1, 1000), st.floats(1, 1000), st.lists(lengths, min_size=1, max_size=4))
def test_each_shape_with_each_length(w: float, h: float, own: list[float]) -> None:
    drawn = ShapeDrawings(tuple(SHAPE_DRAWINGS)).polygons(w, h, own)
    alone = [draw(w, h, length) for draw in SHAPE_DRAWINGS.values() for length in own]
    for one, other in zip(drawn, alone, strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-9)
