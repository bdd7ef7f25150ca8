"""A log that only grows: whole lines, whatever is killed or written beside it."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from diagramloop.base import journal
from diagramloop.base.journal import Journal, TypedJournal
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason


def test_lines_come_back_in_order(tmp_path: Path) -> None:
    log = Journal(tmp_path / "new/folder/log")
    assert log.lines() == []
    for line in (b"one", b"", b"t\xffo"):
        log.append(line)
    assert log.lines() == [b"one", b"", b"t\xffo"]


def test_an_unfinished_line_is_written_over(tmp_path: Path) -> None:
    log = Journal(tmp_path / "log")
    log.append(b"one")
    with log.path.open("ab") as file:
        file.write(b"tw")
    assert log.lines() == [b"one"]
    log.append(b"three")
    assert log.path.read_bytes() == b"one\nthree\n"


def test_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda at: Journal(tmp_path / "log").append(b"%d" % at * 100), range(100)))
    assert sorted(Journal(tmp_path / "log").lines()) == sorted(b"%d" % at * 100 for at in range(100))


def test_a_full_log_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MAX_BYTES", 5)
    log = Journal(tmp_path / "log")
    log.append(b"four")
    with pytest.raises(DiagramloopError) as caught:
        log.append(b"")
    assert caught.value.reason is RejectionReason.TOO_LARGE
    assert log.lines() == [b"four"]


def test_neither_a_pipe_nor_a_folder_is_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", tmp_path):
        with pytest.raises(DiagramloopError, match="no plain file") as caught:
            Journal(place)
        assert caught.value.reason is RejectionReason.INVALID
    log = Journal(tmp_path / "log")
    (tmp_path / "pipe").rename(log.path)
    for use in (log.lines, lambda: log.append(b"line")):
        with pytest.raises(DiagramloopError, match="no plain file"):
            use()


@dataclass(frozen=True)
class Word:
    text: str
    parts: tuple[str, ...] = ()
    why: RejectionReason | None = None


def words(path: Path) -> TypedJournal[Word]:
    return TypedJournal(path, TypeAdapter(Word), "word", ModelError)


def test_entries_come_back_as_what_they_are(tmp_path: Path) -> None:
    log = words(tmp_path / "log")
    said = [Word("tea"), Word("ü\n", ("a", ""), RejectionReason.EMPTY)]
    for one in said:
        log.append(one)
    assert list(words(tmp_path / "log").entries()) == said
    assert log.entry({"text": "tea", "parts": ["a"]}) == Word("tea", ("a",))
    assert len(list(log.entries())) == 2


def test_half_a_letter_does_not_break_a_log(tmp_path: Path) -> None:
    log = words(tmp_path / "log")
    log.append(Word("a\ud800b"))
    assert [one.text for one in log.entries()] == ["a?b"]


@pytest.mark.parametrize("line", [b"{", b'{"text": 3}', b'{"text": "\xff"}', b"[]", b""])
def test_a_line_that_is_no_entry_is_named(tmp_path: Path, line: bytes) -> None:
    words(tmp_path / "log").append(Word("tea"))
    Journal(tmp_path / "log").append(line)
    with pytest.raises(ModelError, match="line 2 of log is no word") as caught:
        list(words(tmp_path / "log").entries())
    assert caught.value.reason is RejectionReason.INVALID


@pytest.mark.parametrize("raw", [{"text": 3}, {}, None, {"text": object()}, {"text": "\ud800"}, {1: 2, "1": 3}])
def test_plain_values_that_are_no_entry_are_refused(tmp_path: Path, raw: object) -> None:
    with pytest.raises(ModelError, match="no word: "):
        words(tmp_path / "log").entry(raw)
    assert not (tmp_path / "log").exists()
