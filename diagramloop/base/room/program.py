"""Any program, run once in a room: in a folder, with an environment of its own, no shell and no network."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from diagramloop.base.room.limits import Limits
from diagramloop.base.room.occupant import Occupant, started_program
from diagramloop.base.room.seal import Seal
from diagramloop.base.room.watch import Watch
from diagramloop.errors import DiagramloopError, RejectionReason

_LOOK_SECONDS = 0.05  # between two looks at what the tree uses
_SHOWN_BYTES = 300  # of the end of what a program said that failed


def run_program(
    command: Sequence[str],
    folder: Path,
    limits: Limits,
    *,
    name: str = "",
    seal: Seal | None = None,
    environment: Mapping[str, str] | None = None,
) -> bytes:
    """Output of ``command`` (standard output and error in one), run in ``folder``; nothing that it starts outlives it.

    Args:
        limits: of all its processes.
        name: what a person knows it as; by its program's name if nothing.
        environment: all that it gets beside PATH, HOME (``folder``), TMPDIR (a folder that goes with it) and LC_ALL.

    Raises:
        DiagramloopError: out of time (TIMEOUT) or memory (OUT_OF_MEMORY), or it failed (ENGINE_FAILED), with the end of
            what it said.
    """
    name = name or Path(command[0]).name
    own = {"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "LC_ALL": "C", **(environment or {})}
    with tempfile.TemporaryFile() as output:  # not a pipe: how much is written is limited as for any file
        occupant = started_program(["--", str(folder), *command], limits, seal or Seal(), own, output)
        try:
            _await_end(occupant, limits, name)
        finally:
            how = occupant.end()
        output.seek(0)
        content = output.read()
    if how != "it ended with exit code 0":
        end = " ".join(content[-_SHOWN_BYTES:].decode("utf-8", "replace").split()) or f"without a word ({how})"
        raise DiagramloopError(f"{name} failed: {end}", reason=RejectionReason.ENGINE_FAILED)
    return content


def _await_end(occupant: Occupant, limits: Limits, name: str) -> None:
    """Waits until it has ended by itself.

    Raises:
        DiagramloopError: it oversteps a limit.
    """
    began = time.monotonic()
    watch = Watch(occupant, limits, ready_bytes=0)
    while not occupant.has_ended:
        if (overstepped := watch.overstepped(time.monotonic() - began)) is not None:
            raise DiagramloopError(f"{name}: {overstepped.words}", reason=overstepped.reason)
        time.sleep(_LOOK_SECONDS)
