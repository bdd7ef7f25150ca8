from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from diagramloop.data.sources import Document, Paged, Rejected, open_documents, open_source
from diagramloop.data.sources.fetch import read_manifest
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.graph.triples import read_triples, write_triples
from tests.diagramloop.graph.test_paged_json import document, node


def _row(index: int, **changes: Any) -> dict[str, Any]:
    return {"file_index": index, "paragraph": "File it.  <SEP> Then stop.", **document(**changes)}


def _folder(folder: Path, rows: Any, name: str = "dev.json") -> Path:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(rows), encoding="utf-8")
    return folder


def test_a_document_has_its_text_and_its_graph(tmp_path: Path) -> None:
    (found,) = open_documents("paged", _folder(tmp_path, [_row(7)])).documents()
    assert isinstance(found, Document)
    assert (found.id, found.source, found.licence, found.origin) == ("7", "paged", "Apache-2.0", "dev.json#0")
    assert found.text == "File it.\nThen stop."
    assert len(found.graph.nodes) == 5


def test_none_is_lost_and_a_broken_one_stops_no_other(tmp_path: Path) -> None:
    rows = [_row(1), {"file_index": 2}, "three", _row(-4), _row(5, step_nodes=[node("x", "Strange")]), _row(1), _row(6)]
    found = list(Paged(_folder(tmp_path, rows)).documents())
    assert [item.id for item in found if isinstance(item, Document)] == ["1", "6"]
    rejected = [item for item in found if isinstance(item, Rejected)]
    assert len(found) == len(rows)
    assert {item.reason for item in rejected} == {RejectionReason.INVALID}
    assert {item.what for item in rejected} == {"document"}


def test_files_are_found_at_any_depth_and_others_left_alone(tmp_path: Path) -> None:
    _folder(tmp_path, [_row(2)], "dataset/b.json")
    _folder(tmp_path, [_row(1)], "dataset/a.json")
    _folder(tmp_path, {"prompts": []}, "prompts.json")
    assert [item.id for item in Paged(tmp_path).documents()] == ["1", "2"]


def test_defects_are_those_of_documents_in_use(tmp_path: Path) -> None:
    rows = [_row(1, data_nodes=[node("d", "DataObject", "form")] * 3), _row(2, SequenceFlow=None)]
    assert [(d.item, d.kind, d.count) for d in Paged(_folder(tmp_path, rows)).defects()] == [("1", "repeated_id", 2)]


@pytest.mark.parametrize("rows", [[], {}, [1, 2]])
def test_a_folder_without_documents(tmp_path: Path, rows: Any) -> None:
    with pytest.raises(SourceError):
        list(Paged(_folder(tmp_path, rows)).documents())


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"<!doctype html>", b"[" * 100_000])
def test_a_broken_file(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "dev.json").write_bytes(content)
    with pytest.raises(SourceError):
        list(Paged(tmp_path).documents())


def test_a_data_set_of_charts_has_no_documents(tmp_path: Path) -> None:
    for opened, name in ((open_documents, "flowexplainbench"), (open_source, "paged")):
        with pytest.raises(SourceError) as caught:
            opened(name, tmp_path)
        assert caught.value.reason is RejectionReason.UNSUPPORTED


def test_the_shipped_manifest_is_valid() -> None:
    manifest = read_manifest("paged")
    assert (manifest.name, manifest.licence) == ("paged", "Apache-2.0")


def test_the_real_documents(real_data: Path) -> None:
    paged = Paged(real_data / "paged")
    found = list(paged.documents())
    assert len(found) == 543
    assert all(isinstance(item, Document) for item in found)
    counts: Counter[str] = Counter()
    for defect in paged.defects():
        counts[defect.kind] += defect.count
    assert counts == {"repeated_id": 211, "repeated_edge": 147, "unreachable": 33, "no_end": 7}


def test_the_real_graphs_go_through_triples(real_data: Path) -> None:
    for item in list(Paged(real_data / "paged").documents())[::7]:
        assert isinstance(item, Document)
        written = write_triples(item.graph)
        carried = read_triples(written.text)
        assert write_triples(carried).dropped == ()
        if "nodes" not in written.dropped:
            assert Counter(n.kind for n in carried.nodes) == Counter(n.kind for n in item.graph.nodes)
