"""A data set written as ``datasets`` reads it: Parquet with features, a card, and its description in Croissant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from diagramloop.data.sources import Rejected
from diagramloop.doors.hub._card import card
from diagramloop.doors.hub._croissant import croissant
from diagramloop.doors.hub._licences import licences_in
from diagramloop.doors.hub._tables import COLUMNS, Row, Rows, rows_of
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.data_sets import Data, data_set
from diagramloop.extras import needed
from diagramloop.render import Style
from diagramloop.whole_files import whole_folder

CARD, CROISSANT = "README.md", "croissant.json"
BATCH_ROWS = 64
_ABSENT = (RejectionReason.UNSUPPORTED, RejectionReason.MISSING)


@dataclass
class Exported:
    """The items that were written, by configuration, and those that were rejected.

    Attributes:
        items: how many.
        rejected: how many, by configuration and reason.
        licences: how many items there are under each.
    """

    items: dict[str, int] = field(default_factory=dict)
    rejected: dict[str, Counter[str]] = field(default_factory=dict)
    licences: dict[str, int] = field(default_factory=dict)


def export_dataset(data: Data, out: Path, *, style: str = Style.DEFAULT.value, limit: int | None = None) -> Exported:
    """Writes a data set to a folder that ``datasets.load_dataset`` reads, and nothing if that fails.

    Args:
        data: as :func:`diagramloop.evaluate` takes it.
        out: a folder; it is made, or must be empty.
        style: in which charts without a picture are drawn; none are if it is empty.
        limit: charts or documents, the same ones as everywhere; all if None.

    Raises:
        DiagramloopError: there is no such data set or style, or nothing in it (EMPTY); the folder has files in it.
        OSError: a file cannot be written.
    """
    opened = data_set(data)
    if style and style not in set(Style):
        raise DiagramloopError(f"no style {style!r}; there are {', '.join(Style)}")
    if out.exists() and any(out.iterdir()):
        raise DiagramloopError(f"{out} has files in it already")
    done, absent = Exported(), list[DiagramloopError]()
    with whole_folder(out) as folder:
        for name in COLUMNS:
            try:
                _write(folder, name, rows_of(name, opened, style, limit), done)
            except DiagramloopError as error:
                if error.reason not in _ABSENT:
                    raise
                absent.append(error)
        if not done.items:
            raise absent[0] if absent else DiagramloopError(f"nothing in {data}", reason=RejectionReason.EMPTY)
        done.licences = licences_in(folder)
        (folder / CARD).write_text(card(opened.label, done.items, done.licences), encoding="utf-8")
        described = croissant(opened.label, folder, done.items, done.licences)
        (folder / CROISSANT).write_text(described, encoding="utf-8")
    return done


def _write(folder: Path, name: str, rows: Rows, done: Exported) -> None:
    """One configuration, if it has any row."""
    rejected: Counter[str] = Counter()
    usable = _usable(rows, rejected)
    first = next(usable, None)
    if first is not None:
        schema = features(name).arrow_schema
        path = folder / name / "test-00000-of-00001.parquet"
        path.parent.mkdir()
        with pq.ParquetWriter(path, schema) as writer:
            written = chain([first], usable)
            while batch := list(islice(written, BATCH_ROWS)):
                writer.write_table(pa.Table.from_pylist(batch, schema))
                done.items[name] = done.items.get(name, 0) + len(batch)
    if rejected:
        done.rejected[name] = rejected


def _usable(rows: Iterable[Row | Rejected], rejected: Counter[str]) -> Iterator[Row]:
    for row in rows:
        if isinstance(row, Rejected):
            rejected[row.reason.value] += 1
        else:
            yield row


def features(configuration: str) -> Any:
    """The features of a configuration, as ``datasets`` has them.

    Raises:
        DiagramloopError: the package is not installed (MISSING).
    """
    try:
        from datasets import Features, Image, List, Value
    except ImportError as error:
        raise needed("a data set for the hub", "datasets") from error
    kinds = {"text": Value("string"), "json": Value("string"), "texts": List(Value("string")), "picture": Image()}
    return Features({column.name: kinds[column.kind] for column in COLUMNS[configuration]})
