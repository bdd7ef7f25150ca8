"""Dialogues to be held anew: in which split they count, and who words them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from diagramloop.by_name import NoSuchSystemError
from diagramloop.data.dialogues.references import Reference, annotated, synthesised
from diagramloop.data.sources import FloDial, PFDial, Rejected
from tests.diagramloop.data.sources import test_flodial, test_pfdial


def references(rows: Any) -> list[Reference]:
    found = list(rows)
    assert not [row for row in found if isinstance(row, Rejected)]
    return found


def test_a_dialogue_in_two_splits_counts_in_each(tmp_path: Path) -> None:
    test_flodial.published(tmp_path)
    held = references(annotated(FloDial(tmp_path)))
    assert [(one.id, one.split) for one in held] == [
        ("7", "s-flo"),
        ("s-flo-8", "s-flo"),
        ("u-flo-8", "u-flo"),
        ("9", "u-flo"),
    ]
    assert {one.dialogue.id for one in held} == {one.id for one in held}


def pfdial(root: Path) -> PFDial:
    for split in ("id", "ood"):
        (root / f"test_{split}_formatA(main).json").write_text(json.dumps([test_pfdial.ROW]))
    return PFDial(root)


def test_synthesised_dialogues_are_in_their_charts_split(tmp_path: Path) -> None:
    held = references(synthesised(pfdial(tmp_path)))
    assert {(one.split, one.voice) for one in held} == {
        (split, voice) for split in ("id", "ood") for voice in ("labels", "paraphrases", "recorded")
    }
    assert all(one.dialogue.splits == (one.split,) for one in held)


def test_a_model_words_what_is_chosen_and_nothing_else(tmp_path: Path, scripted_endpoint: Any) -> None:
    pytest.importorskip("openai")
    scripted_endpoint.script = lambda body: json.dumps(
        {"opening": "你好", "answers": ["好"] * len(json.loads(body["messages"][1]["content"])["steps"])}
    )
    model = {"model": "m", "base_url": scripted_endpoint.base_url, "key_env": "", "attempts": 1}
    (held,) = references(synthesised(pfdial(tmp_path), {"model": {"model": model}}, limit=1))
    assert (held.voice, held.dialogue.opening) == ("model", "你好")
    assert len(scripted_endpoint.requests) == 1


@pytest.mark.parametrize(
    ("voices", "told"), [({"mode": {}}, "labels, paraphrases, recorded, model"), ({"labels": {"x": 1}}, "'x'")]
)
def test_an_unknown_voice_or_option_is_told(tmp_path: Path, voices: Any, told: str) -> None:
    with pytest.raises(NoSuchSystemError, match=told):
        list(synthesised(pfdial(tmp_path), voices))
