"""Frames: eight bytes of length, then the content. What is read of a room is taken to be hostile."""

from __future__ import annotations

import struct
from typing import IO

_LENGTH = struct.Struct(">Q")
SECONDS = struct.Struct(">d")
"""How a request begins: with the time that there is for it."""


def framed(*parts: bytes) -> bytes:
    """One frame."""
    return b"".join((_LENGTH.pack(sum(map(len, parts))), *parts))


def write_frame(stream: IO[bytes], *parts: bytes) -> None:
    """Write one frame."""
    stream.write(_LENGTH.pack(sum(map(len, parts))))
    for part in parts:
        stream.write(part)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The content of the next frame; None where the stream ends before its end."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    content = stream.read(length)
    return content if len(content) == length else None


class UnreadableError(ValueError):
    """Something arrives that is no frame, or too much."""


class Arriving:
    """Frames that arrive in pieces.

    Args:
        most_bytes: of one frame.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._arrived = bytearray()

    def take(self, piece: bytes) -> None:
        """Takes what has arrived."""
        self._arrived += piece

    def frame(self) -> bytes | None:
        """The content of the next frame; None while not all of it is there.

        Raises:
            UnreadableError: it says that it is longer than any.
        """
        if len(self._arrived) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._arrived)
        if length > self._most_bytes:
            raise UnreadableError(f"a frame of {length} bytes")
        end = _LENGTH.size + length
        if len(self._arrived) < end:
            return None
        content = bytes(memoryview(self._arrived)[_LENGTH.size : end])
        del self._arrived[:end]
        return content

    @property
    def is_empty(self) -> bool:
        """True where nothing of a further frame has arrived."""
        return not self._arrived
