"""Dialogues and readings, kept apart."""

from __future__ import annotations

import threading
import time

import pytest

from diagramloop.doors.serve._sessions import Sessions
from diagramloop.errors import DiagramloopError, RejectionReason


def test_each_has_its_own() -> None:
    sessions: Sessions[list[str]] = Sessions()
    one, other = sessions.begin([]), sessions.begin([])
    assert one != other
    with sessions.using(one) as kept:
        kept.append("said")
    with sessions.using(one) as kept, sessions.using(other) as apart:
        assert (kept, apart) == (["said"], [])


def test_the_longest_unused_is_dropped() -> None:
    sessions: Sessions[list[str]] = Sessions(most=3)
    ids = [sessions.begin([]) for _ in range(3)]
    with sessions.using(ids[0]):
        pass
    ids.append(sessions.begin([]))
    for id in (ids[0], ids[2], ids[3]):
        with sessions.using(id):
            pass
    with pytest.raises(DiagramloopError, match="not kept") as error, sessions.using(ids[1]):
        pass
    assert error.value.reason is RejectionReason.MISSING


def test_one_request_of_a_page_after_the_other() -> None:
    sessions: Sessions[list[int]] = Sessions()
    id = sessions.begin([])

    def slowly_count() -> None:
        with sessions.using(id) as kept:
            before = len(kept)
            time.sleep(0.01)
            kept.append(before)

    threads = [threading.Thread(target=slowly_count) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with sessions.using(id) as kept:
        assert kept == list(range(8))
