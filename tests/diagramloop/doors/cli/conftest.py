"""A chart and a picture of it, as files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diagramloop.doors.cli.command import CHART


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    path = tmp_path / "chart.mmd"
    path.write_text(CHART)
    return path
