"""The reader of the plain-file form, with files that break it; the shipped corpus is in tests/diagramloop/corpus."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diagramloop.data.sources import SOURCES, Chart, Corpus, Dialogue, Question, Rejected, asked_of, open_source
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError

CHART = "---\ntitle: T\n---\nflowchart TD\n  a[One] -->|go| b{Two}\n  b --> a\n"
QUESTION = {"type": "topological", "question": "How many?", "answers": ["2"], "attribution": ["a", "b"], "reason": "r"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_chart(tmp_path, "code/one", CHART)
    return tmp_path


def write_chart(root: Path, name: str, content: str | bytes) -> None:
    path = root / "charts" / f"{name}.mmd"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def write_questions(root: Path, content: object, name: str = "code/one") -> None:
    path = root / "questions" / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))


def test_chart_and_question_with_their_provenance(folder):
    write_questions(folder, {"chart": "one", "questions": [QUESTION]})
    source = open_source("corpus", folder)
    (chart,) = source.charts()
    assert isinstance(chart, Chart)
    assert (chart.id, chart.domain, chart.origin) == ("one", "code", "charts/code/one.mmd")
    assert (chart.graph.title, [e.label for e in chart.graph.edges]) == ("T", ["go", ""])
    (question,) = source.questions()
    assert isinstance(question, Question)
    assert (question.id, question.chart, question.attribution) == ("one_1", "one", ("a", "b"))


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("code/empty", b"", RejectionReason.EMPTY),
        ("code/latin", "flowchart TD\n a[é]".encode("latin-1"), RejectionReason.UNREADABLE),
        ("code/other", "sequenceDiagram\n a->>b: x", RejectionReason.UNSUPPORTED),
        ("code/open", "flowchart TD\n a[unclosed", RejectionReason.SYNTAX),
        ("code/with space", CHART, RejectionReason.UNSAFE),
        ("code/ümlaut", CHART, RejectionReason.UNSAFE),
        ("how-to/one", CHART, RejectionReason.INVALID),  # the same name in a second domain
    ],
)
def test_a_broken_chart_is_rejected_and_the_others_stay(folder, name, content, reason):
    write_chart(folder, name, content)
    rows = list(Corpus(folder).charts())
    (rejected,) = [row for row in rows if isinstance(row, Rejected)]
    assert (rejected.reason, rejected.what, len(rows)) == (reason, "chart", 2)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"type": "riddle"}, RejectionReason.INVALID),
        ({"question": " "}, RejectionReason.INVALID),
        ({"question": 7}, RejectionReason.INVALID),
        ({"question": "\ud800"}, RejectionReason.INVALID),
        ({"answers": []}, RejectionReason.INVALID),
        ({"answers": "yes"}, RejectionReason.INVALID),
        ({"answers": [None]}, RejectionReason.INVALID),
        ({"attribution": []}, RejectionReason.EMPTY),
        ({"attribution": ["a", "c"]}, RejectionReason.INVALID),
        ({"attribution": ["a", "a"]}, RejectionReason.INVALID),
        ({"attribution": {"a": 1}}, RejectionReason.INVALID),
    ],
)
def test_a_broken_question_is_rejected_and_the_others_stay(folder, wrong, reason):
    write_questions(folder, {"chart": "one", "questions": [QUESTION | wrong, QUESTION]})
    rejected, kept = Corpus(folder).questions()
    assert isinstance(rejected, Rejected)
    assert (rejected.id, rejected.reason) == ("one_1", reason)
    assert isinstance(kept, Question)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", RejectionReason.SYNTAX),
        ("[" * 100_000, RejectionReason.SYNTAX),
        ('{"chart": "one", "chart": "one", "questions": []}', RejectionReason.SYNTAX),
        ([], RejectionReason.INVALID),
        ({"chart": "one"}, RejectionReason.INVALID),
        ({"chart": "one", "questions": ["?"]}, RejectionReason.INVALID),
    ],
)
def test_a_broken_file_of_questions_is_one_rejected_row(folder, content, reason):
    write_questions(folder, content)
    (rejected,) = Corpus(folder).questions()
    assert isinstance(rejected, Rejected)
    assert rejected.reason is reason


def test_a_question_on_no_chart(folder):
    write_questions(folder, {"chart": "../one", "questions": [QUESTION]})
    (rejected,) = Corpus(folder).questions()
    assert isinstance(rejected, Rejected)
    assert rejected.reason is RejectionReason.MISSING


def test_a_folder_without_charts_is_no_data_set(tmp_path):
    with pytest.raises(SourceError):
        list(Corpus(tmp_path).charts())


class Mine(Corpus):
    """A data set of one's own."""

    name = "mine"
    licence = "CC0-1.0"


def test_a_data_set_of_ones_own_is_named_by_its_class(folder, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "my_sets", type("Module", (), {"Mine": Mine}))
    (chart,) = open_source("my_sets:Mine", folder).charts()
    assert isinstance(chart, Chart)
    assert (chart.source, chart.licence) == ("mine", "CC0-1.0")


@pytest.mark.parametrize("name", ["nothing", "nothing:Mine", "json:Mine", "", ":"])
def test_an_unknown_name_is_refused(tmp_path, name):
    with pytest.raises(DiagramloopError, match="no source") as caught:
        open_source(name, tmp_path)
    assert caught.value.reason is RejectionReason.MISSING
    assert {"corpus", "flowexplainbench", "paged"} <= set(SOURCES)


def test_an_absent_folder(tmp_path):
    with pytest.raises(SourceError):
        open_source("corpus", tmp_path / "absent")


TURNS = [
    {"speaker": "user", "text": "Hello."},
    {"speaker": "agent", "text": "Two?", "node": "b"},
    {"speaker": "user", "text": "What is two?", "node": "b"},
    {"speaker": "agent", "text": "One and one.", "faq": "sum"},
]
FAQS = [{"id": "sum", "question": "What is two?", "answer": "One and one."}]


def write_dialogues(root: Path, content: object, name: str = "code/one") -> None:
    path = root / "dialogues" / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))


def test_dialogues_and_knowledge_beside_a_chart(folder):
    write_dialogues(folder, {"chart": "one", "faqs": FAQS, "dialogues": [{"turns": TURNS}]})
    source = Corpus(folder)
    (dialogue,) = source.dialogues()
    assert isinstance(dialogue, Dialogue)
    assert (dialogue.id, dialogue.path, dialogue.background) == ("one_d1", ("b",), ("a",))
    assert dialogue.background_answers == ("go",)
    assert [faq.id for faq in source.faqs("one")] == ["sum"]


def test_a_chart_without_dialogues_has_no_knowledge(folder):
    assert Corpus(folder).faqs("one") == ()
    assert list(Corpus(folder).dialogues()) == []
    with pytest.raises(SourceError):
        Corpus(folder).faqs("two")


@pytest.mark.parametrize(
    ("dialogue", "reason"),
    [
        ({"turns": []}, RejectionReason.INVALID),
        ({"turns": [TURNS[0] | {"speaker": "dog"}]}, RejectionReason.INVALID),
        ({"turns": [TURNS[0]]}, RejectionReason.INVALID),
        ({"turns": [*TURNS, TURNS[3] | {"faq": "none"}]}, RejectionReason.INVALID),
        ({"turns": [TURNS[0], TURNS[1] | {"node": "z"}]}, RejectionReason.INVALID),
    ],
    ids=["empty", "speaker", "no node", "unknown faq", "unknown node"],
)
def test_a_broken_dialogue_is_a_rejected_row(folder, dialogue, reason):
    write_dialogues(folder, {"chart": "one", "faqs": FAQS, "dialogues": [dialogue, {"turns": TURNS}]})
    bad, good = Corpus(folder).dialogues()
    assert isinstance(bad, Rejected)
    assert (bad.id, bad.what, bad.reason) == ("one_d1", "dialogue", reason)
    assert isinstance(good, Dialogue)


def test_a_broken_file_of_dialogues_is_one_rejected_row(folder):
    write_dialogues(folder, "{")
    write_dialogues(folder, {"chart": "two", "faqs": FAQS, "dialogues": [{"turns": TURNS}]}, "code/two")
    assert [(row.id, row.reason) for row in Corpus(folder).dialogues() if isinstance(row, Rejected)] == [
        ("dialogues/code/one.json", RejectionReason.SYNTAX),
        ("two_d1", RejectionReason.MISSING),
    ]


def test_documents_are_texts_with_triples_beside_them(tmp_path):
    folder = tmp_path / "documents"
    for name, content in {
        "a/one.txt": "Begin, then stop.\n",
        "a/one.triples": "Start -> End",
        "b/one.txt": "The same name.",
        "b/one.triples": "Start -> End",
        "b/lone.txt": "No graph.",
        "b/blank.txt": " \n",
        "b/prose.txt": "Text.",
        "b/prose.triples": "no triple",
        "b/-x.txt": "Text.",
        "b/-x.triples": "Start -> End",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    good, *rejected = sorted(Corpus(tmp_path).documents(), key=lambda item: isinstance(item, Rejected))
    assert (good.id, good.text, len(good.graph.nodes)) == ("one", "Begin, then stop.", 2)
    assert {item.id: item.reason for item in rejected} == {
        "documents/b/one.txt": RejectionReason.INVALID,
        "documents/b/lone.txt": RejectionReason.MISSING,
        "documents/b/blank.txt": RejectionReason.EMPTY,
        "documents/b/prose.txt": RejectionReason.EMPTY,
        "documents/b/-x.txt": RejectionReason.UNSAFE,
    }


def test_questions_that_nobody_has_labelled_can_be_asked_and_not_scored(folder):
    bare = {name: value for name, value in QUESTION.items() if name != "attribution"}
    write_questions(folder, {"chart": "one", "questions": [bare, QUESTION, {**bare, "answers": []}]})
    first, second, broken = asked_of(Corpus(folder))
    assert (first.attribution, second.attribution) == ((), ("a", "b"))
    unlabelled, labelled, _ = Corpus(folder).questions()
    assert (unlabelled.id, unlabelled.reason, labelled) == ("one_1", RejectionReason.EMPTY, second)
    assert "benchmark" in unlabelled.detail
    assert broken.reason is RejectionReason.INVALID
