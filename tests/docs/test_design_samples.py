"""Samples of code in the design notes run as they stand, and a sample of a stage makes its artifact."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from assets.machinery import Input, ItemRunner, Stage, StageRun, write_rows

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOTES = sorted((ROOT / "design").glob("*.md"))
SAMPLES = [(note, code) for note in NOTES for code in BLOCK.findall(note.read_text("utf-8"))]


def ran(note: Path, code: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": f"sample_of_{note.stem}"}
    exec(compile(code, str(note), "exec"), names)
    return names


@pytest.mark.parametrize(("note", "code"), SAMPLES, ids=lambda value: value.stem if isinstance(value, Path) else "")
def test_every_sample_runs(note: Path, code: str) -> None:
    ran(note, code)


def test_the_sample_of_a_stage_makes_its_artifact(tmp_path: Path) -> None:
    names = ran(*next(sample for sample in SAMPLES if "@stage" in sample[1]))
    (sample,) = (value for value in names.values() if isinstance(value, Stage))
    charts, out = tmp_path / "charts", tmp_path / sample.name
    charts.mkdir()
    out.mkdir()
    schema = pa.schema([("id", pa.string()), ("mermaid", pa.string())])
    write_rows(charts, [{"id": "a", "mermaid": "flowchart"}], schema)
    items = ItemRunner(sample.name, tmp_path / "items.sqlite", "v1")
    report = sample.body(StageRun({"source": "mine"}, {}, {"charts": (Input({}, charts),)}, None, out, items))
    assert (report.items, report.done) == (1, 1)
    assert pq.read_table(out)["characters"].to_pylist() == [len("flowchart")]
