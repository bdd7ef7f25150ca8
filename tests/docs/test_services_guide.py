"""The lines that the guide on services shows for a notebook run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.diagramloop.doors.services.asked_pictures import MERMAID, picture

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "services.md"


def test_the_lines_for_a_notebook_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "chart.png").write_bytes(picture())
    (tmp_path / "gold.mmd").write_text(MERMAID, encoding="utf-8")
    (tmp_path / "paper.md").write_text(f"```mermaid\n{MERMAID}```\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(code, names)
    assert (tmp_path / "chart.drawio").is_file()
    assert repr(names["reading"]).startswith("Reading(3 nodes, 2 edges")
