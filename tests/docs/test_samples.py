"""Samples of Python: those of design notes run as they stand, and what those of pages name of the packages is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from assets.machinery import Input, ItemRunner, Stage, StageRun, write_rows

ROOT = Path(__file__).parents[2]
PACKAGES = ("assets", "diagramloop", "pipelines")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOTES = sorted((ROOT / "design").glob("*.md"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def samples(pages: list[Path]) -> list[Any]:
    return [
        pytest.param(page, code, id=f"{page.stem}-{number}")
        for page in pages
        for number, code in enumerate(BLOCK.findall(page.read_text("utf-8")))
    ]


def ran(page: Path, code: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": f"sample_of_{page.stem}"}
    exec(compile(code, str(page), "exec"), names)
    return names


def named(tree: ast.Module) -> Iterator[str]:
    """The names of the packages in a sample: modules, what it imports from them, attributes of ``diagramloop``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}:{alias.name}" for alias in node.names)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "diagramloop":
            yield f"diagramloop:{node.attr}"


@pytest.mark.parametrize(("page", "code"), samples(NOTES))
def test_every_sample_of_a_note_runs(page: Path, code: str) -> None:
    ran(page, code)


@pytest.mark.parametrize(("page", "code"), samples(PAGES))
def test_what_a_sample_of_a_page_names_is_there(page: Path, code: str) -> None:
    for name in named(ast.parse(code)):
        if re.split(r"[.:]", name)[0] in PACKAGES:
            resolve_name(name) if ":" in name else import_module(name)


def test_the_sample_of_a_stage_makes_its_artifact(tmp_path: Path) -> None:
    names = ran(*next(sample.values for sample in samples(NOTES) if "@stage" in sample.values[1]))
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
