"""The line between a worker and its parent: frames, whose content the parent takes to be hostile.

A system runs in the worker, so nothing that comes from there is unpickled: a frame is a word of one byte, a line of
JSON and bytes. What goes there is pickled.
"""

from __future__ import annotations

import json
import os
import select
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import Enum
from multiprocessing.reduction import ForkingPickler
from typing import Any

from assets.machinery.item_time import Waits
from assets.machinery.store import Entry
from diagramloop.base.room.exchange import widen
from diagramloop.base.room.frames import Arriving, UnreadableError, framed, read_frame, write_frame
from diagramloop.models.waiting import Wait

_MOST_BYTES = 2**32  # of one message
_PIECE_BYTES = 2**20
_GIVING_SECONDS = 600.0  # for a worker to take what it is given; it waits for nothing else


class Word(Enum):
    """The subject of a message."""

    BEGUN = b"b"  # it has all that it needs, and begins
    NEXT = b"n"  # it wants the next item of a stream
    WAITS = b"w"  # it waits for a model, or does so no more
    RESULT = b"r"  # of a call
    ENTRY = b"e"  # of an item of a stream


@dataclass(frozen=True)
class Message:
    """A message of a worker.

    Attributes:
        word: what it is about.
        value: a result; of a stream the key and the entry; of a wait the :class:`Waits`.
        retires: the worker ends after it, since a limit broke off what it did.
    """

    word: Word
    value: Any = None
    retires: bool = False


class WorkersLine:
    """The worker's end. Threads may speak at once."""

    def __init__(self, requests: int, answers: int) -> None:
        self._requests, self._answers = os.fdopen(requests, "rb"), os.fdopen(answers, "wb")
        self._one_at_a_time = threading.Lock()

    def receive(self) -> Any:
        """Return the next value that the parent gives.

        Raises:
            EOFError: it is gone.
        """
        if (packed := read_frame(self._requests)) is None:
            raise EOFError
        return ForkingPickler.loads(packed)

    def tell(self, word: Word, value: Any = None, *, retires: bool = False) -> None:
        """Sends a message; a value is an :class:`Entry`, a pair of a key and one, :class:`Waits`, or plain (JSON)."""
        head: dict[str, Any] = {"retires": retires}
        content = b""
        if isinstance(value, Waits):
            head["wait"] = asdict(value.wait) if value.wait else None
        elif word is Word.ENTRY:
            head["key"], (head["status"], content) = value
        elif isinstance(value, Entry):
            head["status"], content = value
        else:
            head["plain"] = value
        with self._one_at_a_time:
            write_frame(self._answers, word.value, json.dumps(head).encode(), b"\n", content)


class ParentsLine:
    """The parent's end: it waits for no half of a message.

    Args:
        has_ended: whether nobody is at the other end any more.
    """

    def __init__(self, requests: int, answers: int) -> None:
        self._requests, self._answers = requests, answers
        self._arriving = Arriving(_MOST_BYTES)
        widen(requests, answers)

    def fileno(self) -> int:
        """Readable when something has arrived, or when nobody is at the other end any more."""
        return self._answers

    def give(self, value: Any) -> None:
        """Sends a value.

        Raises:
            OSError: nobody takes it.
        """
        waiting = memoryview(framed(bytes(ForkingPickler.dumps(value))))
        line = select.poll()
        line.register(self._requests, select.POLLOUT)
        deadline = time.monotonic() + _GIVING_SECONDS
        while waiting:
            if not line.poll(1000 * max(0.0, deadline - time.monotonic())):
                raise TimeoutError("the worker takes nothing")
            waiting = waiting[os.write(self._requests, waiting[:_PIECE_BYTES]) :]

    def message(self) -> Message | None:
        """The next message; None while there is no whole one.

        Raises:
            EOFError: nobody is at the other end any more, or what came from there is no message.
        """
        try:
            if (content := self._arriving.frame()) is None:
                self._arriving.take(self._read())
                content = self._arriving.frame()
        except UnreadableError as error:
            raise EOFError("a message that is too long") from error
        return None if content is None else _message(content)

    def _read(self) -> bytes:
        try:
            piece = os.read(self._answers, _PIECE_BYTES)
        except BlockingIOError:
            return b""
        if not piece:
            raise EOFError
        return piece


def _message(content: bytes) -> Message:
    try:
        word = Word(content[:1])
        line, _, value = content[1:].partition(b"\n")
        head = json.loads(line)
        return Message(word, _READ[word](head, value), bool(head["retires"]))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise EOFError("it says what nobody can read") from error


def _waits(head: dict[str, Any], _: bytes) -> Waits:
    wait = head["wait"]
    if wait is None:
        return Waits(None)
    numbers = int(wait["attempt"]), int(wait["attempts"]), float(wait["seconds"])
    return Waits(Wait(str(wait["model"]), *numbers, str(wait["why"])))


def _result(head: dict[str, Any], value: bytes) -> Any:
    return _entry(head, value) if "status" in head else head["plain"]


def _entry(head: dict[str, Any], value: bytes) -> Entry:
    if head["status"] not in ("done", "rejected"):
        raise ValueError("no status of an entry")
    return Entry(head["status"], value)


def _keyed_entry(head: dict[str, Any], value: bytes) -> tuple[str, Entry]:
    return str(head["key"]), _entry(head, value)


def _nothing(_head: dict[str, Any], _value: bytes) -> None:
    return None


_READ: dict[Word, Callable[[dict[str, Any], bytes], Any]] = {
    Word.BEGUN: _nothing,
    Word.NEXT: _nothing,
    Word.WAITS: _waits,
    Word.RESULT: _result,
    Word.ENTRY: _keyed_entry,
}
