"""Maps that a network makes of a page: classes of pixels, insides and middles of nodes, courses of lines.

It stands on the blackboard's environment, for whichever agent wants it; where it comes from is told nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

INK_CLASSES = ("ground", "connector", "head", "border", "text", "frame")
NODE_KINDS = ("rectangle", "diamond", "ellipse", "other")

Map = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class InkMaps:
    """Maps over a page, coarser than its pixels.

    Attributes:
        classes: probabilities of INK_CLASSES, shape (h, w, 6).
        inside: probability that a pixel is inside of a node or on its border, shape (h, w).
        course: vector x, y along a line towards its head, the shorter the less sure, shape (h, w, 2).
        centre: probability that a node's middle is here, shape (k, l).
        size: width and height of that node in pixels of the page, shape (k, l, 2).
        kind: probabilities of NODE_KINDS, shape (k, l, 4).
        page: height and width of the page in pixels.
    """

    classes: Map
    inside: Map
    course: Map
    centre: Map
    size: Map
    kind: Map
    page: tuple[int, int]

    def at_cells(self, *names: str) -> Map:
        """Probability of any of the classes ``names``, shape (h, w)."""
        channels = [INK_CLASSES.index(name) for name in names]
        return np.asarray(self.classes[:, :, channels].sum(axis=2), np.float32)

    def on_page(self, *names: str) -> Map:
        """Probability of any of the classes ``names`` at each pixel of the page, shape (height, width)."""
        height, width = self.page
        return np.asarray(
            cv2.resize(self.at_cells(*names), (width, height), interpolation=cv2.INTER_LINEAR), np.float32
        )

    def cell_px(self, values: NDArray[np.float32]) -> NDArray[np.float64]:
        """Pixels of the page per cell of one of the maps: along x, along y."""
        return np.array([self.page[1] / values.shape[1], self.page[0] / values.shape[0]])
