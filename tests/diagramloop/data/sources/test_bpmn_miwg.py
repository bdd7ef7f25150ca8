"""The BPMN MIWG test suite as a source."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from diagramloop.data.sources import Chart, Rejected, open_source
from diagramloop.data.sources.bpmn_miwg import BpmnMiwg
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.models.pixels import png

MODEL = """<definitions xmlns:di="d" xmlns:dc="c"><process id="p"><task id="t" name="Pack"/></process><di:BPMNDiagram>
<di:BPMNPlane><di:BPMNShape bpmnElement="t"><dc:Bounds x="1" y="2" width="3" height="4"/></di:BPMNShape>
</di:BPMNPlane></di:BPMNDiagram></definitions>"""


def lay_out(root: Path, rows: object, **files: bytes) -> BpmnMiwg:
    (root / "pairs.json").write_text(json.dumps(rows), encoding="utf-8")
    for name, content in files.items():
        (root / name.replace("_", ".")).write_bytes(content)
    return BpmnMiwg(root)


BLANK = png(np.full((60, 80, 3), 255, np.uint8))


def test_a_pair_whose_boxes_are_not_found_is_a_chart_without_geometry(tmp_path: Path) -> None:
    source = lay_out(tmp_path, [{"id": "a", "tool": "Pen 1.0"}], a_bpmn=MODEL.encode(), a_png=BLANK)
    (chart,) = source.charts()
    assert isinstance(chart, Chart)
    assert (chart.domain, chart.licence, chart.picture) == ("Pen 1.0", "CC-BY-3.0", BLANK)
    assert [(n.text, n.box) for n in chart.graph.nodes] == [("Pack", None)]
    assert [(d.item, d.kind) for d in source.defects()] == [("a", "no places: too few boxes to find in the picture")]


def test_a_pair_whose_boxes_are_found_has_them_in_pixels(tmp_path: Path) -> None:
    boxes = [(10, 20, 90, 70), (150, 30, 250, 80), (40, 140, 140, 200)]
    tasks = "".join(f'<task id="t{at}" name="t{at}"/>' for at in range(3))
    shapes = "".join(
        f'<di:BPMNShape bpmnElement="t{at}"><dc:Bounds x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}"/>'
        "</di:BPMNShape>"
        for at, (x0, y0, x1, y1) in enumerate(boxes)
    )
    model = MODEL.replace('<task id="t" name="Pack"/>', tasks)
    model = model[: model.index("<di:BPMNShape")] + shapes + model[model.index("</di:BPMNPlane>") :]
    pixels = np.full((500, 600, 3), 255, np.uint8)
    for x0, y0, x1, y1 in boxes:
        cv2.rectangle(pixels, (2 * x0 + 30, 2 * y0 + 10), (2 * x1 + 30, 2 * y1 + 10), (0, 0, 0), 2)
    source = lay_out(tmp_path, [{"id": "a", "tool": "Pen"}], a_bpmn=model.encode(), a_png=png(pixels))
    (chart,) = source.charts()
    assert isinstance(chart, Chart)
    assert chart.graph.size == (600, 500)
    assert chart.graph.nodes[1].box == pytest.approx((330, 70, 530, 170), abs=2)
    assert list(source.defects()) == []


def test_broken_pairs_are_rejected_one_by_one(tmp_path: Path) -> None:
    empty = MODEL.replace('bpmnElement="t"', 'bpmnElement="u"').encode()
    rows = [{"id": "../a", "tool": "x"}, {"id": "b"}, 7, {"id": "c", "tool": "x"}, {"id": "d", "tool": "x"}]
    found = list(lay_out(tmp_path, rows, c_bpmn=empty, c_png=BLANK, d_bpmn=MODEL.encode()).charts())
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


@pytest.mark.long
def test_the_data_at_hand(real_data: Path) -> None:
    charts = list(islice(open_source("bpmn-miwg", real_data / "bpmn-miwg").charts(), 8))
    assert all(isinstance(one, Chart) and one.graph.nodes and one.picture and one.graph.size for one in charts)
    assert list(open_source("bpmn-miwg", real_data / "bpmn-miwg").questions()) == []
