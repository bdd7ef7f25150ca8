"""The log of a verification: replayed as it was made, whatever was undone, and never half taken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.doors.serve._edit_log import EditLog, EditSession
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.scores.verification import identified
from tests.diagramloop.doors.serve.verified_figures import GRAPH

PARSED = {"f": identified(GRAPH), "g": identified(GRAPH)}
EXCLUDE = {"action": "exclude", "nodes": ["ghost"]}
LINK = {"action": "link", "source": "enc", "target": "dec"}


def clock() -> Iterator[float]:
    now = 0.0
    while True:
        yield now
        now += 10


@pytest.fixture
def log(tmp_path: Path) -> EditLog:
    ticks = clock()
    return EditLog(tmp_path / "log.jsonl", PARSED, now=lambda: next(ticks))


def make(log: EditLog, *edits: object, who: str = "Ada") -> EditSession:
    for edit in edits:
        given = {"action": edit} if isinstance(edit, str) else edit
        session = log.edit(who, "f", given, len(log.session(who, "f").entries))
    return session


def test_edits_undo_and_redo(log: EditLog) -> None:
    session = make(log, "open", EXCLUDE, LINK, "undo")
    assert (session.can_undo, session.can_redo) == (True, True)
    assert len(session.verification.verified.edges) == 1
    session = make(log, "redo")
    assert [(e.id, e.source, e.target) for e in session.verification.edges] == [("human-3", "enc", "dec")]
    session = make(log, "undo", "undo", LINK)
    assert not session.can_redo  # what was undone is gone once something else is made
    assert session.verification.excluded_nodes == ()
    assert session.verification.edges[0].id == "human-8"  # an id is never given twice


def test_a_log_is_replayed_as_it_was_made(log: EditLog, tmp_path: Path) -> None:
    made = make(log, "open", EXCLUDE, LINK, "undo", "finish")
    make(log, LINK, who="Bo")
    again = EditLog(tmp_path / "log.jsonl", PARSED)
    assert again.session("Ada", "f").verification == made.verification
    assert {who: s.finished for who, s in again.sessions()["f"].items()} == {"Ada": True, "Bo": False}
    assert (again.begun("Ada"), again.begun("Bo"), again.begun("Cy")) == ({"f": "finished"}, {"f": "begun"}, {})


def test_time_spent_leaves_out_pauses(log: EditLog, tmp_path: Path) -> None:
    assert make(log, "open", EXCLUDE, LINK).seconds == 20
    late = EditLog(tmp_path / "log.jsonl", PARSED, now=lambda: 100_000.0)
    assert late.edit("Ada", "f", {"action": "finish"}, 3).seconds == 20 + 120
    set_back = EditLog(tmp_path / "log.jsonl", PARSED, now=lambda: 5.0)
    assert set_back.edit("Ada", "f", {"action": "reopen"}, 4).seconds == 20 + 120


@pytest.mark.parametrize(
    "edit",
    [
        {"action": "undo"},
        {"action": "redo"},
        {"action": "reopen"},
        {"action": "rename", "node": "in"},
        {"action": "link", "source": "in", "target": "nobody"},
        {"action": "add_node", "text": "x", "box": [0, 0, 1e9, 1]},
        {"action": "add_node", "text": "x" * 2000, "box": [0, 0, 1, 1]},
        {"action": "exclude", "nodes": ["ghost"], "text": "more"},
        {},
        [],
        None,
    ],
)
def test_an_edit_that_cannot_be_is_not_logged(log: EditLog, tmp_path: Path, edit: object) -> None:
    with pytest.raises(DiagramloopError):
        log.edit("Ada", "f", edit, 0)
    assert not (tmp_path / "log.jsonl").exists()


@pytest.mark.parametrize("who", ["", "<b>", "a\nb", "x" * 70])
def test_odd_names_are_refused(log: EditLog, who: str) -> None:
    with pytest.raises(DiagramloopError):
        log.edit(who, "f", EXCLUDE, 0)


def test_of_two_pages_at_once_the_one_left_behind_is_refused(log: EditLog) -> None:
    log.edit("Ada", "f", EXCLUDE, 0)
    with pytest.raises(DiagramloopError, match="elsewhere"):
        log.edit("Ada", "f", LINK, 0)
    assert log.session("Ada", "g").verification.excluded_nodes == ()


def test_a_finished_figure_is_reopened_before_it_is_edited(log: EditLog) -> None:
    make(log, EXCLUDE, "finish")
    for edit in (LINK, {"action": "undo"}, {"action": "finish"}):
        with pytest.raises(DiagramloopError):
            make(log, edit)
    assert make(log, "reopen", LINK).verification.edges


def test_an_unknown_figure_is_missing(log: EditLog) -> None:
    with pytest.raises(DiagramloopError) as caught:
        log.session("Ada", "../f")
    assert caught.value.reason is RejectionReason.MISSING


def test_a_foreign_line_is_an_error(log: EditLog, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text('{"annotator": "Ada"}\n')
    with pytest.raises(DiagramloopError):
        log.session("Ada", "f")


def test_a_log_of_another_graph_says_which_edit_does_not_fit(log: EditLog, tmp_path: Path) -> None:
    make(log, {"action": "open"}, EXCLUDE)
    other = EditLog(tmp_path / "log.jsonl", {"f": FlowGraph(), "g": FlowGraph()})
    with pytest.raises(DiagramloopError, match="edit 2 of f by Ada does not fit"):
        other.sessions()


STEPS = st.lists(st.sampled_from(["undo", "redo", "finish", "reopen", "open", json.dumps(EXCLUDE), json.dumps(LINK)]))


@given(STEPS)
def test_any_order_of_steps_is_taken_or_refused_and_replays(tmp_path_factory: pytest.TempPathFactory, steps) -> None:
    log = EditLog(tmp_path_factory.mktemp("log") / "log.jsonl", PARSED)
    taken = 0
    for step in steps:
        edit = json.loads(step) if step.startswith("{") else {"action": step}
        try:
            session = log.edit("Ada", "f", edit, taken)
        except DiagramloopError:
            continue
        taken += 1
        assert log.session("Ada", "f").verification == session.verification
    assert len(log.session("Ada", "f").entries) == taken
