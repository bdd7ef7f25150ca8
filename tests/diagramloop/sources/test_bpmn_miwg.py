"""The BPMN MIWG test suite as a source."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diagramloop.errors import RejectionReason, SourceError
from diagramloop.sources import Chart, Rejected, open_source
from diagramloop.sources.bpmn_miwg import BpmnMiwg

MODEL = """<definitions xmlns:di="d" xmlns:dc="c"><process id="p"><task id="t" name="Pack"/></process><di:BPMNDiagram>
<di:BPMNPlane><di:BPMNShape bpmnElement="t"><dc:Bounds x="1" y="2" width="3" height="4"/></di:BPMNShape>
</di:BPMNPlane></di:BPMNDiagram></definitions>"""


def lay_out(root: Path, rows: object, **files: bytes) -> BpmnMiwg:
    (root / "pairs.json").write_text(json.dumps(rows), encoding="utf-8")
    for name, content in files.items():
        (root / name.replace("_", ".")).write_bytes(content)
    return BpmnMiwg(root)


def test_a_pair_is_a_chart_without_geometry(tmp_path: Path) -> None:
    source = lay_out(tmp_path, [{"id": "a", "tool": "Pen 1.0"}], a_bpmn=MODEL.encode(), a_png=b"picture")
    (chart,) = source.charts()
    assert isinstance(chart, Chart)
    assert (chart.domain, chart.licence, chart.picture) == ("Pen 1.0", "CC-BY-3.0", b"picture")
    assert [(n.text, n.box) for n in chart.graph.nodes] == [("Pack", None)]


def test_broken_pairs_are_rejected_one_by_one(tmp_path: Path) -> None:
    empty = MODEL.replace('bpmnElement="t"', 'bpmnElement="u"').encode()
    rows = [{"id": "../a", "tool": "x"}, {"id": "b"}, 7, {"id": "c", "tool": "x"}, {"id": "d", "tool": "x"}]
    found = list(lay_out(tmp_path, rows, c_bpmn=empty, c_png=b"x", d_bpmn=MODEL.encode()).charts())
    assert [row.reason for row in found if isinstance(row, Rejected)] == [
        RejectionReason.UNSAFE,
        RejectionReason.INVALID,
        RejectionReason.INVALID,
        RejectionReason.EMPTY,
        RejectionReason.MISSING,
    ]


def test_a_folder_without_the_list_is_no_source(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        list(BpmnMiwg(tmp_path).charts())


def test_the_data_at_hand(real_data: Path) -> None:
    rows = list(open_source("bpmn-miwg", real_data / "bpmn-miwg").charts())
    charts = [row for row in rows if isinstance(row, Chart)]
    assert len(rows) - len(charts) <= 1
    assert all(chart.graph.nodes and chart.picture for chart in charts)
    assert list(open_source("bpmn-miwg", real_data / "bpmn-miwg").questions()) == []
