"""Choices without a file of their own are what a file would make, and experiments choose what they always have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from diagramloop.plugins import offers
from pipelines.compose import compose
from pipelines.offered_choices import choices
from pipelines.project import Project

OURS = Project(Path(__file__).parents[2])
EXPERIMENTS: dict[str, dict[str, list[str]]] = yaml.safe_load(
    (Path(__file__).parent / "experiments.yaml").read_text(encoding="utf-8")
)
NODES = sorted({node for nodes in EXPERIMENTS.values() for node in nodes})
SYSTEMS = ("agent", "answerer", "attributor", "extractor", "generator", "parser")


def _without_models(rows: dict[str, Any]) -> list[str]:
    """The names without that of the model which a system asks."""
    return [name.partition("@")[0] for name in rows]


@pytest.mark.parametrize("experiment", sorted(file.stem for file in (OURS.conf / "experiment").glob("*.yaml")))
def test_an_experiment_chooses_what_it_always_has(experiment: str) -> None:
    params = compose(OURS, [f"experiment={experiment}"])
    chosen = {node: _without_models(params[node]) for node in NODES if params.get(node)}
    assert chosen == EXPERIMENTS.get(experiment, {})


@pytest.mark.parametrize("group", SYSTEMS)
def test_every_plug_in_of_a_kind_is_a_choice_by_a_file_a_row_or_its_name(group: str) -> None:
    files = {file.stem: yaml.safe_load(file.read_text("utf-8")) for file in (OURS.conf / group).glob("*.yaml")}
    made = {node["make"] for node in [*choices(OURS, group).values(), *files.values()]}
    assert {offer.name for offer in offers(f"diagramloop.{group}")} <= made


@pytest.mark.parametrize("group", SYSTEMS)
def test_a_row_makes_the_node_that_a_file_of_the_same_content_makes(group: str, tmp_path: Path) -> None:
    rows: dict[str, Any] = yaml.safe_load((OURS.conf / "choices.yaml").read_text("utf-8")).get(group, {})
    chosen = f"{group}=[{','.join(rows)}]"
    by_row = compose(OURS, [chosen])[f"{group}s"]
    assert _without_models(by_row) == list(rows)
    for place in OURS.conf.iterdir():
        if place.name not in (group, "choices.yaml"):
            (tmp_path / "conf" / place.name).parent.mkdir(exist_ok=True)
            (tmp_path / "conf" / place.name).symlink_to(place)
    (tmp_path / "conf" / "choices.yaml").write_text("{judge: {none: {}}}\n")
    (tmp_path / "conf" / group).mkdir()
    for name, row in rows.items():
        node = {"make": name, **row, "note": f"of a file; {row.get('note', '')}"}
        text = f"# @package {group}s.{name}\n{yaml.safe_dump(node)}"
        (tmp_path / "conf" / group / f"{name}.yaml").write_text(text, encoding="utf-8")
    by_file = compose(Project(tmp_path), [chosen])[f"{group}s"]
    assert by_file == {name: {**node, "note": f"of a file; {node['note']}"} for name, node in by_row.items()}
