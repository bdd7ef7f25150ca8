"""The room in which PDF files are opened, for which nobody vouches."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from diagramloop.base.room import Limits, Room, Seal
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.extras import require

PDF_LIMITS = Limits(seconds=60.0, processor_seconds=20.0, memory_bytes=250_000_000)
"""Of one page of a PDF file; a usual one takes about 0.1 s, one scanned in colours at 600 dots an inch 3 s."""
UNKNOWN, ANSWERED = b"?", b"="
"""How an answer of the room begins: it has another file, and is to be given this one; or what was asked for follows."""


def run_pdf_reader(command: str, file: Path, *arguments: float) -> bytes:
    """The answer of the room that opens PDF files (:mod:`._pdf_room`).

    The file goes there once, since its readers can open no other of this machine.

    Raises:
        SourceError: its libraries are not installed (MISSING); a file that cannot be read (UNREADABLE), holds too much
            (TOO_LARGE), or takes too much time or memory (TIMEOUT, OUT_OF_MEMORY), or its reader crashed or cannot be
            given it (ENGINE_FAILED).
    """
    require("PDF", "pdfplumber", "pypdfium2", error=SourceError)
    try:
        status = file.stat()
        stamp = [str(file.resolve()), status.st_ino, status.st_size, status.st_mtime_ns]
        request = json.dumps([stamp, command, *(round(value, 3) for value in arguments)]).encode()
        answer = _pdf_room().call(request)
        if answer == UNKNOWN:
            answer = _pdf_room().call(request + b"\n" + file.read_bytes())
    except DiagramloopError as error:
        message = str(error).removeprefix("the PDF reader: ")
        raise SourceError(f"the PDF reader failed: {message}", reason=error.reason) from error
    except OSError as error:
        message = f"the PDF reader failed: {error.strerror}"
        raise SourceError(message, reason=RejectionReason.ENGINE_FAILED) from error
    return answer.removeprefix(ANSWERED)


@cache
def _pdf_room() -> Room:
    return Room(
        "the PDF reader",
        "diagramloop.data.sources.papers._pdf_room",
        limits=PDF_LIMITS,
        seal=Seal(fixed=(Path("/"),)),
    )
