"""The standard streams as the commands need them."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path


def prepare_streams() -> None:
    """Standard streams that whoever started us has closed: nothing to read, and nobody who reads. What is open writes
    any text: a sign that the locale's encoding has not is spelt out."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - open as long as the process
            setattr(sys, name, nothing)
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
