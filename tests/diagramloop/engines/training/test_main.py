"""The command line of a training: settings from a file and from NAME=VALUE."""

from __future__ import annotations

from pathlib import Path

import pytest

from diagramloop.engines.training.__main__ import settings_node
from diagramloop.errors import DiagramloopError


def test_changes_lead_into_nodes_and_win_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text("steps: 5\nnetwork: {widths: [8, 8]}\n")
    changes = ["steps=7", "sources.drawn.make=a:b", "sources.drawn.options.side_px=64", "network.dilations=[1, 2]"]
    assert settings_node(file, changes) == {
        "steps": 7,
        "network": {"widths": [8, 8], "dilations": [1, 2]},
        "sources": {"drawn": {"make": "a:b", "options": {"side_px": 64}}},
    }


@pytest.mark.parametrize(
    ("text", "changes", "told"),
    [
        ("steps: 5", ["steps"], "'steps' is no NAME=VALUE"),
        ("steps: 5", ["steps.more=1"], "'steps' has a value and no names in it"),
        ("[1, 2]", [], "is no mapping of settings"),
        ("steps: [", [], "settings.yaml: "),
    ],
)
def test_what_is_no_setting_is_told(tmp_path: Path, text: str, changes: list[str], told: str) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(text)
    with pytest.raises(DiagramloopError, match=told):
        settings_node(file, changes)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(DiagramloopError, match=r"none\.yaml"):
        settings_node(tmp_path / "none.yaml", [])
