"""Frames: eight bytes of length, then the content. What is read of a room is taken to be hostile."""

from __future__ import annotations

import struct
from typing import IO

LENGTH = struct.Struct(">Q")
SECONDS = struct.Struct(">d")
"""How a request begins: with the time that there is for it."""


def framed(*parts: bytes) -> bytes:
    """One frame."""
    return b"".join((LENGTH.pack(sum(map(len, parts))), *parts))


def write_frame(stream: IO[bytes], *parts: bytes) -> None:
    """Write one frame."""
    stream.write(LENGTH.pack(sum(map(len, parts))))
    for part in parts:
        stream.write(part)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The content of the next frame; None where the stream ends before its end."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    content = stream.read(length)
    return content if len(content) == length else None
