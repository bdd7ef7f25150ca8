"""SA-FloNet's published outputs as a row: its first node stands, and nothing of a conversation that it did not lead."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from diagramloop.data.sources import FloDial
from diagramloop.engines.converse import agent, converse, simulator
from diagramloop.engines.converse.references import Reference, annotated
from diagramloop.engines.converse.sa_flonet import SAFloNet
from diagramloop.errors import ModelError, RejectionReason, SourceError
from diagramloop.evaluation.dialogue import DialogueItem, all_metrics
from tests.diagramloop.data.sources import test_flodial
from tests.diagramloop.engines.converse.test_flonet_replay import row


def outputs(root: Path, *, right: bool, opening: str = "The lamp is dark.") -> str:
    path = root / "s-flo_output.json"
    said = [text for _, text, _ in test_flodial.SPOKEN]
    histories = [[opening, *said[1:at]] for at in range(1, len(said), 2)]
    path.write_text(json.dumps([row(history, right=right, chart="lamp") for history in histories]))
    return str(path)


@pytest.fixture
def reference(tmp_path: Path) -> Reference:
    (one,) = annotated(test_flodial.data_set(tmp_path))
    assert isinstance(one, Reference)
    return one


def values(one: Reference, path: str) -> dict[str, Any]:
    system = agent("sa_flonet", outputs=[path])
    held = converse(system, simulator("replay"), one.dialogue, one.chart.graph)
    item = DialogueItem("x", one.dialogue, one.voice, one.chart.graph)
    return {row.metric: row.value if not row.missing else row.missing for row in item.score(held)}


@pytest.mark.parametrize("right", [True, False])
def test_the_first_node_stands_and_all_else_says_why_it_does_not(
    tmp_path: Path, reference: Reference, right: bool
) -> None:
    scored = values(reference, outputs(tmp_path, right=right))
    assert scored.pop("dialogue/inga") == scored.pop("dialogue/inga_root") == float(right)
    scored.pop("dialogue/inga_middle")
    assert scored.keys() | {"dialogue/inga", "dialogue/inga_root", "dialogue/inga_middle"} == set(all_metrics())
    assert all(isinstance(value, str) for value in scored.values())
    assert "led no conversation" in scored["dialogue/tnga"]


def test_a_dialogue_that_the_outputs_lack_was_not_asked(tmp_path: Path, reference: Reference) -> None:
    system = SAFloNet([outputs(tmp_path, right=True, opening="Hello.")])
    with pytest.raises(ModelError, match="lack this dialogue") as caught:
        system.held(reference.dialogue)
    assert caught.value.reason is RejectionReason.NOT_ASKED
    with pytest.raises(ModelError, match="nobody to talk to"):
        system.start(reference.chart.graph)


def test_a_first_turn_in_the_words_of_a_faq_says_nothing_of_the_node(tmp_path: Path) -> None:
    spoken = [test_flodial.SPOKEN[0], *test_flodial.SPOKEN[3:]]
    (one,) = test_flodial.data_set(tmp_path, spoken).dialogues()
    with pytest.raises(ModelError, match="presents no node"):
        SAFloNet([]).held(one)  # type: ignore[arg-type]


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        SAFloNet([str(tmp_path / "none.json")])


def test_every_real_dialogue_has_one_place(real_data: Path) -> None:
    """The published outputs are not among the data here: they are made of the references, as they would be."""
    source = FloDial(real_data / "flodial")
    keys = {(d.chart, *(t.text.strip() for t in d.turns if t.speaker == "user")) for d in source.dialogues()}  # type: ignore[union-attr]
    assert len(keys) == 222
