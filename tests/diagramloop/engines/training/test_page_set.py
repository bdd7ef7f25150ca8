"""Sets of pages on disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from drawn_pages import boxes_page

from diagramloop.engines.training.page_set import PAGES, page_of_row, page_of_set, page_row, things_of_set
from diagramloop.errors import RejectionReason, SourceError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [page_row(boxes_page(str(at), 64), str(at), "boxes", "train" if at else "validation") for at in range(4)]
    for shard, some in enumerate((rows[:2], rows[2:])):
        pq.write_table(pa.Table.from_pylist(some, PAGES), tmp_path / f"part-{shard:05d}.parquet")
    (tmp_path / "things.json").write_text('{"boxes": ["chart-1"]}')
    return tmp_path


def test_a_page_comes_back_from_its_row_as_it_was() -> None:
    page = boxes_page("a", 80)
    again = page_of_row(page_row(page, "a", "boxes", "train"))
    for name in ("pixels", "classes", "inside", "course", "nodes"):
        np.testing.assert_array_equal(getattr(again, name), getattr(page, name))
        assert getattr(again, name).dtype == getattr(page, name).dtype


def test_a_seed_chooses_one_page_of_its_split(folder: Path) -> None:
    train = {page_of_set(str(seed), str(folder)).pixels.tobytes() for seed in range(40)}
    assert train == {boxes_page(str(at), 64).pixels.tobytes() for at in (1, 2, 3)}
    assert (page_of_set("a", str(folder), "validation").pixels == boxes_page("0", 64).pixels).all()


def test_a_set_says_whose_fingerprints_it_holds(folder: Path) -> None:
    pages = [page_row(boxes_page(str(at), 64), "", "", "")["fingerprint"] for at in (1, 2, 3)]
    assert things_of_set(str(folder)) == sorted([*pages, "chart-1"])


def test_no_set_no_split_and_a_damaged_page_are_told(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(SourceError, match="no set of pages in"):
        page_of_set("a", str(tmp_path / "nowhere"))
    with pytest.raises(SourceError, match="none to be used for test"):
        page_of_set("a", str(folder), "test")
    row = page_row(boxes_page("a", 64), "a", "boxes", "train")
    with pytest.raises(SourceError) as damaged:
        page_of_row({**row, "truth": {"bytes": row["truth"]["bytes"][:40], "path": ""}})
    assert damaged.value.reason is RejectionReason.UNREADABLE
