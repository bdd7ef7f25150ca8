"""The ``diagramloop`` command: one tool of the benchmark at a time, from a shell."""

from diagramloop.doors.cli._app import main

__all__ = ["main"]
