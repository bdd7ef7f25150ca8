"""The rows of a split on disk, read one at a time however many there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from diagramloop.errors import SourceError


class Table:
    """A split of a set of examples, as torch's loader asks for it: by number.

    Args:
        folder: of the set's Parquet shards.
        split: train or validation.

    Raises:
        SourceError: the set has no row of the split (MISSING).
    """

    def __init__(self, folder: Path, split: str) -> None:
        self._shards = [pq.ParquetFile(path, memory_map=True) for path in sorted(folder.glob("part-*.parquet"))]
        self._places = [
            (shard, group, row)
            for shard, file in enumerate(self._shards)
            for group in range(file.num_row_groups)
            for row in _of_split(file.read_row_group(group, columns=["split"])["split"], split)
        ]
        if not self._places:
            raise SourceError(f"the set of examples in {folder} has none to be used for {split}")

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, number: int) -> dict[str, Any]:
        shard, group, row = self._places[number]
        rows: list[dict[str, Any]] = self._shards[shard].read_row_group(group).slice(row, 1).to_pylist()
        return rows[0]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[number] for number in range(len(self)))


def _of_split(splits: pa.ChunkedArray, split: str) -> list[int]:
    return pc.indices_nonzero(pc.equal(splits, split)).to_pylist()
