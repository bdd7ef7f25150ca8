"""Prompts that models are told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.prompts import (
    MAX_PROMPT_BYTES,
    Prompts,
    as_json,
    encodable,
    folder_digest,
    instructions,
    prompt_names,
    quoted,
    slots,
)

EXTRACT, ATTRIBUTE = "diagramloop.engines.extract", "diagramloop.engines.attribute"


@pytest.mark.parametrize(
    ("package", "name"), [("diagramloop.engines.attribute", "plan"), ("diagramloop.engines.converse", "matcher")]
)
def test_instructions_lie_beside_their_package(package: str, name: str) -> None:
    told = instructions(package, name)
    assert told
    assert told == told.strip()


def test_instructions_that_are_not_there() -> None:
    with pytest.raises(FileNotFoundError):
        instructions("diagramloop.engines.attribute", "no such prompt")


@given(st.text(st.characters(codec="utf-8")))
def test_texts_arrive_as_they_are(text: str) -> None:
    assert json.loads(as_json({"said": text})) == {"said": text}
    assert encodable(text) == text
    assert quoted(text, len(text)) == text


@given(st.text(st.characters()), st.integers(0, 20))
def test_whatever_is_said_can_be_sent(text: str, most: int) -> None:
    as_json([text]).encode()
    quoted(text, most).encode()
    assert len(quoted(text, most)) <= most


def test_lone_surrogates_are_question_marks_and_other_characters_stay() -> None:
    assert as_json({"x": "a\ud800é\U0001f600"}) == '{"x": "a?é\U0001f600"}'


def test_a_file_of_ones_own_takes_the_place_of_a_prompt_and_others_stay(tmp_path: Path) -> None:
    (tmp_path / "build.txt").write_text("\ufeffGraph, please, for 5$$ at most:\n$document\n", "utf-8")
    (tmp_path / "README.md").write_text("no prompt")
    prompts = Prompts(EXTRACT, tmp_path)
    assert prompts.filled("build", document="D", rules="R", examples="E") == "Graph, please, for 5$ at most:\nD"
    assert prompts.text("rules") == instructions(EXTRACT, "rules")
    assert Prompts(EXTRACT).text("build") == instructions(EXTRACT, "build")


def test_a_dollar_in_a_prompt_without_slots_is_a_dollar(tmp_path: Path) -> None:
    (tmp_path / "plan.txt").write_text("It costs $5, $question.")
    assert Prompts(ATTRIBUTE, tmp_path).text("plan") == "It costs $5, $question."


@pytest.mark.parametrize(
    ("package", "name"), [("diagramloop.data.dialogues", "synthesis"), ("diagramloop.engines.converse", "phrasing")]
)
def test_one_folder_serves_who_writes_dialogues_and_who_holds_them(package: str, name: str, tmp_path: Path) -> None:
    put("synthesis.txt", "synthesis in my words")(tmp_path)
    put("phrasing.txt", "phrasing in my words")(tmp_path)
    assert Prompts(package, tmp_path).text(name) == f"{name} in my words"


def test_slots_that_are_other_prompts_may_be_left_out() -> None:
    assert slots(EXTRACT, "build") == {"rules": False, "examples": False, "document": True}
    assert all(not slots(ATTRIBUTE, name) for name in prompt_names(ATTRIBUTE))


def put(name: str, text: str | bytes) -> Callable[[Path], object]:
    return lambda folder: (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize(
    ("fill", "reason", "told"),
    [
        (lambda folder: folder.rmdir(), RejectionReason.MISSING, "no folder of prompts"),
        (lambda folder: None, RejectionReason.EMPTY, "files are called"),
        (put("synthesis.txt", "another's prompt"), RejectionReason.EMPTY, "files are called"),
        (put("biuld.txt", "$document"), RejectionReason.INVALID, "did you mean 'build'"),
        (
            put("build.txt", "$document $dokument"),
            RejectionReason.INVALID,
            r"no slot \$dokument; did you mean 'document'",
        ),
        (put("build.txt", "Build a graph."), RejectionReason.INVALID, r"lacks \$document"),
        (put("refine.txt", "$document $graph"), RejectionReason.INVALID, r"lacks \$suggestions"),
        (put("build.txt", "$document for $5"), RejectionReason.INVALID, r"written \$\$"),
        (put("build.txt", " \n"), RejectionReason.EMPTY, "is empty"),
        (put("build.txt", b"\xff$document"), RejectionReason.UNREADABLE, "not UTF-8"),
        (put("build.txt", "$document" + "x" * MAX_PROMPT_BYTES), RejectionReason.TOO_LARGE, "at most"),
    ],
)
def test_prompts_that_do_not_fit_are_refused(
    fill: Callable[[Path], object], reason: RejectionReason, told: str, tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    fill(folder)
    with pytest.raises(DiagramloopError, match=told) as refused:
        Prompts(EXTRACT, folder)
    assert refused.value.reason is reason


def test_the_digest_of_a_folder_is_that_of_its_prompts(tmp_path: Path) -> None:
    none = folder_digest(tmp_path)
    put("build.txt", "$document")(tmp_path)
    first = folder_digest(tmp_path)
    put("notes.md", "of no matter")(tmp_path)
    assert folder_digest(tmp_path) == first != none
    put("build.txt", "$document!")(tmp_path)
    assert folder_digest(tmp_path) != first
    assert folder_digest(tmp_path / "nowhere") == none
