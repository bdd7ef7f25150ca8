"""Convert: the graphs that each converter makes of each file of a diagram format."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from assets._answering import Answering, answer_by
from assets._conversions import conversion_cell, conversion_of
from assets.machinery import Items, Row, StageRun
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.contestants.conversion_controls import CONTROLS
from diagramloop.evaluation.contestants.converters import CONVERTERS, AskedFile, converted, lacks_format

SYSTEM = "converters.{converter}"
CONVERTED = pa.schema([(name, pa.string()) for name in ("id", "conversion")])


def convert(file: Row, make: str, options: dict[str, Any]) -> list[Row]:
    """The graphs of one file by the converter ``make``, which gets its content and format; controls get what is right.

    Raises:
        DiagramloopError: it does not read the format (NOT_ASKED), or why there are none.
    """
    if make in CONTROLS:
        conversion = CONTROLS[make](conversion_of(file["conversion"]).charts)
    else:
        asked = AskedFile(file["id"], file["format"], file["content"])
        lacking = lacks_format(CONVERTERS.found(make), asked)
        if lacking:
            raise DiagramloopError(lacking, reason=RejectionReason.NOT_ASKED)
        conversion = answer_by(CONVERTERS, make, options, converted, asked)
    return [{"id": file["id"], "conversion": conversion_cell(conversion)}]


def _files(run: StageRun) -> Items:
    is_control = run.system(SYSTEM)["make"] in CONTROLS
    return (
        run.with_gold("files", ["id", "conversion"]) if is_control else run.rows("files", ["id", "format", "content"])
    )


conversions = Answering(SYSTEM, _files, convert, CONVERTED).stage(
    "conversions",
    "The graphs of every file of a diagram format by one converter; controls alter what is right instead.",
    group="convert",
    inputs=("files",),
    matrix={"source": "sources[files]", "converter": "converters"},
)
