"""Reports of stages: they say whether they add up, and survive writing."""

from __future__ import annotations

from pathlib import Path

import pytest

from assets.machinery import StageReport


@pytest.mark.parametrize(
    ("rejected", "adds_up"), [({}, False), ({"empty": 1}, True), ({"empty": 1, "syntax": 1}, False)]
)
def test_reports_know_whether_they_add_up_and_survive_writing(
    rejected: dict[str, int], adds_up: bool, tmp_path: Path
) -> None:
    report = StageReport(3, 2, rejected, {"f1": 0.5, "absent": None}, b"png")
    assert report.adds_up is adds_up
    report.write(tmp_path)
    assert StageReport.read(tmp_path) == report
