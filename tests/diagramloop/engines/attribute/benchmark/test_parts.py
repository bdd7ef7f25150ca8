"""The steps of building a benchmark: what they drop, what they keep, and what an earlier run left."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from diagramloop.data.sources import Chart, FlowExplainBench, Question, QuestionType, Rejected
from diagramloop.engines.attribute.benchmark import (
    Asked,
    KeptLabel,
    LabelLog,
    Looks,
    agreements,
    build,
    select_questions,
)
from diagramloop.engines.attribute.benchmark.label_log import asked_digest
from diagramloop.errors import RejectionReason
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.scores.annotation import AnnotationStore, Rubric

MERMAID = "flowchart TD\n    a{Dry?} -->|yes| b[Water it]\n    a -->|no| c[Wait]\n"
CHART = Chart("plant", "own", "home", "CC0-1.0", MERMAID, read_mermaid(MERMAID))
TYPES = list(QuestionType)


def question(number: int, text: str = "What now?", chart: str = "plant") -> Question:
    return Question(f"q{number}", chart, text, ("So.",), TYPES[number % 4], ())


def asked(*questions: Question) -> Asked:
    return Asked.among([CHART], questions or [question(n) for n in range(4)])


@pytest.fixture
def store(tmp_path: Path) -> AnnotationStore:
    return AnnotationStore(tmp_path / "log", {f"q{n}": ["a", "b", "c"] for n in range(4)})


def pick(store: AnnotationStore, who: str, number: int, *nodes: str) -> None:
    store.save(who, f"q{number}", nodes, Rubric(2, 2, 2), none=not nodes)


def test_everything_that_cannot_be_asked_is_told() -> None:
    broken = Rejected("q7", "own", "question", RejectionReason.INVALID, "no")
    found = Asked.among([CHART], [question(0), broken, question(1, chart="gone")])
    assert list(found.questions) == ["q0"]
    assert [(one.id, one.reason) for one in found.dropped] == [("q7", "invalid"), ("q1", "missing")]


def test_every_question_is_chosen_or_told_why_not(store: AnnotationStore) -> None:
    given = asked(question(0), question(1, "How many edges are there?"), question(2), question(3))
    pick(store, "Ada", 0, "a")
    pick(store, "Ada", 1, "a")
    pick(store, "Ada", 2)
    found = select_questions(given, store, {}, 5)
    assert [one.id for one in found.chosen] == ["q0"]
    assert {one.id: one.reason for one in found.dropped} == {"q1": "trivial", "q2": "no_grounds", "q3": "not_annotated"}


def test_a_model_is_a_rater_whom_no_annotator_can_be(store: AnnotationStore) -> None:
    labels = {f"q{n}": KeptLabel(f"q{n}", "", name, ("a",)) for n, name in enumerate(["one", "one", "two"])}
    for number in range(3):
        pick(store, "Ada", number, "a")
    found = {(pair.first, pair.second): (pair.kappa, pair.questions) for pair in agreements(store, labels)}
    assert found == {("Ada", "model: one"): (1.0, 2), ("Ada", "model: two"): (1.0, 1)}


def test_a_label_of_another_text_or_with_nodes_of_no_chart_is_none(tmp_path: Path) -> None:
    given = asked()
    of = asked_digest(given, given.questions["q0"])
    rows = [("q0", of, ["a"]), ("q1", of, ["a"]), ("q2", asked_digest(given, given.questions["q2"]), ["z"])]
    lines = [json.dumps({"question": id, "of": digest, "model": "m", "nodes": nodes}) for id, digest, nodes in rows]
    (tmp_path / "labels").write_text("\n".join(lines) + "\n")
    assert list(LabelLog(tmp_path / "labels").labels(given)) == ["q0"]
    changed = asked(question(0, "What then?"))
    assert not LabelLog(tmp_path / "labels").labels(changed)


def test_styles_are_spread_and_stay_with_their_charts() -> None:
    looks = Looks()
    counts = Counter(looks.of(f"chart-{n}") for n in range(400))
    assert set(counts) == {"single", "multi", "default", "mono"}
    assert min(counts.values()) > 70
    assert Looks(("mono",)).of("chart-1") == "mono"


def test_a_picture_that_is_not_to_be_there_any_more_is_taken_away(tmp_path: Path, store: AnnotationStore) -> None:
    pick(store, "Ada", 0, "a")
    given, folder = asked(), tmp_path / "made"
    assert build(folder, given, store, Looks(("mono",), engine="merman")).styles == {"plant": "mono"}
    made = build(folder, given, store, Looks(("original",)))
    assert (made.styles, [one.reason for one in made.dropped if one.what == "picture"]) == ({}, ["missing"])
    (chart,) = FlowExplainBench(folder).charts()
    assert isinstance(chart, Chart)
    assert chart.picture is None


def test_an_original_is_not_taken_for_a_drawing_of_ours(tmp_path: Path, store: AnnotationStore) -> None:
    pick(store, "Ada", 0, "a")
    looks, folder = Looks(("mono",), engine="merman"), tmp_path / "made"
    build(folder, asked(), store, looks)
    ours = (folder / "images" / "plant" / "original.png").read_bytes()
    (drawn,) = FlowExplainBench(folder).charts()
    assert isinstance(drawn, Chart)
    theirs = replace(drawn, picture=ours + b"theirs")
    build(folder, Asked.among([theirs], [question(0)]), store, Looks(("original",)))
    build(folder, asked(), store, looks)
    assert (folder / "images" / "plant" / "original.png").read_bytes() == ours
