"""``diagramloop ls`` shows what is installed, that of other packages too, and no broken package hides the rest."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from diagramloop.evaluation.tasks import TASKS, task_named
from diagramloop.plugins import offers
from diagramloop.scores import METRICS
from tests.diagramloop.doors.cli.command import run

PACKAGE = """[diagramloop.extractor]
sentences = stranger:Sentences
gone = stranger_without:Nothing
"""


def lines_of(*arguments: object) -> list[list[str]]:
    done = run("ls", *arguments)
    assert done.exit_code == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()[2:]]


def test_each_task_has_a_line_and_each_metric_too() -> None:
    assert [line[0] for line in lines_of("tasks")] == list(TASKS)
    assert {line[0] for line in lines_of("metrics")} >= METRICS.keys()


@pytest.mark.parametrize("task", TASKS)
def test_systems_are_those_that_run_takes(task: str) -> None:
    listed = [line[1] for line in lines_of("systems", "--task", task) if line[0] == task]
    assert listed == [offer.name for offer in offers(task_named(task).kind.group)]


def test_data_say_their_licence_and_formats_their_files() -> None:
    assert ["corpus", "shipped", "CC-BY-4.0"] in [line[:3] for line in lines_of("data")]
    assert ["mermaid", ".mmd", ".mermaid"] in [line[:3] for line in lines_of("formats")]


def test_what_other_packages_bring_is_there_with_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stranger.py").write_text('class Sentences:\n    """Cuts at full stops.\n\n    More."""\n')
    about = tmp_path / "stranger-3.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 3.1\n")
    (about / "entry_points.txt").write_text(PACKAGE)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    found = {line[1]: " ".join(line[2:]) for line in lines_of("systems", "-t", "extract")}
    assert found["sentences"] == "stranger 3.1 Cuts at full stops."
    assert found["gone"].startswith("stranger 3.1 cannot be had: ")
    assert "embedded" in found


def test_no_such_task_is_one_line() -> None:
    done = run("ls", "systems", "--task", "draw")
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert "no task 'draw'" in done.stderr
