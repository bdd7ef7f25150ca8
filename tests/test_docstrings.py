"""Docstrings say what they describe: they begin with a verb or a noun, and with no question."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
QUESTIONS = {"What", "How", "Where", "Whether", "As"}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def first_words(text: str) -> Iterator[tuple[int, str]]:
    """The line of each docstring and its first word, without punctuation."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, DOCUMENTED) and (said := ast.get_docstring(node)):
            yield node.body[0].lineno, said.split()[0].strip(".,:;")


def questions(text: str) -> list[int]:
    return [line for line, word in first_words(text) if word in QUESTIONS]


def test_no_docstring_begins_with_a_question() -> None:
    listed = subprocess.run(["git", "ls-files", "-z", "*.py"], cwd=ROOT, check=True, capture_output=True, text=True)
    names = [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    assert len(names) > 1000  # the list of files is there
    found = {name: questions((ROOT / name).read_text(encoding="utf-8")) for name in names}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(("word", "found"), [("What", [3]), ("Whether,", [3]), ("Return", []), ("Whatever", [])])
def test_the_check_sees_the_first_word_alone(word: str, found: list[int]) -> None:
    text = f'"""A module. What it is."""\ndef f():\n    """{word} there is."""\n'
    assert questions(text) == found
