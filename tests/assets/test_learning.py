"""The stage that makes the weights of an engine that reads language, from a node of the configuration."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from assets.learning import check_learner, learned_weights
from assets.machinery import ItemRunner, StageRun
from diagramloop.errors import DiagramloopError

CHOICES = sorted((Path(__file__).parents[2] / "conf" / "learner").glob("*.yaml"))


@pytest.mark.long
@pytest.mark.real_data
def test_weights_come_with_lineage_record_and_figures(real_data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    params = {"learners.stance.learns": "stance", "learners.stance.settings": {}}
    items = ItemRunner("learned_weights@stance", tmp_path / "items.sqlite", "v1")
    report = learned_weights.body(StageRun({"learner": "stance"}, params, {}, real_data / "flodial", out, items))
    assert {path.name for path in out.iterdir()} == {"stance.json", "stance.lineage.json", "stance.safetensors"}
    assert dict(report.figures) == json.loads((out / "stance.json").read_text())["figures"]


@pytest.mark.parametrize("path", CHOICES, ids=lambda path: path.stem)
def test_every_choice_is_of_a_learner(path: Path) -> None:
    check_learner(yaml.safe_load(path.read_text("utf-8")))


def test_a_wrong_choice_is_told_before_a_run() -> None:
    with pytest.raises(DiagramloopError, match="no learner 'nobody'"):
        check_learner({"learns": "nobody", "settings": {}})
    with pytest.raises(DiagramloopError, match="settings of a learner: said"):
        check_learner({"learns": "stance", "settings": {"said": "often"}})
