"""Connected pieces of a mask."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.intp]
Piece = tuple[Numbers, Numbers]  # rows and columns, from above to below


def connected(mask: NDArray[np.bool_]) -> tuple[NDArray[np.int32], list[Piece]]:
    """The number of the piece at each cell, 0 for none, and the pieces from the first on; corners touch."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    pieces = []
    for number in range(1, count):
        x, y, wide, high, _ = stats[number].tolist()
        rows, columns = np.nonzero(parts[y : y + high, x : x + wide] == number)
        pieces.append((rows + y, columns + x))
    return np.asarray(parts, np.int32), pieces
