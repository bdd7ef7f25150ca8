from __future__ import annotations

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowbench.errors import ModelError, RejectionReason
from flowbench.models.calls import Call, CallStore, call_key

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
    path = tmp_path / "calls.sqlite"
    CallStore(path).close()

    def put(number: int) -> None:
        store = CallStore(path)
        store.put(str(number), Call(b"", str(number).encode(), 0.0))
        store.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(put, range(64)))
    assert CallStore(path).size == 64


def test_an_altered_answer_is_noticed(tmp_path):
    path = tmp_path / "calls.sqlite"
    store = CallStore(path)
    store.put("k", Call(b"q", b"the truth", 1.0))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE calls SET answer = ?", (b"a lie",))
    with pytest.raises(ModelError, match="altered") as caught:
        store.get("k")
    assert caught.value.reason is RejectionReason.INVALID


def test_what_is_no_store_is_an_error(tmp_path: Path):
    path = tmp_path / "calls.sqlite"
    path.write_bytes(b"no database at all, but long enough to be taken for one" * 10)
    with pytest.raises(ModelError, match="no store"):
        CallStore(path)
    with pytest.raises(ModelError, match="to replay"):
        CallStore(tmp_path / "absent", "replay")
