"""A source with several splits: from its dialogues to the cells of a board for each, and what the models cost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assets._scores import read_cells
from assets.converse import conversations
from assets.dialogue_scores import dialogue_scores
from assets.dialogues import dialogues
from assets.machinery import Input, ItemRunner, Rows, Stage, StageRun
from tests.diagramloop.data.sources import test_flodial

KEY = {"source": "flodial", "agent": "always_first"}
PARAMS: dict[str, Any] = {
    "sources.flodial": {"make": "flodial", "options": {}, "synthesise": False, "voices": {}, "limit": None},
    "agents.always_first.make": "always_first",
    "agents.always_first.options": {},
    "converse.simulator.make": "replay",
    "converse.simulator.options": {},
    "converse.budget": 2.0,
    "converse.budget_from": "root",
    "converse.judge": None,
    "score": {"similarity": "lexical", "families": {}, "seed": 0},
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Folders of what each stage made of FloDial's published layout, one of whose dialogues is broken."""
    root, folder = tmp_path_factory.mktemp("flodial"), tmp_path_factory.mktemp("made")
    test_flodial.published(root)
    held = json.loads((root / "dialogs/test_dialogs.json").read_text())
    (root / "dialogs/test_dialogs.json").write_text(json.dumps(held | {"12": {"flowchart": "moon", "utterences": []}}))
    found: dict[str, Path] = {}
    for stage in (dialogues, conversations, dialogue_scores):
        found[stage.name] = _run(stage, root, folder, found)
    found["gold"] = _run(dialogue_scores, root, folder, found, agent="gold")
    return found


def _run(stage: Stage, root: Path, folder: Path, made: dict[str, Path], **changed: str) -> Path:
    key = KEY | changed
    out = folder / "-".join([stage.name, *key.values()])
    out.mkdir()
    inputs = {name: (Input(KEY, made[name]),) for name in stage.inputs if name in made}
    assert stage.body(StageRun(key, PARAMS, inputs, root, out, ItemRunner(stage.name, folder / "items", "v1"))).adds_up
    return out


def test_each_split_has_its_board_and_nothing_is_scored_as_both(made: dict[str, Path]) -> None:
    for stage in ("gold", "dialogue_scores"):
        cells = {cell.data: cell for cell in read_cells(made[stage]) if cell.metric == "dialogue/tnga"}
        assert {data: cell.items for data, cell in cells.items()} == {"flodial/s-flo": 2, "flodial/u-flo": 2}
    gold = {cell.metric: cell.value for cell in read_cells(made["gold"])}
    assert gold["dialogue/tnga"] == gold["dialogue/tnga_paper_budget"] == 1
    assert gold["dialogue/se"]


def test_what_models_cost_stands_in_the_artifact(made: dict[str, Path]) -> None:
    for row in Rows(made["conversations"]):
        assert [row[name] for name in ("calls", "seconds", "user_prompt_tokens", "user_seconds")] == [0, 0, 0, 0]
        assert json.loads(row["conversation"])["usage"]["calls"] == 0
