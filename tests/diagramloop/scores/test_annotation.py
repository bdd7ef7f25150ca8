"""The annotation log: what is saved stays, whoever writes at once and whenever one is killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

import pytest

from diagramloop.base import journal
from diagramloop.errors import RejectionReason
from diagramloop.scores.annotation import Annotation, AnnotationError, AnnotationStore, Rubric

OFFERED = {"q1": ("A", "B", "C"), "q2": ("A", "B"), "q3": ("Z",)}
GOOD, POOR = Rubric(2, 2, 2), Rubric(0, 1, 0)


@pytest.fixture
def store(tmp_path):
    return AnnotationStore(tmp_path / "annotations/log.jsonl", OFFERED)


def test_the_last_annotation_counts_and_all_are_kept(store, tmp_path):
    store.save("ann", "q2", ["B"], POOR, "not sure")
    store.save("bob", "q2", ["A"], GOOD)
    store.save("ann", "q1", ["C", "A"], GOOD)
    store.save("ann", "q2", ["A", "B"], GOOD)
    again = AnnotationStore(tmp_path / "annotations/log.jsonl", OFFERED)
    assert again.of("ann") == {
        "q1": Annotation("ann", "q1", ("C", "A"), GOOD),
        "q2": Annotation("ann", "q2", ("A", "B"), GOOD),
    }
    assert list(again.of("ann")) == ["q1", "q2"]
    assert [annotation.nodes for annotation in again.log()] == [("B",), ("A",), ("C", "A"), ("A", "B")]
    assert [(row.first, row.second) for row in again.agreement()] == [("ann", "bob")]
    assert again.of("eve") == {}


def test_agreement_of_each_pair(store):
    for annotator, nodes in {"ann": ["A"], "bob": ["A"], "cyd": ["B"]}.items():
        store.save(annotator, "q1", nodes, GOOD)
        store.save(annotator, "q2", nodes, GOOD)
    assert [(a.first, a.second, a.identical) for a in store.agreement()] == [
        ("ann", "bob", 1.0),
        ("ann", "cyd", 0.0),
        ("bob", "cyd", 0.0),
    ]
    assert store.agreement()[0].kappa == 1.0


def test_what_stands_for_all(store):
    store.save("ann", "q1", ["A", "B"], POOR)
    store.save("bob", "q1", ["A", "C"], GOOD)
    store.save("ann", "q2", ["A", "B"], GOOD)
    store.save("bob", "q2", ["B"], GOOD)
    assert {question: annotation.nodes for question, annotation in store.agreed().items()} == {
        "q1": ("A", "C"),
        "q2": ("B",),
    }


def test_done_is_an_answer_and_a_whole_rubric(store):
    store.save("ann", "q1", [], GOOD)  # no answer
    store.save("ann", "q2", ["A"], Rubric(2, None, 1))  # no whole rubric
    store.save("bob", "q1", [], GOOD, none=True)
    store.save("bob", "q2", ["A"], GOOD)
    assert [(made.done, made.rubric.score) for made in store.of("ann").values()] == [(False, 6), (False, None)]
    assert all(made.done for made in store.of("bob").values())
    assert store.of("ann")["q2"].rubric == Rubric(2, None, 1)  # it is in the log, and is resumed
    assert store.agreement() == []
    assert {question: made.annotator for question, made in store.agreed().items()} == {"q1": "bob", "q2": "bob"}


def test_what_is_emptied_again_is_no_longer_done(store):
    store.save("ann", "q1", ["A"], GOOD)
    store.save("ann", "q1", [], GOOD)
    assert store.agreed() == {}


def test_a_log_of_an_earlier_version(tmp_path):
    log = tmp_path / "log.jsonl"
    empty = {"annotator": "ann", "question": "q1", "nodes": [], "rubric": None, "note": ""}
    whole = {**empty, "question": "q2", "nodes": ["A"], "rubric": asdict(GOOD)}
    log.write_text("".join(json.dumps(line) + "\n" for line in (empty, whole)))
    made = AnnotationStore(log, OFFERED).of("ann")
    assert {question: annotation.done for question, annotation in made.items()} == {"q1": False, "q2": True}


def test_nodes_and_that_there_are_none_is_no_annotation(store):
    with pytest.raises(AnnotationError, match="none"):
        store.save("ann", "q1", ["A"], GOOD, none=True)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("ann", "q9", ["A"]), RejectionReason.MISSING),
        (("ann", "q2", ["C"]), RejectionReason.INVALID),
        (("ann", "q2", ["A", "A"]), RejectionReason.INVALID),
        (("ann", "q2", [1]), RejectionReason.INVALID),
        (("", "q2", ["A"]), RejectionReason.INVALID),
        (("../x\n", "q2", ["A"]), RejectionReason.INVALID),
        (("ann", "q2", ["A"], Rubric(3, 0, 0)), RejectionReason.INVALID),
        (("ann", "q2", ["A"], None, "x" * 10_001), RejectionReason.INVALID),
        (("ann", "q2", ["A"], None, "\ud800"), RejectionReason.INVALID),
        (("ann", "q2", [object()]), RejectionReason.INVALID),
    ],
)
def test_what_cannot_be_saved_leaves_no_trace(store, arguments, reason):
    with pytest.raises(AnnotationError) as caught:
        store.save(*arguments)
    assert caught.value.reason is reason
    assert list(store.log()) == []


def test_rubric():
    assert [(r.score, r.verdict) for r in (GOOD, Rubric(2, 1, 2), Rubric(1, 1, 1), Rubric(1, 1, 0))] == [
        (6, "excellent"),
        (5, "excellent"),
        (3, "acceptable"),
        (2, "needs review"),
    ]


def test_notes_of_any_text(store):
    note = 'line\none\r\n"quotes" \u2028 \x00 ü 🙂'
    store.save("ann", "q1", ["A"], note=note)
    assert store.of("ann")["q1"].note == note


@pytest.mark.parametrize("cut", [1, 20, -1])
def test_an_unfinished_line_counts_for_nothing(store, tmp_path, cut):
    path = tmp_path / "annotations/log.jsonl"
    store.save("ann", "q1", ["A"])
    whole = path.read_bytes()
    store.save("ann", "q1", ["B"])
    path.write_bytes(path.read_bytes()[: len(whole) + cut] if cut > 0 else path.read_bytes()[:cut])
    assert store.of("ann")["q1"].nodes == ("A",)
    store.save("ann", "q1", ["C"])
    assert [annotation.nodes for annotation in store.log()] == [("A",), ("C",)]


@pytest.mark.parametrize("line", ["{}", "[]", "x", '{"annotator": "a"}', '{"annotator":"a","question":"q","nodes":7}'])
def test_a_foreign_line_is_an_error_and_is_not_touched(store, tmp_path, line):
    path = tmp_path / "annotations/log.jsonl"
    store.save("ann", "q1", ["A"])
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(AnnotationError, match="line 2"):
        store.of("ann")


def test_a_full_log_takes_no_more(store, tmp_path, monkeypatch):
    store.save("ann", "q1", ["A"])
    monkeypatch.setattr(journal, "MAX_BYTES", (tmp_path / "annotations/log.jsonl").stat().st_size + 50)
    with pytest.raises(AnnotationError) as caught:
        store.save("ann", "q1", ["B"])
    assert caught.value.reason is RejectionReason.TOO_LARGE
    assert store.of("ann")["q1"].nodes == ("A",)


WRITER = """
import sys
from pathlib import Path
from diagramloop.scores.annotation import AnnotationStore
store = AnnotationStore(Path(sys.argv[1]), {"q": [str(n) for n in range(10_000)]})
for number in range(int(sys.argv[3])):
    store.save(sys.argv[2], "q", [str(number)])
    print(number, flush=True)
"""


def writer(path, name, times):
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(times)], stdout=subprocess.PIPE, text=True, cwd=Path.cwd()
    )


def test_two_at_once_and_a_kill_lose_nothing(tmp_path):
    path = tmp_path / "log.jsonl"
    patient, killed = writer(path, "patient", 100), writer(path, "killed", 10_000)
    while not path.exists() or b"killed" not in path.read_bytes():
        time.sleep(0.01)
    time.sleep(0.1)
    killed.send_signal(signal.SIGKILL)
    confirmed = killed.communicate()[0].split()
    assert patient.wait(60) == 0
    store = AnnotationStore(path, {"q": [str(n) for n in range(10_000)]})
    saved = {name: [a.nodes[0] for a in store.log() if a.annotator == name] for name in ("patient", "killed")}
    assert saved["patient"] == [str(n) for n in range(100)]
    assert saved["killed"][: len(confirmed)] == confirmed
    assert len(saved["killed"]) - len(confirmed) in (0, 1)  # the last one saved but not yet confirmed
    assert all(json.loads(line) for line in path.read_text().splitlines())
