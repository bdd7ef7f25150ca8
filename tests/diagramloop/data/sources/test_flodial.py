"""A small data set in FloDial's form, broken in many ways; and the real one where it is there."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from diagramloop.data.sources import Chart, Dialogue, FloDial, Rejected, TurnKind
from diagramloop.data.sources.fetch import read_manifest
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.graph import NodeKind

CHART = {
    "name": "lamp",
    "category": "home",
    "problem_description": "The lamp stays dark.",
    "nodes": {
        "1": {"label": "plugged in?", "terminal": False, "utterance": "Is the lamp plugged in?"},
        "2": {"label": "plug it in", "terminal": True, "utterance": "Plug the lamp in."},
        "3": {"label": "bulb ok?", "terminal": False, "utterance": "Is the bulb intact?"},
        "4": {"label": "replace", "terminal": True, "utterance": "Replace the bulb."},
        "5": {"label": "call", "terminal": True, "utterance": "Call an electrician."},
    },
    "edges": {"1": {"no": "2", "yes": "3"}, "3": {"no": "4", "yes": "5"}},
    "supporting_faqs": [{"id": "0", "q": "How do I see a broken bulb?", "a": "Its wire is torn."}],
}
SPOKEN = [
    ("user", "The lamp is dark.", "chart-0"),
    ("agent", "Plugged in?", "chart-1"),
    ("user", "It is in the wall.", "chart-1"),
    ("agent", "Do you know how to check a bulb?", "faq-0"),
    ("user", "How would I?", "chart-3"),
    ("agent", "Look at the wire.", "faq-0"),
    ("user", "It is torn.", "chart-3"),
    ("agent", "Replace it.", "chart-4"),
    ("user", "Thanks.", None),
    ("agent", "Bye.", None),
]


def utterances(spoken: list[tuple[str, str, str | None]]) -> list[dict[str, object]]:
    rows = [
        {"speaker": who, "utterance": text, "turn_id": at // 2 + 1, "grounded_doc_id": where}
        for at, (who, text, where) in enumerate(spoken)
    ]
    return [{key: value for key, value in row.items() if value is not None} for row in rows]


def data_set(root: Path, spoken: object = SPOKEN, chart: object = CHART, name: str = "lamp") -> FloDial:
    said = utterances(spoken) if isinstance(spoken, list) and spoken and isinstance(spoken[0], tuple) else spoken
    (root / "knowledge-sources").mkdir()
    (root / "dialogs").mkdir()
    (root / f"knowledge-sources/{name}.json").write_text(chart if isinstance(chart, str) else json.dumps(chart))
    (root / "dialogs/test_dialogs.json").write_text(json.dumps({"7": {"flowchart": "lamp", "utterences": said}}))
    (root / "dialogs/s-flo-test.json").write_text('{"tst": ["8"]}')
    return FloDial(root)


def test_a_chart_speaks_in_utterances(tmp_path):
    source = data_set(tmp_path)
    (chart,) = source.charts()
    assert isinstance(chart, Chart)
    assert (chart.id, chart.domain, chart.graph.title) == ("lamp", "home", "The lamp stays dark.")
    assert chart.graph.node_by_id["1"].text == "Is the lamp plugged in?"
    assert [node.kind is NodeKind.END for node in chart.graph.nodes] == [False, True, False, True, True]
    assert "Is the lamp plugged in?" in chart.mermaid
    assert [faq.question for faq in source.faqs("lamp")] == ["How do I see a broken bulb?"]
    assert list(source.questions()) == []


def test_the_path_is_read_from_both_speakers(tmp_path):
    (dialogue,) = data_set(tmp_path).dialogues()
    assert isinstance(dialogue, Dialogue)
    assert (dialogue.path, dialogue.answers) == (("1", "3", "4"), ("yes", "no"))
    assert dialogue.root_init
    assert dialogue.exchanges == 5
    kinds = [turn.kind.value for turn in dialogue.turns]
    assert kinds == ["opening", "node", "answer", "faq", "question", "faq", "answer", "node", "closing", "closing"]
    assert [turn.kind for turn in dialogue.said_at("3")] == [TurnKind.QUESTION, TurnKind.ANSWER]


def test_what_lies_before_the_true_start_is_background(tmp_path):
    (dialogue,) = data_set(tmp_path, [SPOKEN[0], *SPOKEN[4:]]).dialogues()
    assert isinstance(dialogue, Dialogue)
    assert (dialogue.start, dialogue.path, dialogue.answers) == ("3", ("3", "4"), ("no",))
    assert (dialogue.background, dialogue.background_answers) == (("1",), ("yes",))
    assert not dialogue.root_init


def test_what_is_lived_with_is_counted(tmp_path):
    spoken = [SPOKEN[0], SPOKEN[1], SPOKEN[2], ("agent", "See this.", "faq-9"), SPOKEN[7]]
    source = data_set(tmp_path, spoken)
    (dialogue,) = source.dialogues()
    assert isinstance(dialogue, Dialogue)
    assert dialogue.path == ("1", "3", "4")
    assert {(d.kind, d.count) for d in source.defects()} == {("unspoken", 1), ("unknown_faq", 1)}


def test_an_unfinished_dialogue_is_counted(tmp_path):
    assert [d.kind for d in data_set(tmp_path, SPOKEN[:7]).defects()] == ["unfinished"]


@pytest.mark.parametrize(
    "spoken",
    [
        [SPOKEN[0]],
        [SPOKEN[0], ("agent", "?", "chart-99")],
        [SPOKEN[0], ("agent", "?", "chart-4"), ("user", "?", "chart-1")],
        [SPOKEN[0], ("agent", "?", "page-1")],
        [SPOKEN[0], ("nobody", "?", "chart-1")],
        [],
        "text",
        [1],
    ],
    ids=["no node", "unknown node", "backwards", "odd grounding", "odd speaker", "empty", "text", "numbers"],
)
def test_a_broken_dialogue_is_rejected(tmp_path, spoken):
    (rejected,) = data_set(tmp_path, spoken).dialogues()
    assert isinstance(rejected, Rejected)
    assert (rejected.id, rejected.what, rejected.reason) == ("7", "dialogue", RejectionReason.INVALID)


@pytest.mark.parametrize("chart", ["{", '{"nodes": {}}', '{"nodes": {"1": 3}, "edges": {}}'])
def test_a_broken_chart_takes_only_its_dialogues_along(tmp_path, chart):
    source = data_set(tmp_path, chart=chart)
    assert all(isinstance(row, Rejected) for row in (*source.charts(), *source.dialogues()))
    with pytest.raises(SourceError):
        source.faqs("lamp")


def test_a_chart_may_not_climb_out_of_its_folder(tmp_path):
    with pytest.raises(SourceError):
        data_set(tmp_path).faqs("../dialogs/s-flo-test")


PUBLISHED = {
    "dialogs/s-flo-test.json": {"tst": ["7", "8"]},
    "dialogs/u-flo-test.json": {"tst": ["8", "9"]},
    "dialogs/s-flo.json": {"trn": ["9", "11"], "val": ["10"]},
}


def published(root: Path, split: str | None = None) -> FloDial:
    """Files as the public repository has them: dialogues 7, 8 and 9 are tested on, 8 in both ways, 10 and 11 not."""
    data_set(root)
    row = {"flowchart": "lamp", "utterences": utterances(SPOKEN)}
    files = {
        "dialogs/test_dialogs.json": dict.fromkeys("789", row),
        "dialogs/dialogs.json": dict.fromkeys(["10", "11"], row),
    }
    for file, content in (PUBLISHED | files).items():
        (root / file).write_text(json.dumps(content))
    return FloDial(root, split)


@pytest.mark.parametrize(
    ("split", "found"),
    [
        (None, {"7": ("s-flo",), "8": ("s-flo", "u-flo"), "9": ("u-flo",)}),
        ("s-flo", {"7": ("s-flo",), "8": ("s-flo",)}),
        ("u-flo", {"8": ("u-flo",), "9": ("u-flo",)}),
        ("s-flo-train", {"9": ("s-flo-train",), "11": ("s-flo-train",)}),
        ("s-flo-dev", {"10": ("s-flo-dev",)}),
    ],
)
def test_dialogues_say_which_splits_they_are_in(tmp_path, split, found):
    dialogues = list(published(tmp_path, split).dialogues())
    assert {one.id: one.splits for one in dialogues if isinstance(one, Dialogue)} == found


def test_a_listed_dialogue_that_is_nowhere_is_rejected(tmp_path):
    data_set(tmp_path)
    (rejected,) = FloDial(tmp_path, "s-flo").dialogues()
    assert isinstance(rejected, Rejected)
    assert (rejected.id, rejected.reason) == ("8", RejectionReason.MISSING)


def test_a_split_that_is_not_there_says_so(tmp_path):
    data_set(tmp_path)
    with pytest.raises(SourceError, match="s-flo, s-flo-dev"):
        FloDial(tmp_path, "test_dialogs")
    with pytest.raises(SourceError, match=r"u-flo-test.json is missing"):
        list(FloDial(tmp_path, "u-flo").dialogues())
    (tmp_path / "dialogs/s-flo.json").write_text('{"trn": {}}')
    with pytest.raises(SourceError, match='no list "trn"'):
        list(FloDial(tmp_path, "s-flo-train").dialogues())


def test_an_absent_data_set_says_so(tmp_path):
    with pytest.raises(SourceError):
        list(FloDial(tmp_path).charts())
    with pytest.raises(SourceError):
        list(FloDial(tmp_path).dialogues())


@pytest.mark.parametrize("name", ["flodial", "pfdial"])
def test_the_manifests_say_that_nothing_vouches_for_them(name):
    (file,) = read_manifest(name).files
    assert file.unverified


def test_the_real_data_set(real_data):
    source = FloDial(real_data / "flodial")
    charts = {chart.id: chart.graph for chart in source.charts() if isinstance(chart, Chart)}
    dialogues = [row for row in source.dialogues() if isinstance(row, Dialogue)]
    assert (len(charts), len(dialogues), sum(d.root_init for d in dialogues)) == (12, 222, 160)
    assert list(FloDial(real_data / "flodial", "s-flo").dialogues()) == dialogues
    assert {d.splits for d in dialogues} == {("s-flo",)}
    for dialogue in dialogues:
        edges = {(e.source, e.label): e.target for e in charts[dialogue.chart].edges}
        way = (*dialogue.background, *dialogue.path)
        answers = (*dialogue.background_answers, *dialogue.answers)
        assert [edges[here, answer] for here, answer in zip(way, answers, strict=False)] == list(way[1:])
        assert len(set(pairwise(way))) == len(answers)
    assert Counter(defect.kind for defect in source.defects()) == {"ungrounded": 222}
