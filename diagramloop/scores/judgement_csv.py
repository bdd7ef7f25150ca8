"""Human judgements of generated diagrams, as a CSV file (DiagramEval, Section 5.4).

Each judge answers whether a diagram expresses the same logic as its reference: good (1.0), fair (0.5) or bad (0.0). The
file has the columns ``item``, ``system``, ``judge``, ``label``.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.scores.correlation import Key

LABELS = {"good": 1.0, "fair": 0.5, "bad": 0.0}
COLUMNS = ("item", "system", "judge", "label")
MAX_BYTES = 16 * 2**20
MAX_FIELD = 500  # characters


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of one judge on one system's result for one item; ``value`` in [0, 1]."""

    item: str
    system: str
    judge: str
    value: float


@dataclass(frozen=True, slots=True)
class RejectedRow:
    """A row that says nothing that can be used: its line in the file, and why."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Judgements:
    """A file of judgements: its rows in order, and those that were rejected."""

    rows: tuple[Judgement, ...]
    rejected: tuple[RejectedRow, ...] = ()

    @property
    def means(self) -> dict[Key, float]:
        """The mean judgement of each item of each system."""
        return {key: float(np.mean(list(marks.values()))) for key, marks in marks_by_unit(self.rows).items()}


def read_judgements(source: bytes | Path) -> Judgements:
    """Judgements from a CSV file in UTF-8; columns beside the four are ignored, letter case of labels too.

    A row is rejected if it lacks a field, has one beyond 500 characters or another label, or repeats a judgement.

    Raises:
        FormatError: not there (MISSING), beyond 16 MiB (TOO_LARGE), no CSV in UTF-8 with these columns (SYNTAX).
    """
    reader = csv.DictReader(io.StringIO(_text(source), newline=""), strict=True)
    rows: dict[tuple[str, str, str], Judgement] = {}
    rejected = []
    try:
        absent = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
        if absent:
            raise FormatError(f"no column {', '.join(absent)}", line=1, column=1)
        for row in reader:
            judgement = _judgement(row)
            key = (judgement.item, judgement.system, judgement.judge) if isinstance(judgement, Judgement) else None
            if isinstance(judgement, str) or key is None or key in rows:
                reason = judgement if isinstance(judgement, str) else "judged before by the same judge"
                rejected.append(RejectedRow(reader.line_num, reason))
            else:
                rows[key] = judgement
    except csv.Error as error:
        raise FormatError(str(error), line=reader.line_num, column=1) from error
    return Judgements(tuple(rows.values()), tuple(rejected))


def _text(source: bytes | Path) -> str:
    try:
        data = source if isinstance(source, bytes) else _bounded(source)
        if len(data) > MAX_BYTES:
            raise FormatError(f"more than {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
        return data.decode("utf-8-sig")
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", reason=RejectionReason.MISSING) from error
    except UnicodeDecodeError as error:
        raise FormatError("not in UTF-8") from error


def _bounded(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _judgement(row: Mapping[str | None, str | list[str] | None]) -> Judgement | str:
    """The judgement, or why it is none."""
    fields = [value.strip() if isinstance(value := row[name], str) else "" for name in COLUMNS]
    if not all(fields):
        return f"no {COLUMNS[fields.index('')]}"
    if max(map(len, fields)) > MAX_FIELD:
        return f"a field of more than {MAX_FIELD} characters"
    item, system, judge, label = fields
    if label.casefold() not in LABELS:
        return f"label {label[:20]!r}; there are {', '.join(LABELS)}"
    return Judgement(item, system, judge, LABELS[label.casefold()])


def marks_by_unit(rows: Sequence[Judgement]) -> dict[Key, dict[str, float]]:
    """By item and system, the value that each judge gave."""
    units: dict[Key, dict[str, float]] = defaultdict(dict)
    for row in rows:
        units[row.item, row.system][row.judge] = row.value
    return dict(units)
