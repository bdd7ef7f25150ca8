"""SA-FloNet's published outputs, read back to be scored by :mod:`diagramloop.scores.flonet_official`.

Raghu et al., "Structural Constraints and Natural Language Inference for End-to-End Flowchart Grounded Dialog
Response Generation", EMNLP 2022. SA-FloNet is not talked to: it was given every reference dialogue up to each of
the agent's turns, and said which node or FAQ it retrieved and what it would say. Its repository publishes that for
both test sets as one JSON list (``sa-flonet_test_output/{s,u}-flo_output.json``) of objects with the keys of
:class:`_Row`; a CSV file with the same columns, ``history`` being a JSON list, will do as well.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from diagramloop.errors import RejectionReason, SourceError, first_complaint

MAX_BYTES = 100_000_000  # the published files have 4 MB each
NO_INDEX = -1  # of a reference turn that is grounded in nothing

_Text = Annotated[str, Field(max_length=100_000)]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    history: Annotated[list[_Text], Field(min_length=1, max_length=1_000)]
    reference: Annotated[_Text, Field(alias="GT response")]
    generated: Annotated[_Text, Field(alias="generated response")]
    gold: Annotated[int, Field(alias="GT index", ge=NO_INDEX)]
    right: Annotated[bool, Field(alias="Correct R1")]
    chart: Annotated[_Text, Field(alias="Flowchart", min_length=1)]


_ROW = TypeAdapter(_Row)


@dataclass(frozen=True)
class ReplayedTurn:
    """One of the agent's turns.

    Attributes:
        history: utterances before it, the user's first, user and agent alternating.
        reference: what the agent says in the reference.
        generated: what SA-FloNet says.
        grounded: whether the reference turn is grounded in a node or a FAQ.
        right: whether SA-FloNet retrieved that one; without meaning where it is not grounded.
    """

    history: tuple[str, ...]
    reference: str
    generated: str
    grounded: bool
    right: bool


@dataclass(frozen=True)
class ReplayedDialogue:
    """All the agent's turns of one reference dialogue along ``chart``."""

    chart: str
    turns: tuple[ReplayedTurn, ...]


def read_flonet(path: Path) -> tuple[ReplayedDialogue, ...]:
    """The dialogues of a published file, in its order.

    A history of one utterance begins a dialogue.

    Raises:
        SourceError: the file is absent (MISSING), too large, neither JSON nor CSV by its suffix (UNSUPPORTED), not in
            the documented form (SYNTAX, INVALID; with the row's number), or holds nothing (EMPTY).
    """
    rows = _read(path)
    dialogues: list[list[_Row]] = []
    for number, raw in enumerate(rows, start=1):
        row = _row(raw, f"{path.name}, row {number}")
        if len(row.history) == 1:
            dialogues.append([])
        elif not dialogues or dialogues[-1][0].chart != row.chart:
            raise SourceError(f"{path.name}, row {number}: in the middle of a dialogue", reason=RejectionReason.INVALID)
        dialogues[-1].append(row)
    if not dialogues:
        raise SourceError(f"{path.name} holds no dialogue", reason=RejectionReason.EMPTY)
    return tuple(ReplayedDialogue(rows[0].chart, tuple(map(_turn, rows))) for rows in dialogues)


def _turn(row: _Row) -> ReplayedTurn:
    return ReplayedTurn(tuple(row.history), row.reference, row.generated, row.gold != NO_INDEX, row.right)


def _row(raw: Any, where: str) -> _Row:
    try:
        return _ROW.validate_python(raw)
    except ValidationError as error:
        raise SourceError(f"{where}: {first_complaint(error, 'row')}", reason=RejectionReason.INVALID) from error


def _read(path: Path) -> Iterable[Any]:
    readers = {".json": _json_rows, ".csv": _csv_rows}
    if path.suffix.lower() not in readers:
        raise SourceError(f"{path.name} is neither .json nor .csv", reason=RejectionReason.UNSUPPORTED)
    try:
        content = path.read_bytes() if path.stat().st_size <= MAX_BYTES else None
    except OSError as error:
        raise SourceError(f"{path.name}: {error.strerror}") from error
    if content is None:
        raise SourceError(f"{path.name} has more than {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
    try:
        return list(readers[path.suffix.lower()](content.decode("utf-8-sig")))
    except (ValueError, RecursionError, csv.Error) as error:
        raise SourceError(f"{path.name} cannot be read: {error}", reason=RejectionReason.SYNTAX) from error


def _json_rows(text: str) -> list[Any]:
    rows = json.loads(text)
    if not isinstance(rows, list):
        raise ValueError("not a list of turns")
    return rows


def _csv_rows(text: str) -> Iterator[dict[str, Any]]:
    for row in csv.DictReader(io.StringIO(text)):
        yield {**row, "history": json.loads(row.get("history") or "null")}
