"""Tables: what is written is read, shards and all, and Hugging Face's convention holds."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.machinery import PICTURE, Row, Rows, picture, tables, write_rows

SCHEMA = pa.schema([("id", pa.string()), ("n", pa.int64()), ("tags", pa.list_(pa.string())), ("picture", PICTURE)])
ROW = st.fixed_dictionaries(
    {
        "id": st.text(),
        "n": st.none() | st.integers(-(2**63), 2**63 - 1),
        "tags": st.lists(st.text(), max_size=3),
        "picture": st.none() | st.builds(picture, st.binary(max_size=50), st.text()),
    }
)


@settings(max_examples=30, deadline=None)
@given(rows=st.lists(ROW, max_size=80))
def test_what_is_written_is_read(rows: list[Row], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("table")
    write_rows(folder, rows, SCHEMA)
    assert list(Rows(folder)) == rows
    assert len(Rows(folder)) == len(rows)
    assert [row["n"] for row in Rows(folder, ["n"])] == [row["n"] for row in rows]


def test_large_tables_are_split_and_read_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SHARD_BYTES", 10_000)
    rows = [{"id": f"{i}", "n": i, "tags": [], "picture": picture(bytes(900), "p")} for i in range(100)]
    write_rows(tmp_path, rows, SCHEMA)
    assert 5 < len(list(tmp_path.glob("part-*.parquet"))) < 20
    assert list(Rows(tmp_path)) == rows


def test_pictures_declare_themselves_to_datasets(tmp_path: Path) -> None:
    write_rows(tmp_path, [], SCHEMA)
    metadata = pq.read_schema(tmp_path / "part-00000.parquet").metadata
    features = json.loads(metadata[b"huggingface"])["info"]["features"]
    assert features["picture"] == {"_type": "Image"}
    assert features["tags"] == {"_type": "List", "feature": {"_type": "Value", "dtype": "string"}}
