"""The room in which Word and PowerPoint files are opened: run as a program, its content; and who asks it.

A request is a line of JSON (the format, the pages that are wanted, the limits) and the file; the answer are the blocks
of the document (:mod:`.carried`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

from diagramloop.base.room import Limits as RoomLimits
from diagramloop.base.room import Room, Seal, answer_calls
from diagramloop.engines.documents._model import Place
from diagramloop.engines.documents.blocks import Block, Opened, Opener, Refused, Source, Text
from diagramloop.engines.documents.carried import packed, unpacked
from diagramloop.engines.documents.limits import Budget, Limits, OverBudgetError

FORMATS = frozenset(("docx", "pptx"))
"""Those that are opened here."""
ROOM_LIMITS = RoomLimits(seconds=120.0, processor_seconds=30.0, memory_bytes=600_000_000)
"""Of one document; the budget that its blocks ask ends almost all before."""


def opened_in_room(format: str, source: Source) -> Opened:
    """Open an office file as its own function does, in the room; raises as that, or that the room was left no more."""
    head = {"format": format, "pages": sorted(source.pages), "limits": asdict(source.limits)}
    return unpacked(_room().call(json.dumps(head).encode() + b"\n" + source.content))


@cache
def _room() -> Room:
    seal = Seal(fixed=(Path("/"),))
    return Room(
        "the reader of office files", "diagramloop.engines.documents.office_room", limits=ROOM_LIMITS, seal=seal
    )


def _answer(request: bytes) -> bytes:
    line, _, content = request.partition(b"\n")
    head = json.loads(line)
    source = Source("", content, None, frozenset(head["pages"]), Budget(Limits(**head["limits"])))
    opener: Opener = resolve_name(f"diagramloop.engines.documents.{head['format']}_blocks:open_document")
    opened = opener(source)
    return packed(_within_budget(opened.blocks, source.budget), opened.pages)


def _within_budget(blocks: Iterator[Block], budget: Budget) -> Iterator[Block]:
    """The blocks until a limit is reached, which is the last one then."""
    try:
        for block in blocks:
            if isinstance(block, Text):
                budget.spend("characters", len(block.markdown))
            yield block
    except OverBudgetError as error:
        yield Refused(Place(), error)


if __name__ == "__main__":
    answer_calls(_answer)
