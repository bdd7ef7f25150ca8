"""Guides show the code of the examples, as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.scripts.shown_code import stale_pages, with_code

ROOT = Path(__file__).parents[2]


def test_every_guide_shows_the_examples_as_they_are() -> None:
    assert not stale_pages()


def test_no_page_shows_a_raw_mark() -> None:
    raw = [path.name for path in (ROOT / "docs").rglob("*.md") if "--8<--" in path.read_text("utf-8")]
    assert not raw


def test_a_block_is_made_of_its_file() -> None:
    page = "a\n<!-- code: mine.py:parser -->\n```python\nold\n```\nb\n"
    made = with_code(page)
    assert "def parse(" in made
    assert "\nold\n" not in made
    assert made.startswith("a\n<!--")
    assert made.endswith("```\nb\n")
    assert with_code(made) == made


def test_a_part_that_there_is_not_is_told() -> None:
    with pytest.raises(ValueError, match="no part 'nothing'"):
        with_code("<!-- code: mine.py:nothing -->\n```python\n```\n")
