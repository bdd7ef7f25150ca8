"""Public files as people have them, which are not ours to keep: held against a second count."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from diagramloop.graph._format import Format
from diagramloop.graph.account import LINES, PAGES, SHAPES, Census, Read, explained_in


def public_files(suffix: str) -> list[Path]:
    """Those of a format, in their order; skips where there are none."""
    folder = Path(os.environ.get("DIAGRAMLOOP_REAL_DATA", "")) / "wild" / "files"
    files = sorted(folder.glob(f"*{suffix}")) if os.environ.get("DIAGRAMLOOP_REAL_DATA") else []
    if not files:
        pytest.skip(f"no public files {suffix}: set DIAGRAMLOOP_REAL_DATA")
    return files


def check_account(format: Format, document: str | bytes) -> Read:
    """The reading of a document, of which charts and reasons are all that a census of it counts, and no more."""
    assert format.charts is not None
    assert format.census is not None
    read, census = format.charts(document), format.census(document)
    assert len(read.charts) + explained_in(read.left_out)[PAGES] == len(census)
    for chart in read.charts:
        left_out = explained_in(chart.left_out)
        accounted = Census(*(chart.elements[kind] + left_out[kind] for kind in (SHAPES, LINES)))
        assert accounted == census[chart.number - 1], (chart.name, chart.left_out)
    assert format.read(document) == read.graph
    return read
