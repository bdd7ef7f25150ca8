"""The examples in docstrings run, each by itself, and say what they say."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LEAST_FUNCTIONS = 40  # that a user calls first
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for package in ("assets", "diagramloop")
    for path in (ROOT / package).rglob("*.py")
    if ">>> " in path.read_text("utf-8")
)


def examples() -> list[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    return [test for name in MODULES for test in finder.find(import_module(name)) if test.examples]


@pytest.mark.parametrize("test", examples(), ids=lambda test: test.name)
def test_an_example_says_what_it_says(test: doctest.DocTest) -> None:
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert not said, "".join(said)


def test_what_a_user_calls_first_has_an_example() -> None:
    assert len(examples()) >= LEAST_FUNCTIONS
