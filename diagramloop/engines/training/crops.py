"""Crops of a page: squares cut at random places, filled up where the page ends."""

from __future__ import annotations

import numpy as np

from diagramloop.data.synth.ink_page import UNSURE, InkPage


def crops_of(page: InkPage, side_px: int, count: int, rng: np.random.Generator) -> list[InkPage]:
    """Squares of ``side_px`` at random places of a page; beyond its end its last pixels go on, and count in no loss."""
    padded = _padded(page, side_px)
    height, width = padded.classes.shape
    corners = [(int(rng.integers(height - side_px + 1)), int(rng.integers(width - side_px + 1))) for _ in range(count)]
    return [cut(padded, left, top, side_px) for top, left in corners]


def cut(page: InkPage, left: int, top: int, side_px: int) -> InkPage:
    """The square with this corner; of its nodes those whose centre it has."""
    part = np.s_[top : top + side_px, left : left + side_px]
    nodes = page.nodes - np.array([left, top, left, top, 0], dtype=np.float32)
    middles = (nodes[:, 0:2] + nodes[:, 2:4]) / 2
    seen = ((middles >= 0) & (middles < side_px)).all(axis=1)
    return InkPage(page.pixels[part], page.classes[part], page.inside[part], page.course[part], nodes[seen])


def _padded(page: InkPage, side_px: int) -> InkPage:
    height, width = page.classes.shape
    beyond = ((0, max(side_px - height, 0)), (0, max(side_px - width, 0)))
    if not any(after for _, after in beyond):
        return page
    return InkPage(
        np.pad(page.pixels, (*beyond, (0, 0)), mode="edge"),
        np.pad(page.classes, beyond, constant_values=UNSURE),
        np.pad(page.inside, beyond, constant_values=UNSURE),
        np.pad(page.course, (*beyond, (0, 0))),
        page.nodes,
    )
