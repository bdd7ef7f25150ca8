"""Compiled modules that a full disk cut short: thrown away, and the command begun again.

A Python of before the end of 2024 puts a module's compiled code in its place without a look at how much of it the disk
took (python/cpython#126606). From then on each import of that module fails, also when there is room again.
"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from typing import NoReturn

_LOADER = ("<frozen importlib._bootstrap_external>", "get_code")


def cut_short(error: EOFError) -> Path | None:
    """The compiled module that the import could not read to its end; None where ``error`` comes from elsewhere."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if (frame.f_code.co_filename, frame.f_code.co_name) == _LOADER:
            return Path(frame.f_locals["bytecode_path"])
    return None


def start_again_without(compiled: Path) -> NoReturn:
    """Deletes ``compiled`` and runs this process's command line anew, which compiles nothing to a file."""
    compiled.unlink(missing_ok=True)
    os.execve(sys.executable, sys.orig_argv, {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})  # noqa: S606
