"""The account of models goes with its item: the same bytes whoever did the work, however often it was broken off."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.machinery import ItemRunner, LocalWorkers, Row, read_heard, read_rejected
from assets.machinery.heard import HEARD, packed, write_heard
from assets.machinery.store import Entry
from assets.machinery.work import encode, heard_in
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.answers import AnswerCounts, Choice, UnreadAnswer, accounted, hear
from diagramloop.models.answers.account import LONGEST_KEPT, MOST_KEPT, Account
from diagramloop.models.chat import Reply

SCHEMA = pa.schema([("id", pa.string())])
ITEMS: list[Row] = [{"id": f"{number:02d}", "n": number} for number in range(8)]
TEXTS = st.text(st.characters(), max_size=20)  # lone surrogates among them
WANTED = Choice("way", {"W1": "", "W2": ""})


def say(answer: str, times: int) -> None:
    for _ in range(times):
        hear(Reply(answer), "matcher", (), WANTED)


def work(item: Row) -> list[Row]:
    """So many answers as the item's number, every second item none that says anything; 5 is refused, 6 breaks."""
    say("Hm. \ud800" if item["n"] % 2 else '{"way": "W1"}', item["n"])
    if item["n"] == 5:
        raise DiagramloopError("five", reason=RejectionReason.UNREADABLE)
    if item["n"] == 6:
        raise ZeroDivisionError("six")
    return [{"id": item["id"]}]


def stream(items: Iterator[Row]) -> Iterator[list[Row] | DiagramloopError]:
    for item in items:
        try:
            yield work(item)
        except DiagramloopError as error:
            yield error
        except ZeroDivisionError as error:
            yield DiagramloopError(str(error), reason=RejectionReason.ENGINE_FAILED)


def run(folder: Path, name: str, items: list[Row] = ITEMS, workers: int = 0) -> Path:
    out = folder / name
    out.mkdir()
    with LocalWorkers(workers) as pool:
        ItemRunner("test", folder / "store.sqlite", "v1", pool).for_each(work, items, {}, SCHEMA, out)
    return out


def test_every_item_has_its_account_done_or_not(tmp_path: Path) -> None:
    out = run(tmp_path, "out")
    accounts = {item.id: item for item in read_heard(out)}
    assert accounts.keys() == {item["id"] for item in ITEMS[1:]}  # of the first, no model was asked
    assert {row["id"] for row in read_rejected(out)} == {"05", "06"}
    for item in ITEMS[1:]:
        account, number = accounts[item["id"]], item["n"]
        unread = number if number % 2 else 0
        assert account.roles == {"matcher": AnswerCounts(number, number - unread, 0, unread, 0, number)}
        assert [answer.text for answer in account.unread] == ["Hm. \ud800"] * unread


@pytest.mark.parametrize("workers", [0, 2])
def test_a_run_that_goes_on_has_the_bytes_of_one_that_was_not_broken_off(tmp_path: Path, workers: int) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    whole.mkdir()
    part.mkdir()
    wanted = run(whole, "out")
    run(part, "before", ITEMS[::3])
    resumed = run(part, "out", workers=workers)
    names = sorted(path.name for path in wanted.iterdir())
    assert f"{HEARD}.parquet" in names
    assert {name: (resumed / name).read_bytes() for name in names} == {
        name: (wanted / name).read_bytes() for name in names
    }


def test_a_stream_counts_by_item(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    ItemRunner("test", tmp_path / "streamed.sqlite", "v1").stream(stream, ITEMS, {}, SCHEMA, out)
    assert read_heard(out) == read_heard(run(tmp_path, "each"))


def test_where_no_model_was_asked_everything_is_as_it_was(tmp_path: Path) -> None:
    out = run(tmp_path, "out", ITEMS[:1])
    assert not (out / f"{HEARD}.parquet").exists()
    assert read_heard(out) == []
    rows = [{"id": "a"}]
    assert encode(rows, SCHEMA) == encode(rows, SCHEMA, packed(Account()))


@settings(max_examples=40, deadline=None)
@given(answers=st.lists(st.tuples(TEXTS, TEXTS, TEXTS), max_size=2 * MOST_KEPT))
def test_no_text_of_a_model_breaks_the_table(
    answers: list[tuple[str, str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    account = Account()
    for role, text, why in answers:
        account.add(role, AnswerCounts(asked=1, unread=1), UnreadAnswer(role, text[:LONGEST_KEPT], why))
    folder = tmp_path_factory.mktemp("heard")
    write_heard(folder, {"a": packed(account)} if answers else {})
    for item in read_heard(folder):
        assert (dict(item.roles), list(item.unread)) == (account.roles, account.unread)
    assert len(read_heard(folder)) == bool(answers)


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "{",
        "[" * 100_000,
        "[]",
        '{"roles": {"a": {"asked": -1}}, "unread": []}',
        '{"roles": {"a": {"asked": "9"}}, "unread": []}',
        '{"roles": {"a": {"tokens": 9}}, "unread": []}',
        '{"roles": {}, "unread": [["one"]]}',
        json.dumps({"roles": {"a": {}}, "unread": [["a", "b" * 1_000_000, "c"]]}),
    ],
)
def test_what_no_process_of_ours_wrote_is_no_account(forged: str, tmp_path: Path) -> None:
    write_heard(tmp_path, {"a": forged})
    assert read_heard(tmp_path) == []


def test_an_entry_whose_metadata_are_no_text_is_read() -> None:
    with accounted() as account:
        say("Hm.", 1)
    assert json.loads(packed(account))["roles"]["matcher"]["unread"] == 1
    schema = SCHEMA.with_metadata({HEARD: b"\xff"})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema):
        pass

    assert heard_in(Entry("done", sink.getvalue().to_pybytes())) == "\ufffd"
