"""Items on their way: never more bytes of them than there is room for, and each of them until it has an end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assets.machinery.on_ray.crew import Lost
from assets.machinery.on_ray.handing_out import MOST_LOSSES, Task, Waiting
from assets.machinery.store import Entry

SIZES = st.lists(st.integers(0, 3_000), max_size=30)
OVERHEAD_BYTES = 40  # of an item that is packed, at most


def drained(waiting: Waiting) -> list[Task]:
    return list(iter(waiting.next, None))


@given(SIZES, st.integers(100, 5_000))
def test_no_more_bytes_are_out_than_there_is_room_for(sizes: list[int], room: int) -> None:
    waiting = Waiting(((str(n), b"x" * size) for n, size in enumerate(sizes)), room)
    ended: list[str] = []
    while not waiting.exhausted:
        out = drained(waiting)
        assert len(out) <= 1 or sum(len(task.packed) for task in out) <= room
        for task in out:
            waiting.done(task, None)
        ended += [task.key for task in out]
    assert ended == [str(n) for n in range(len(sizes))]  # each once, in order


def test_results_take_room_like_items() -> None:
    waiting = Waiting(((str(n), b"x") for n in range(20)), 1_000)
    first = waiting.next()
    assert first is not None
    waiting.done(first, Entry("done", b"y" * 300))
    assert len(drained(waiting)) == 3  # of such results, four are more than a thousand bytes


def test_who_has_nothing_is_given_one_however_full_it_is() -> None:
    waiting = Waiting(((str(n), b"x" * 500) for n in range(3)), 100)
    assert [waiting.next() is not None, waiting.next() is None] == [True, True]
    assert waiting.next(needed=True) is not None


def test_items_are_taken_from_their_source_when_they_are_handed_out() -> None:
    taken: list[int] = []

    def source() -> object:
        for n in range(1_000):
            taken.append(n)
            yield str(n), b"x" * 100

    waiting = Waiting(source(), 1_000)  # type: ignore[arg-type]
    assert len(drained(waiting)) < len(taken) + 1 < 12


def test_an_item_whose_workers_are_lost_is_handed_out_again_but_not_for_ever() -> None:
    waiting = Waiting(iter([("a", 1)]), 1_000)
    for losses in range(MOST_LOSSES - 1):
        task = waiting.next()
        assert task is not None
        assert task.losses == losses
        assert waiting.lost(task, Lost("gone")) is None
        assert not waiting.exhausted
    last = waiting.next()
    assert last is not None
    ended = waiting.lost(last, Lost("its node is gone"))
    assert ended is not None
    assert ended.died
    assert f"{MOST_LOSSES} workers" in ended.words
    assert "its node is gone" in ended.words
    assert waiting.next() is None
    assert waiting.exhausted
