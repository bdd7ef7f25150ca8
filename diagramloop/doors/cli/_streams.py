"""The standard streams as the commands need them."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import TextIO


def prepare_streams() -> tuple[TextIO, TextIO]:
    """Prepares the standard streams, and returns those that are written to.

    Where whoever started us has closed one, there is nothing to read and nobody who reads. What is open writes any
    text, a sign that the locale's encoding has not being spelt out, and writes all of it or raises.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - open as long as the process
            setattr(sys, name, nothing)
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            setattr(sys, name, _whole(stream))
    return sys.stdout, sys.stderr


def _whole(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """A stream that spells out what it cannot encode. Without a buffer (``PYTHONUNBUFFERED``, as in many containers)
    what a full disk has no room for would be lost without a word, so it gets one that each line's end empties."""
    raw = stream.buffer
    if not isinstance(raw, io.RawIOBase):
        stream.reconfigure(errors="backslashreplace")
        return stream
    buffered = io.BufferedWriter(raw)
    return io.TextIOWrapper(buffered, stream.encoding, "backslashreplace", line_buffering=True)


def release_streams(*written: TextIO) -> None:
    """Empties the streams: what one could not take was told when it was written.

    The interpreter is not to try, and tell, once more. Typer has put others in the place of the standard streams where
    nobody reads on, so these are the ones that were prepared.
    """
    for stream in written:
        try:
            stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
