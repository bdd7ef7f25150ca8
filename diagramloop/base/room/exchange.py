"""One frame to an occupant and one back, without ever waiting for half of either."""

from __future__ import annotations

import fcntl
import os
import select
import sys
from contextlib import suppress

from diagramloop.base.room.frames import Arriving, UnreadableError

_MOST_ANSWER_BYTES = 2**30
_PIECE_BYTES = 2**20  # that are moved at once, where the kernel lets a pipe hold them
_SET_PIPE_SIZE = 1031  # F_SETPIPE_SZ of Linux
_MILLISECONDS = 1000.0  # in a second


def widen(*descriptors: int) -> None:
    """Lets pipes hold as much as is moved at once, where the kernel has room for it."""
    for descriptor in descriptors:
        os.set_blocking(descriptor, False)
        if sys.platform == "linux":
            with suppress(OSError):
                fcntl.fcntl(descriptor, _SET_PIPE_SIZE, _PIECE_BYTES)


class Exchange:
    """The state of one exchange.

    Args:
        requests, answers: descriptors that do not block.
        frame: that is written; nothing if empty.
    """

    def __init__(self, requests: int, answers: int, frame: bytes) -> None:
        self._requests, self._answers = requests, answers
        self._waiting = memoryview(frame)
        self._arriving = Arriving(_MOST_ANSWER_BYTES)
        self._line = select.poll()  # not select(), which takes no descriptor beyond 1,023
        self._line.register(answers, select.POLLIN)
        if frame:
            self._line.register(requests, select.POLLOUT)

    def advance(self, seconds: float) -> bytes | None:
        """Waits at most ``seconds`` for something to move. Returns the content that came back, once all of it is there.

        Raises:
            EOFError: nobody is at the other end any more.
            UnreadableError: it says what is no frame.
        """
        for descriptor, _ in self._line.poll(_MILLISECONDS * max(0.0, seconds)):
            if descriptor == self._answers:
                self._read()
            else:
                self._write()
        content = self._arriving.frame()
        if content is not None and not self._arriving.is_empty:
            raise UnreadableError("more than one answer")
        return content

    def _read(self) -> None:
        piece = os.read(self._answers, _PIECE_BYTES)
        if not piece:
            raise EOFError
        self._arriving.take(piece)

    def _write(self) -> None:
        try:
            written = os.write(self._requests, self._waiting[:_PIECE_BYTES])
        except BlockingIOError:
            return
        except BrokenPipeError:  # it ended: that is heard at the other end of the line
            written = len(self._waiting)
        self._waiting = self._waiting[written:]
        if not self._waiting:
            self._line.unregister(self._requests)
