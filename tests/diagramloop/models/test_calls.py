from __future__ import annotations

import json
import os
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models.calls import Call, CallStore, call_key

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_the_key_is_that_of_the_content_not_of_its_layout(body):
    spaced = json.dumps(body, indent=2, ensure_ascii=True).encode()
    tight = json.dumps(body, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode("utf-8", "surrogatepass")
    assert call_key("POST", "/v1/x", spaced) == call_key("post", "/v1/x", tight)


def test_other_paths_and_bodies_have_other_keys():
    keys = {call_key("POST", path, body) for path in ("/a", "/b") for body in (b"{}", b"[]", b"no json", b"\xff")}
    assert len(keys) == 8


def test_the_first_of_two_processes_wins(tmp_path):
    path = tmp_path / "calls.sqlite"
    one, other = CallStore(path), CallStore(path)
    first = one.put("k", Call(b"q", b"a", 1.0))
    assert other.put("k", Call(b"q", b"another", 2.0)) == first
    assert other.size == 1


def test_many_at_once_lose_nothing(tmp_path):
    paths = [tmp_path / f"{number}.sqlite" for number in range(20)]

    def put(number: int) -> None:
        for path in paths:  # which all of them make at once
            store = CallStore(path)
            store.put(str(number), Call(b"", str(number).encode(), 0.0))
            store.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(put, range(8)))
    assert {CallStore(path).size for path in paths} == {8}


def test_the_switch_to_writing_ahead_is_waited_for(tmp_path):
    path = tmp_path / "calls.sqlite"
    other = sqlite3.connect(path, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    with ThreadPoolExecutor(1) as pool:
        made = pool.submit(CallStore, path)
        time.sleep(0.2)
        other.rollback()
        assert made.result(timeout=60).size == 0


def test_an_altered_answer_is_noticed(tmp_path):
    path = tmp_path / "calls.sqlite"
    store = CallStore(path)
    store.put("k", Call(b"q", b"the truth", 1.0))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE calls SET answer = ?", (b"a lie",))
    with pytest.raises(ModelError, match="altered") as caught:
        store.get("k")
    assert caught.value.reason is RejectionReason.ENGINE_FAILED


def test_what_is_no_store_is_an_error(tmp_path: Path):
    path = tmp_path / "calls.sqlite"
    path.write_bytes(b"no database at all, but long enough to be taken for one" * 10)
    with pytest.raises(ModelError, match="no store"):
        CallStore(path)
    with pytest.raises(ModelError, match="to replay"):
        CallStore(tmp_path / "absent", "replay")


FOREIGN = {
    "another program's": "CREATE TABLE bookmarks (url)",
    "other columns": "CREATE TABLE calls (key TEXT PRIMARY KEY, url)",
    "a view without an end": (
        "CREATE VIEW calls AS WITH RECURSIVE n(key, request, answer, seconds, digest) AS "
        "(SELECT 1, 1, 1, 1, 1 UNION ALL SELECT key + 1, 1, 1, 1, 1 FROM n) SELECT * FROM n"
    ),
}


@pytest.mark.parametrize("mode", ["record", "replay"])
@pytest.mark.parametrize("statement", FOREIGN.values(), ids=FOREIGN)
def test_a_strangers_database_is_refused_and_left_as_it_was(tmp_path: Path, statement: str, mode: str):
    path = tmp_path / "calls.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()
    before = path.read_bytes()
    with pytest.raises(ModelError, match="other things") as caught:
        CallStore(path, mode)
    assert caught.value.reason is RejectionReason.ENGINE_FAILED
    assert path.read_bytes() == before


def test_a_store_with_a_strangers_trigger_is_refused(tmp_path: Path):
    path = tmp_path / "calls.sqlite"
    CallStore(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TRIGGER t AFTER INSERT ON calls BEGIN DELETE FROM calls; END")
    with pytest.raises(ModelError, match="other things"):
        CallStore(path)


def test_a_store_that_breaks_off_is_an_error_with_its_reason(tmp_path: Path):
    path = tmp_path / "calls.sqlite"
    store = CallStore(path)
    for number in range(64):
        store.put(str(number), Call(b"q" * 999, b"a" * 999, 0.0))
    store.close()
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"\xff" * (len(content) - 8192))
    broken = CallStore(path)
    with pytest.raises(ModelError, match="no store") as caught:
        [broken.get(str(number)) for number in range(64)]
    assert caught.value.reason is RejectionReason.ENGINE_FAILED


@pytest.mark.parametrize("column", ["request", "answer", "seconds", "digest"])
def test_a_row_of_another_kind_counts_as_altered(tmp_path: Path, column: str):
    path = tmp_path / "calls.sqlite"
    store = CallStore(path)
    store.put("k", Call(b"q", b"a", 1.0))
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE calls SET {column} = NULL")
    with pytest.raises(ModelError, match="altered"):
        store.get("k")


def test_neither_a_pipe_nor_a_folder_is_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", tmp_path):
        with pytest.raises(ModelError, match="not a plain file"):
            CallStore(place)


def test_a_store_that_cannot_be_made_says_so(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(ModelError) as caught:
        CallStore(tmp_path / "file" / "calls.sqlite")
    assert caught.value.reason is RejectionReason.ENGINE_FAILED


@pytest.mark.faults
def test_a_store_that_was_cut_to_nothing_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    path = tmp_path / "calls.sqlite"
    path.touch()
    with pytest.raises(ModelError, match="it is empty") as caught:
        CallStore(path, "replay")
    assert caught.value.reason is RejectionReason.ENGINE_FAILED
    assert CallStore(path).size == 0
    assert f"{path} is empty" in caplog.text


def test_a_new_store_is_no_news(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    CallStore(tmp_path / "calls.sqlite").close()
    CallStore(tmp_path / "calls.sqlite").close()
    assert not caplog.records


def test_threads_share_a_store(tmp_path: Path):
    store = CallStore(tmp_path / "calls.sqlite")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: store.put(str(number), Call(b"", b"", 0.0)), range(64)))
    assert store.size == 64


def test_no_room_for_a_call_is_an_error_with_its_reason(tmp_path: Path):
    store = CallStore(tmp_path / "calls.sqlite")
    store._connection.execute("PRAGMA max_page_count=4")
    with pytest.raises(ModelError, match="full") as caught:
        store.put("k", Call(b"q" * 100_000, b"a", 1.0))
    assert caught.value.reason is RejectionReason.ENGINE_FAILED
