"""The ``flowbench`` command: one tool of the benchmark at a time, from a shell."""

from flowbench.cli._app import main

__all__ = ["main"]
