"""Frequencies and sizes of things on the pages that a network learns from: one distribution, in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Span = tuple[float, float]  # from and to, drawn evenly


@dataclass(frozen=True)
class InkSettings:
    """The distribution of training pages. Shares are probabilities.

    Attributes:
        cell_px: distance of the nodes' places on the page, from which all other sizes follow; even in its logarithm.
        filled_cells: share of places at which a node stands.
        stroke_cells: width of strokes, in cells.
        by_hand: share of pages that are drawn by hand.
    """

    cell_px: Span = (50.0, 380.0)
    filled_cells: Span = (0.45, 0.95)
    node_width_cells: Span = (0.35, 0.85)
    node_height_cells: Span = (0.25, 0.7)
    small_nodes: float = 0.3
    small_node_cells: Span = (0.16, 0.36)
    stroke_cells: Span = (0.007, 0.032)
    least_stroke_px: float = 1.0
    tremble_cells: Span = (0.002, 0.016)
    miss_cells: Span = (0.0, 0.035)
    by_hand: float = 0.65
    papers: Sequence[float] = (0.25, 0.12, 0.4, 0.08, 0.15)  # shares of plain, lined, squared, dotted, whiteboard
    rule_units: Span = (10.0, 40.0)
    pencil: float = 0.3
    photographed: float = 0.55
    exposure: Span = (0.45, 1.0)
    linked: Span = (0.3, 0.7)
    headless: float = 0.06
    two_headed: float = 0.05
    dashed: float = 0.12
    labelled: float = 0.3
    framed: float = 0.35
    text_share: float = 0.88
    head_cells: Span = (0.045, 0.13)
    head_gap_cells: Span = (-0.02, 0.05)
    crossed_out: float = 0.05
    dark: float = 0.15
    filled: float = 0.5
    tilt: float = 0.06
    curl: float = 0.02
    blur_px: Span = (0.0, 1.4)
    noise_levels: Span = (0.0, 7.0)
    jpeg: float = 0.65
    jpeg_quality: tuple[int, int] = (30, 95)
