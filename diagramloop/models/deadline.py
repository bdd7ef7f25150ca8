"""Work that is left when its time is over, whatever it waits for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """Return or raise what ``work`` does.

    A client's own timeouts are for one wait each, and a server that sends a byte now and then never runs into them.

    Raises:
        TimeoutError: it was not done after ``seconds``; it goes on unseen, and dies with the process.
    """
    return begun(work).result(seconds)


def begun(work: Callable[[], Result]) -> Future[Result]:
    """Future of what ``work`` will return or raise, at work in a thread that dies with the process."""
    outcome: Future[Result] = Future()
    Thread(target=_settle, args=(outcome, work), daemon=True).start()
    return outcome


def _settle(outcome: Future[Result], work: Callable[[], Result]) -> None:
    try:
        outcome.set_result(work())
    except BaseException as error:  # told to who waits
        outcome.set_exception(error)
