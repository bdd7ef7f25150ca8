"""Conversions in a column of a table: the charts of a file in their JSON form, and what the converter counted."""

from __future__ import annotations

import json

from assets._graphs import from_cell, to_cell
from diagramloop.evaluation.contestants.converters import Conversion


def conversion_cell(conversion: Conversion) -> str:
    """The cell of a conversion."""
    return json.dumps([[to_cell(chart) for chart in conversion.charts], conversion.elements, conversion.left_out])


def conversion_of(cell: str) -> Conversion:
    """The conversion of a cell."""
    charts, elements, left_out = json.loads(cell)
    return Conversion(tuple(map(from_cell, charts)), elements, left_out)
