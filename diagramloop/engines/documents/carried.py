"""Blocks of a document as bytes, on their way out of the room in which it was opened: a line of JSON, then the files.

Nothing of it is trusted more than the document itself: graphs are read as graphs of any file are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from diagramloop.engines.documents._model import Place
from diagramloop.engines.documents.blocks import Block, Figure, Opened, Refused, Stated, Text
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph.json_form import read_json, write_json


def packed(blocks: Iterable[Block], pages: int | None) -> bytes:
    """The blocks, and how many pages there are; a picture that is shown twice goes once."""
    files: dict[bytes, int] = {}
    rows = [_row(block, files) for block in blocks]
    head = {"pages": pages, "blocks": rows, "files": [len(file) for file in files]}
    return b"".join([json.dumps(head).encode(), b"\n", *files])


def unpacked(answer: bytes) -> Opened:
    """The parts that :func:`packed` put together."""
    line, _, rest = answer.partition(b"\n")
    head = json.loads(line)
    files, begin = [], 0
    for length in head["files"]:
        files.append(rest[begin : begin + length])
        begin += length
    return Opened(_blocks(head["blocks"], files), head["pages"])


def _row(block: Block, files: dict[bytes, int]) -> dict[str, Any]:
    if isinstance(block, Text):
        return {"text": block.markdown}
    row = {"place": [block.place.page, block.place.box], "title": block.title, "shown": block.shown}
    if isinstance(block, Refused):
        return row | {"refused": str(block.error), "reason": block.error.reason.value}
    if isinstance(block, Stated):
        return row | {"graph": write_json(block.graph).text, "origin": block.origin}
    drawing = b"" if block.drawing is None else block.drawing().encode("utf-8", "replace")
    picture = b"" if block.picture is None else block.picture()
    return row | {
        "drawing": None if block.drawing is None else files.setdefault(drawing, len(files)),
        "picture": None if block.picture is None else files.setdefault(picture, len(files)),
        "instead": block.instead,
    }


def _blocks(rows: list[dict[str, Any]], files: list[bytes]) -> Iterator[Block]:
    for row in rows:
        yield Text(row["text"]) if "text" in row else _block(row, files)


def _block(row: dict[str, Any], files: list[bytes]) -> Block:
    page, box = row["place"]
    place = Place(page, None if box is None else (box[0], box[1], box[2], box[3]))
    if "refused" in row:
        error = DiagramloopError(row["refused"], reason=RejectionReason(row["reason"]))
        return Refused(place, error, row["title"], row["shown"])
    if "graph" in row:
        return Stated(place, read_json(row["graph"]), row["origin"], row["title"], row["shown"])
    drawing, picture = row["drawing"], row["picture"]
    return Figure(
        place,
        None if drawing is None else lambda: files[drawing].decode(),
        None if picture is None else lambda: files[picture],
        row["title"],
        row["instead"],
        row["shown"],
    )
