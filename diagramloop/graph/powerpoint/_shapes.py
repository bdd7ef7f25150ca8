"""PowerPoint's preset shapes and line ends, and ours (ECMA-376, presetShapeDefinitions)."""

from __future__ import annotations

from diagramloop.graph._elements import Head, Line

PRESETS = {
    "rect": "rect", "rounded": "roundRect", "stadium": "flowChartTerminator", "fr-rect": "flowChartPredefinedProcess",
    "cyl": "can", "circle": "flowChartConnector", "ellipse": "ellipse", "dbl-circ": "donut",
    "diam": "flowChartDecision", "hex": "hexagon", "lean-r": "flowChartInputOutput", "trap-b": "trapezoid",
    "trap-t": "flowChartManualOperation", "odd": "chevron", "cloud": "cloud", "notch-rect": "flowChartPunchedCard",
    "doc": "flowChartDocument", "docs": "flowChartMultidocument", "delay": "flowChartDelay",
    "h-cyl": "flowChartMagneticDrum", "curv-trap": "flowChartDisplay", "tri": "flowChartExtract",
    "flip-tri": "flowChartMerge", "win-pane": "flowChartInternalStorage", "notch-pent": "snip2SameRect",
    "sl-rect": "flowChartManualInput", "bow-rect": "flowChartOnlineStorage", "cross-circ": "flowChartSummingJunction",
    "hourglass": "flowChartCollate", "flag": "flowChartPunchedTape", "note": "foldedCorner", "brace": "leftBrace",
    "brace-r": "rightBrace", "braces": "bracePair", "bolt": "lightningBolt", "bang": "irregularSeal1",
}  # fmt: skip
"""Of our shapes; one that is not here is a rectangle, and noted."""

_FOREIGN = {
    "flowChartProcess": "rect", "flowChartAlternateProcess": "rounded", "diamond": "diam", "parallelogram": "lean-r",
    "flowChartData": "lean-r", "flowChartPreparation": "hex", "flowChartMagneticDisk": "cyl", "triangle": "tri",
    "flowChartOffpageConnector": "odd", "homePlate": "odd", "flowChartOr": "cross-circ", "snip1Rect": "notch-rect",
}  # fmt: skip
_OURS = {preset: shape for shape, preset in PRESETS.items()} | _FOREIGN

DASHES: dict[str, Line] = dict.fromkeys(("dot", "sysDot", "dash", "sysDash", "lgDash", "dashDot"), "dotted")
HEADS: dict[Head, str] = {"arrow": "triangle", "none": "none", "circle": "oval", "cross": "diamond"}
_HEAD_OF: dict[str, Head] = {"none": "none", "oval": "circle", "diamond": "cross"}
THICK_POINTS = 3.0

_ROUND = frozenset({"ellipse", "flowChartConnector", "donut", "cloud", "flowChartSummingJunction"})
"""Presets that can be glued to at eight places, of which every other one is in the middle of a side."""


def shape_of(preset: str) -> str:
    """Our shape of a preset; empty where we have no word for it."""
    return _OURS.get(preset, "")


def site(preset: str, side: int) -> int:
    """Number of the place to glue to in the middle of a side: 0 above, 1 to the left, 2 below, 3 to the right."""
    return 2 * side if preset in _ROUND else side


def head_of(mark: str | None) -> Head:
    """Our word for a line's end."""
    return "none" if mark is None else _HEAD_OF.get(mark, "arrow")
