"""Gold lies in a table of its own: whoever reads what is given sees none, who scores gets the same rows."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.dialogues import DIALOGUES
from assets.ingest import DOCUMENTS, QUESTIONS
from assets.machinery import PICTURE, Row, Rows, RowsWithGold, folders_with_gold, gold, tables, write_rows
from assets.machinery.gold import gold_of
from assets.papers import PAPERS
from assets.render import FIGURES

SCHEMA = pa.schema(
    [("id", pa.string()), gold("graph", pa.string()), ("picture", PICTURE), gold("nodes", pa.list_(pa.string()))]
)
ROW = st.fixed_dictionaries(
    {
        "id": st.text(),
        "graph": st.text(),
        "picture": st.none() | st.builds(tables.picture, st.binary(max_size=50), st.text()),
        "nodes": st.lists(st.text(), max_size=3),
    }
)
COLUMNS = st.none() | st.lists(st.sampled_from(SCHEMA.names), unique=True)


@settings(max_examples=40, deadline=None)
@given(rows=st.lists(ROW, max_size=80), columns=COLUMNS)
def test_what_is_given_has_no_gold_and_who_scores_gets_every_row(
    rows: list[Row], columns: list[str] | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("table")
    write_rows(folder, rows, SCHEMA)
    assert list(Rows(folder)) == [{name: row[name] for name in ("id", "picture")} for row in rows]
    wanted = SCHEMA.names if columns is None else columns
    both = list(RowsWithGold(folder, columns))
    assert [{name: row[name] for name in wanted} for row in both] == [
        {name: row[name] for name in wanted} for row in rows
    ]
    for shard in folder.glob("*.parquet"):
        assert not {"graph", "nodes"} & set(pq.read_schema(shard).names)


def test_gold_of_other_rows_is_no_gold_of_these(tmp_path: Path) -> None:
    row: Row = {"id": "a", "graph": "", "picture": None, "nodes": []}
    write_rows(tmp_path, [row], SCHEMA)
    (shard,) = (tmp_path / "gold").glob("*.parquet")
    pq.write_table(pq.read_table(shard).set_column(0, "id", pa.array(["b"])), shard)
    with pytest.raises(ValueError, match="'b' stands beside 'a'"):
        list(RowsWithGold(tmp_path))


def test_a_table_without_gold_is_read_alike_by_both(tmp_path: Path) -> None:
    rows = [{"id": "a", "graph": "g"}]
    write_rows(tmp_path, rows, pa.schema([("id", pa.string()), ("graph", pa.string())]))
    assert list(Rows(tmp_path)) == list(RowsWithGold(tmp_path, ["id", "graph"])) == rows
    assert not (tmp_path / "gold").exists()


GOLD = {
    "styled_figures": (FIGURES, {"graph"}),
    "questions": (QUESTIONS, {"answers", "attribution", "reason"}),
    "documents": (DOCUMENTS, {"graph"}),
    "dialogues": (DIALOGUES, {"dialogue"}),
    "papers": (PAPERS, {"graph"}),
}


@pytest.mark.parametrize("stage", GOLD)
def test_what_is_put_to_systems_declares_its_gold(stage: str) -> None:
    schema, names = GOLD[stage]
    apart = gold_of(schema)
    assert apart is not None
    assert set(apart.names) == {"id", *names}


def test_folders_with_gold_are_all_but_weights(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere" / "paged"
    cache = tmp_path / "cache"
    root = tmp_path / "checkout"
    for folder in ("artifacts/styled_figures/corpus", "artifacts/tuned/m", "artifacts/trained", "data", ".dvc", ".git"):
        (root / folder).mkdir(parents=True)
    elsewhere.mkdir(parents=True)
    cache.mkdir()
    (root / "data" / "paged").symlink_to(elsewhere)
    (root / ".dvc" / "config.local").write_text(f"[cache]\n    dir = {cache}\n    type = hardlink,symlink\n")
    hidden = folders_with_gold(root)
    assert set(hidden) == {root / "artifacts" / "styled_figures", root / "data", elsewhere, root / ".git", cache}
