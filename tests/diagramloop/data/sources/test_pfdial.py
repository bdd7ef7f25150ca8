"""A small data set in PFDial's form, broken in many ways; and the real one where it is there."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from diagramloop.data.sources import Chart, PFDial, Rejected, Transition
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.graph import NodeKind

CHART = "@startuml\nstart\n:取货\n或寄件;\nif (完好?) then (是)\n:退款;\nelse (否)\n:拒绝;\nendif\nstop"
ROW = {
    "id": "3_1_0",
    "flowchart": CHART,
    "current_state": "完好?",
    "next_state": "退款",
    "user_input": "是完好的",
    "robot_output": "为您退款。",
}


def data_set(root: Path, *rows: object) -> PFDial:
    (root / "test_id_formatA(main).json").write_text(json.dumps(rows))
    return PFDial(root)


def test_turns_are_steps_along_charts(tmp_path):
    source = data_set(tmp_path, ROW, ROW | {"id": "3_0_0", "current_state": "<start>", "next_state": "取货"})
    (chart,) = source.charts()
    assert isinstance(chart, Chart)
    assert (chart.id, chart.domain) == ("id_3", "id")
    assert chart.graph.nodes[0].kind is NodeKind.START
    first, second = source.transitions()
    assert first == Transition("id_3_1_0", "id_3", "n3", "是完好的", "n4", "是", "为您退款。")
    assert isinstance(second, Transition)
    assert (second.node, second.next_node, second.answer) == ("n1", "n2", "")
    assert source.faqs("id_3") == ()
    assert list(source.questions()) == []
    with pytest.raises(SourceError):
        source.faqs("id_4")


def test_a_split_is_read_by_itself_and_charts_say_theirs(tmp_path):
    for split in ("test_id", "test_ood", "train"):
        (tmp_path / f"{split}_formatA(main).json").write_text(json.dumps([ROW]))
    splits = {split: [chart.id for chart in PFDial(tmp_path, split).charts()] for split in (None, "ood", "train")}
    assert splits == {None: ["id_3", "ood_3"], "ood": ["ood_3"], "train": ["train_3"]}
    assert [chart.split for chart in PFDial(tmp_path).charts() if isinstance(chart, Chart)] == ["id", "ood"]
    with pytest.raises(SourceError, match=r"test_dev_formatA\(main\).json is missing"):
        list(PFDial(tmp_path, "dev").charts())


def test_two_texts_of_one_number_are_two_charts(tmp_path):
    source = data_set(tmp_path, ROW, ROW | {"flowchart": CHART + "\n@enduml"}, ROW)
    assert [chart.id for chart in source.charts()] == ["id_3", "id_3-2"]
    assert [row.chart for row in source.transitions() if isinstance(row, Transition)] == ["id_3", "id_3-2", "id_3"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"next_state": "没有"}, RejectionReason.INVALID),
        ({"next_state": "取货"}, RejectionReason.INVALID),
        ({"user_input": None}, RejectionReason.INVALID),
        ({"id": "../3"}, RejectionReason.INVALID),
        ({"id": 3}, RejectionReason.INVALID),
        ({"flowchart": "endif"}, RejectionReason.SYNTAX),
        ({"flowchart": ""}, RejectionReason.EMPTY),
    ],
)
def test_a_broken_turn_is_rejected_and_the_others_stay(tmp_path, change, reason):
    bad, good = data_set(tmp_path, ROW | change, ROW).transitions()
    assert isinstance(bad, Rejected)
    assert bad.reason is reason
    assert isinstance(good, Transition)


def test_rows_may_be_anything(tmp_path):
    assert [type(row) for row in data_set(tmp_path, 3, None, [ROW], {}).transitions()] == [Rejected] * 4


def test_defects_are_counted(tmp_path):
    twice = CHART.replace(":拒绝;", ":退款;")
    source = data_set(tmp_path, ROW | {"user_input": " ", "flowchart": twice}, ROW | {"next_state": "没有"})
    assert [(d.kind, d.count) for d in source.defects()] == [("silent_user", 1), ("ambiguous_states", 1)]


def test_an_absent_or_odd_data_set_says_so(tmp_path):
    with pytest.raises(SourceError):
        list(PFDial(tmp_path).charts())
    (tmp_path / "test_id_formatA(main).json").write_text("{}")
    with pytest.raises(SourceError):
        list(PFDial(tmp_path).transitions())


def test_the_real_data_set_of_turns(real_data):
    source = PFDial(real_data / "pfdial")
    charts = list(source.charts())
    assert [type(chart) for chart in charts] == [Chart] * 81
    rows = list(source.transitions())
    assert len(rows) == 2273
    assert Counter(type(row) for row in rows) == {Transition: 2231, Rejected: 42}
