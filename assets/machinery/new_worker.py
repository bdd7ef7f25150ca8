"""A worker that is a new Python: the program that runs in its room."""

from __future__ import annotations

import os
import sys

from assets.machinery.line import WorkersLine
from assets.machinery.worker import serve_in_room


def main() -> None:
    """Is told what to serve, and serves it; a system finds no input, and what it prints is no answer."""
    line = WorkersLine(os.dup(0), os.dup(1))
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    serve_in_room(line, *line.receive())
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(0)  # threads that a user's code left behind would be waited for


if __name__ == "__main__":
    main()
