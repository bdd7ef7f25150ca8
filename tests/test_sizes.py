"""No file and no function of the project is longer than a person takes in."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILE_LINES, FUNCTION_LINES = 300, 45


def modules() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z", "*.py"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def too_long(text: str) -> list[str]:
    """Names of the functions that are too long, and ``file`` if all of it is."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = [f.name for f in functions if (f.end_lineno or f.lineno) - f.lineno >= FUNCTION_LINES]
    return long + (["file"] if len(text.splitlines()) > FILE_LINES else [])


def test_every_file_and_every_function_is_short_enough() -> None:
    found = {str(path.relative_to(ROOT)): too_long(path.read_text(encoding="utf-8")) for path in modules()}
    assert len(found) > 1000  # the list of files is there
    assert {name: long for name, long in found.items() if long} == {}


@pytest.mark.parametrize(("more", "found"), [(0, []), (1, ["f", "file"])])
def test_the_check_sees_one_line_too_many(more: int, found: list[str]) -> None:
    function = "def f():\n" + "    x = 1\n" * (FUNCTION_LINES - 1 + more)
    assert too_long(function + "y = 2\n" * (FILE_LINES - FUNCTION_LINES)) == found
