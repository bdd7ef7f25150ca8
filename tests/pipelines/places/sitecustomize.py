"""Holds a process at one place of a refresh, or fills its disk there: for who has this folder first in PYTHONPATH.

``PLACE`` is ``EVENT:PART``, the first audit event of Python of that name with PART in its arguments (an ``open`` counts
where it is to write), or ``sql:PART:START``, the first statement that begins with START on a database whose path has
PART in it. The process that comes there first makes the file ``PLACE_REACHED``, and waits to be killed; or it fills
the disk that the file ``PLACE_FILLS`` lies on, and goes on. So nothing in the project knows of tests, and no kill
depends on how quick a machine is.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from typing import Any

WAIT_SECONDS = 600.0  # longer than any test
BLOCK_BYTES = 4096
WRITING = os.O_WRONLY | os.O_RDWR
EVENT, _, REST = os.environ.get("PLACE", "").partition(":")
PART, _, START = REST.partition(":")
CONNECT = sqlite3.connect


def hook(event: str, arguments: tuple[object, ...]) -> None:
    """Looks at one of Python's audit events."""
    if event == EVENT and any(PART in str(argument) for argument in arguments[:2]) and is_meant(event, arguments):
        reach()


def is_meant(event: str, arguments: tuple[object, ...]) -> bool:
    """True but for files that are opened to be read."""
    return event != "open" or (isinstance(arguments[2], int) and bool(arguments[2] & WRITING))


def connect(database: Any, *arguments: Any, **options: Any) -> sqlite3.Connection:
    """Connects, and reaches the place by a statement on the database that is meant."""
    connection = CONNECT(database, *arguments, **options)
    if PART in str(database):
        connection.set_trace_callback(lambda statement: reach() if statement.startswith(START) else None)
    return connection


def reach() -> None:
    """Tells that the place is reached, and does what is to be done there; whoever comes later passes."""
    try:
        os.close(os.open(os.environ["PLACE_REACHED"], os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    if path := os.environ.get("PLACE_FILLS"):
        fill(path)
    else:
        time.sleep(WAIT_SECONDS)


def fill(path: str) -> None:
    """Takes all that is left of a disk."""
    with open(path, "wb", buffering=0) as content:  # noqa: PTH123 - pathlib is not imported in every process
        try:
            while True:
                content.write(bytes(BLOCK_BYTES))
        except OSError:
            return


if EVENT == "sql":
    sqlite3.connect = sqlite3.dbapi2.connect = connect
elif EVENT:
    sys.addaudithook(hook)
