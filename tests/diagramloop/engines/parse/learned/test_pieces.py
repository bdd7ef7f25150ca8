"""Pieces are what scipy calls connected, corners too."""

from __future__ import annotations

import numpy as np
import scipy
from hypothesis import given
from hypothesis.extra.numpy import arrays

from diagramloop.engines.parse.learned.pieces import connected


@given(arrays(bool, (7, 9)))
def test_pieces_are_those_of_scipy(mask: np.ndarray) -> None:
    wanted, count = scipy.ndimage.label(mask, np.ones((3, 3)))
    parts, pieces = connected(mask)
    assert len(pieces) == count
    for number, (rows, columns) in enumerate(pieces, start=1):
        assert (parts[rows, columns] == number).all()
        cells = list(zip(rows.tolist(), columns.tolist(), strict=True))
        assert cells == list(map(tuple, np.argwhere(wanted == wanted[cells[0]]).tolist()))
    assert ((parts > 0) == mask).all()
