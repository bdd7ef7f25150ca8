"""The entrance of a room: run as ``python -m diagramloop.base.room.entrance ASKER TOLD MODULE ARGUMENT...``.

It leaves its warden behind, puts on the seal that ``TOLD`` (JSON) names, and then runs a module of ours as a program;
or, after ``--``, any other program in a folder: ``... ASKER TOLD -- FOLDER PROGRAM ARGUMENT...``.
"""

from __future__ import annotations

import json
import os
import resource
import runpy
import sys
from pathlib import Path
from typing import Any, NoReturn

from diagramloop.base.room import answering
from diagramloop.base.room.seal import Seal, put_on
from diagramloop.base.room.warden import under_warden

MOST_FILE_BYTES = 200_000_000  # of any file that a program writes, its output too


def main() -> None:
    """Goes in."""
    asker, text, what, *arguments = sys.argv[1:]
    told = json.loads(text)
    under_warden(int(asker), (), told["folder"])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    put_on(_seal(told["seal"]))
    if what == "--":
        folder, *command = arguments
        _become(command, folder, told["memory_bytes"])
    answering.memory_bytes = told["memory_bytes"]
    sys.argv = [what, *arguments]
    runpy.run_module(what, run_name="__main__", alter_sys=True)


def _seal(told: dict[str, Any]) -> Seal:
    paths = {name: tuple(map(Path, told[name])) for name in ("hidden", "fixed", "writable")}
    return Seal(told["network"], **paths)


def _become(command: list[str], folder: str, memory_bytes: int | None) -> NoReturn:
    os.chdir(folder)
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE_BYTES, MOST_FILE_BYTES))
    if memory_bytes is not None:
        resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))
    try:
        os.execvp(command[0], command)  # noqa: S606 - who asks names the program
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


if __name__ == "__main__":
    main()
