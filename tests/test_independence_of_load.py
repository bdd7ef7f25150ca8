"""No test may fail because the machine is busy: pages are read by assertions that wait, clocks by two modules only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time"}
KEEPERS = {"patience.py", "processor_time.py"}
READ_AT_ONCE = {
    *("all_inner_texts", "all_text_contents", "bounding_box", "count", "get_attribute", "inner_html", "inner_text"),
    *("input_value", "is_checked", "is_disabled", "is_enabled", "is_hidden", "is_visible", "text_content"),
}


def attributes(tree: ast.AST) -> set[str]:
    return {part.attr for part in ast.walk(tree) if isinstance(part, ast.Attribute)}


@pytest.mark.parametrize("module", sorted(TESTS.rglob("*_in_browser.py")), ids=lambda path: path.stem)
def test_no_page_is_asserted_upon_before_it_has_settled(module: Path) -> None:
    asserted = [part for part in ast.walk(ast.parse(module.read_text())) if isinstance(part, ast.Assert)]
    assert [part.lineno for part in asserted if attributes(part) & READ_AT_ONCE] == []


def test_only_these_modules_look_at_a_clock() -> None:
    modules = [path for path in TESTS.rglob("*.py") if path.name not in KEEPERS]
    assert [str(path) for path in modules if attributes(ast.parse(path.read_text())) & CLOCKS] == []
