"""Rows on disk: Parquet shards in the conventions of Hugging Face ``datasets``.

An artifact with rows is a folder of ``part-00000.parquet``, ``part-00001.parquet``, ... and one
``rejected.parquet``; where it has gold, a folder of the same beside (:mod:`assets.machinery.gold`). Pictures are
``struct<bytes, path>``; ``load_dataset("parquet", ...)`` shows them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from assets.machinery.gold import GOLD_TABLE, given_of, gold_of

Row = dict[str, Any]

CANARY = "part-canary.parquet"  # a row beside the others whose gold is false: it is read to catch who reads it

PICTURE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
REJECTED = pa.schema([("id", pa.string()), ("reason", pa.string()), ("detail", pa.string())])
SHARD_BYTES = 64 * 2**20
_GROUP_ROWS = 32  # pictures are large: few rows at a time keep readers small
_PLAIN_ROWS = 4_096  # at a time where a row holds no picture


def picture(content: bytes, path: str) -> Row:
    """The cell of a picture column."""
    return {"bytes": content, "path": path}


class Rows:
    """The rows of a folder of shards, in order, read a few at a time.

    Args:
        folder: holds ``part-*.parquet``.
        columns: to read, all by default.
    """

    def __init__(self, folder: Path, columns: Iterable[str] | None = None) -> None:
        self._shards = sorted(shard for shard in folder.glob("part-*.parquet") if shard.name != CANARY)
        self._columns = None if columns is None else list(columns)

    @property
    def columns(self) -> list[str]:
        """Names of all columns that there are, read or not; none where there is no shard."""
        return list(pq.read_schema(self._shards[0]).names) if self._shards else []

    def __len__(self) -> int:
        return sum(pq.read_metadata(shard).num_rows for shard in self._shards)

    def __iter__(self) -> Iterator[Row]:
        for shard in self._shards:
            file = pq.ParquetFile(shard)
            at_once = _GROUP_ROWS if PICTURE in file.schema_arrow.types else _PLAIN_ROWS
            for batch in file.iter_batches(at_once, columns=self._columns):
                yield from batch.to_pylist()


class RowsWithGold(Rows):
    """Rows like :class:`Rows`, with their gold beside them, where there is any: for those who score.

    Raises:
        ValueError: on reading, that the gold is of other rows.
    """

    def __init__(self, folder: Path, columns: Iterable[str] | None = None) -> None:
        wanted = None if columns is None else list(columns)
        apart = Rows(folder / GOLD_TABLE).columns
        asked = [name for name in apart if name != "id" and (wanted is None or name in wanted)]
        given = None if wanted is None else ["id", *(name for name in wanted if name not in {"id", *asked})]
        super().__init__(folder, given)
        self._gold = Rows(folder / GOLD_TABLE, ["id", *asked]) if asked else None

    def __iter__(self) -> Iterator[Row]:
        if self._gold is None:
            yield from super().__iter__()
            return
        for row, of_row in zip(super().__iter__(), self._gold, strict=True):
            if row["id"] != of_row["id"]:
                raise ValueError(f"the gold of {of_row['id']!r} stands beside {row['id']!r}")
            yield {**row, **of_row}


def write_canary(folder: Path, row: Row, schema: pa.Schema) -> None:
    """Writes a row with false gold beside the others; the artifact has its rows already."""
    for place, columns in ((folder, given_of(schema)), (folder / GOLD_TABLE, gold_of(schema))):
        pq.write_table(pa.Table.from_pylist([row], columns), place / CANARY, compression="zstd")


def read_canary(folder: Path) -> Row | None:
    """The row with false gold, with that; None where there is none."""
    places = [folder / CANARY, folder / GOLD_TABLE / CANARY]
    if not all(place.is_file() for place in places):
        return None
    (given,), (false,) = (pq.read_table(place).to_pylist() for place in places)
    row: Row = {**given, **false}
    return row


def read_rejected(folder: Path) -> list[Row]:
    """The rejected rows of an artifact."""
    rows: list[Row] = pq.read_table(folder / "rejected.parquet").to_pylist()
    return rows


def refusals(folder: Path) -> dict[str, str]:
    """By id, why an item of an artifact was rejected, for a reader."""
    return {row["id"]: f"{row['reason']}: {row['detail']}" for row in read_rejected(folder)}


class ShardWriter:
    """Writes record batches to numbered shards; the same batches give the same bytes.

    Args:
        folder: to write to, exists.
        schema: of every batch; columns of gold go to the folder beside.
    """

    def __init__(self, folder: Path, schema: pa.Schema) -> None:
        self._folder = folder
        of_gold = gold_of(schema)
        self._gold = None if of_gold is None else ShardWriter(folder / GOLD_TABLE, of_gold)
        schema = given_of(schema)
        self._schema = schema.with_metadata({"huggingface": json.dumps({"info": {"features": _features(schema)}})})
        self._shard = 0
        self._waiting: list[pa.RecordBatch] = []
        self._waiting_rows = 0
        self._shard_bytes = 0
        self._writer: pq.ParquetWriter | None = None

    def __enter__(self) -> ShardWriter:
        return self

    def write(self, batch: pa.RecordBatch) -> None:
        """Appends the rows of ``batch``."""
        if self._gold is not None:
            self._gold.write(batch)
        columns = [batch.column(name) for name in self._schema.names]
        self._waiting.append(pa.RecordBatch.from_arrays(columns, schema=self._schema))
        self._waiting_rows += batch.num_rows
        self._shard_bytes += batch.nbytes
        if self._waiting_rows >= _GROUP_ROWS or self._shard_bytes >= SHARD_BYTES:
            self._flush()

    def __exit__(self, *_: object) -> None:
        if self._gold is not None:
            self._gold.__exit__()
        self._flush()
        self._close()

    def _flush(self) -> None:
        if self._writer is None:
            self._folder.mkdir(exist_ok=True)
            path = self._folder / f"part-{self._shard:05d}.parquet"
            self._writer = pq.ParquetWriter(path, self._schema, compression="zstd")
        if self._waiting:
            self._writer.write_table(pa.Table.from_batches(self._waiting, self._schema))
        self._waiting, self._waiting_rows = [], 0
        if self._shard_bytes >= SHARD_BYTES:
            self._close()

    def _close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._shard += 1
        self._writer, self._shard_bytes = None, 0


def write_rows(folder: Path, rows: Iterable[Row], schema: pa.Schema) -> None:
    """Writes ``rows`` as shards."""
    with ShardWriter(folder, schema) as writer:
        for row in rows:
            writer.write(pa.RecordBatch.from_pylist([row], schema))


def write_rejected(folder: Path, rows: list[Row]) -> None:
    """Writes the rejected rows of an artifact, also when there are none."""
    pq.write_table(pa.Table.from_pylist(rows, REJECTED), folder / "rejected.parquet", compression="zstd")


def _features(schema: pa.Schema) -> Mapping[str, Any]:
    """The ``datasets`` features of a schema, which make its pictures decode by themselves."""
    return {column.name: _feature(column.type) for column in schema}


def _feature(kind: pa.DataType) -> Any:
    if kind == PICTURE:
        return {"_type": "Image"}
    if pa.types.is_list(kind):
        return {"_type": "List", "feature": _feature(kind.value_type)}
    if pa.types.is_struct(kind):
        return {field.name: _feature(field.type) for field in kind}
    names = {
        pa.float64(): "float64",
        pa.int64(): "int64",
        pa.bool_(): "bool",
        pa.string(): "string",
        pa.binary(): "binary",
    }
    return {"_type": "Value", "dtype": names[kind]}
