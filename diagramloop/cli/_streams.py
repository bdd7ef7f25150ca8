"""The standard streams as the commands need them."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path


def prepare_streams() -> None:
    """Standard streams that whoever started us has closed: nothing to read, and nobody who reads. What is open writes
    any text, a sign that the locale's encoding has not being spelt out, and writes all of it or raises."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - open as long as the process
            setattr(sys, name, nothing)
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            setattr(sys, name, _whole(stream))


def _whole(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """A stream that spells out what it cannot encode. Without a buffer (``PYTHONUNBUFFERED``, as in many containers)
    what a full disk has no room for would be lost without a word, so it gets one that each line's end empties."""
    raw = stream.buffer
    if not isinstance(raw, io.RawIOBase):
        stream.reconfigure(errors="backslashreplace")
        return stream
    buffered = io.BufferedWriter(raw)
    return io.TextIOWrapper(buffered, stream.encoding, "backslashreplace", line_buffering=True)


def release_streams() -> None:
    """What a stream could not take was told when it was written; the interpreter is not to try, and tell, once more."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
