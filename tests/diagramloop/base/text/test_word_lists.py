"""Word lists: one format, every entry with its origin, parts left out on request."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from diagramloop.base.text.word_lists import Choice, WordLists, remembered
from diagramloop.engines.attribute import attributor
from diagramloop.engines.converse import agent
from diagramloop.engines.extract import extractor
from diagramloop.engines.generate.planning import methodologist, visual_translator
from diagramloop.errors import DiagramloopError

LISTS = [
    ("diagramloop.base.text", "english.yaml"),
    ("diagramloop.engines.extract.embedded", "english.yaml"),
    ("diagramloop.engines.generate.planning.embedded", "english.yaml"),
    ("diagramloop.engines.attribute.embedded", "english.yaml"),
    ("diagramloop.engines.converse.embedded", "english.yaml"),
    ("diagramloop.engines.converse.embedded", "chinese.yaml"),
]
WRITTEN = """
colours:
  language: [red, green]
  miss flodial dev: [off white]
values:
  design: {one: 1}
  miss flodial dev: {two: 2}
pairs:
  size:
    good: 0
    one:
      unknown: [big, "no"]
"""


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WordLists:
    package = tmp_path / "spoken_lists"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "lists.yaml").write_text(WRITTEN, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "spoken_lists", raising=False)
    return WordLists("spoken_lists", "lists.yaml")


def test_origins_are_put_together(lists: WordLists) -> None:
    assert lists["colours"] == ["red", "green", "off white"]
    assert lists["values"] == {"one": "1", "two": "2"}
    assert lists["pairs"] == {"size": {"good": "0", "one": ["big", "no"]}}
    assert lists.words("colours") == {"red", "green", "off white"}


@pytest.mark.parametrize(
    ("without", "left"),
    [
        (["miss"], {"red", "green"}),
        (["miss flodial dev"], {"red", "green"}),
        (["miss paged dev"], {"red", "green", "off white"}),
        (["language"], {"off white"}),
        (["language", "miss"], set()),
    ],
)
def test_origins_are_left_out_by_their_first_word_or_in_full(
    lists: WordLists, without: list[str], left: set[str]
) -> None:
    with Choice({"without": without}).read():
        assert lists.words("colours") == left
        assert lists.phrases("colours") is lists.phrases("colours")
    assert lists.words("colours") == {"red", "green", "off white"}


@pytest.mark.parametrize("option", [{"without": "miss"}, {"without": ["misses"]}, {"with": ["miss"]}, {"without": [1]}])
def test_a_choice_of_something_else_is_refused(option: dict[str, Any]) -> None:
    with pytest.raises(DiagramloopError, match="word_lists takes"):
        Choice(option)


@pytest.mark.parametrize("written", ["[red]", "{language: [red], miss: [green]}", "{language: [red], size: {one: 1}}"])
def test_entries_without_origin_are_refused(lists: WordLists, tmp_path: Path, written: str) -> None:
    (tmp_path / "spoken_lists" / "lists.yaml").write_text(f"colours: {written}\n", "utf-8")
    with pytest.raises(DiagramloopError, match="colours: entries of no origin"):
        lists.words("colours")


def test_what_is_remembered_is_so_for_each_choice(lists: WordLists) -> None:
    asked: list[str] = []

    @remembered(maxsize=4)
    def count(name: str) -> int:
        asked.append(name)
        return len(lists.words(name))

    assert (count("colours"), count("colours")) == (3, 3)
    with Choice({"without": ["miss"]}).read():
        assert count("colours") == 2
    assert count("colours") == 3
    assert asked == ["colours", "colours"]


def _entries(node: Any) -> list[Any]:
    if isinstance(node, dict):
        return [entry for below in node.values() for entry in _entries(below)]
    return [entry for below in node for entry in _entries(below)] if isinstance(node, list) else [node]


@pytest.mark.parametrize(("package", "file"), LISTS)
def test_shipped_lists_hold_words_alone(package: str, file: str) -> None:
    """YAML would make truth values of "off" and "no": they are words here."""
    lists = WordLists(package, file)
    with pytest.raises(KeyError):
        lists["no such list"]
    entries = [entry for read in lists._read.values() for entry in _entries(read)]
    assert entries
    assert all(isinstance(entry, str) and entry.strip() for entry in entries)


def test_off_is_a_preposition() -> None:
    assert "off" in WordLists("diagramloop.engines.generate.planning.embedded", "english.yaml").words("prepositions")


@pytest.mark.parametrize(
    "make",
    [
        lambda option: extractor("embedded", word_lists=option),
        lambda option: attributor("embedded", word_lists=option),
        lambda option: agent("floca", word_lists=option),
        lambda option: methodologist("embedded", word_lists=option),
        lambda option: visual_translator("embedded", word_lists=option),
    ],
)
def test_every_engine_takes_a_choice_and_refuses_another(make: Callable[[Any], object]) -> None:
    assert make({"without": ["miss", "unknown"]})
    with pytest.raises(DiagramloopError, match="word_lists takes"):
        make({"without": ["mistakes"]})
