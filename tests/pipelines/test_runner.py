"""One step, as dvc.yaml calls it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest

from assets.machinery import Rows, StageReport
from pipelines.composition import write_composition
from pipelines.project import Project, ProjectError
from pipelines.repro import reproduce
from pipelines.runner import StageError, run

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def ready(toy: Project) -> Project:
    write_composition(toy, [])
    reproduce(toy, ["data.dvc"])
    return toy


def test_a_step_makes_its_folder_anew_and_reports(ready: Project) -> None:
    out = ready.root / "artifacts/words/small"
    out.mkdir(parents=True)
    (out / "left over").touch()
    told: dict[str, StageReport] = {}
    assert run(ready, "words", told.__setitem__) == {}
    assert told == {"words@small": StageReport.read(out)} == {"words@small": StageReport(9, 9)}
    assert sorted(path.name for path in out.iterdir()) == ["part-00000.parquet", "rejected.parquet", "report.json"]
    assert len(Rows(out)) == 9


def test_a_stage_that_is_run_by_hand_has_the_environment_of_a_refresh(
    ready: Project, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    stages = ready.root / "toy_stages.py"
    stages.write_text(stages.read_text().replace("run.data is not None", 'os.environ["OMP_NUM_THREADS"] == "1"'))
    monkeypatch.delenv("OMP_NUM_THREADS")
    assert command("run", "words").stdout.startswith("words@small: 9 of 9 done")


def test_counts_that_do_not_add_up_are_an_error(toy: Project) -> None:
    stages = toy.root / "toy_stages.py"
    stages.write_text(
        stages.read_text().replace("StageReport(len(rows), len(rows))\n\n\ndef", "StageReport(10, 9)\n\n\ndef")
    )
    write_composition(toy, [])
    reproduce(toy, ["data.dvc"])
    with pytest.raises(StageError, match="10 items, but 9 done"):
        run(toy, "words", lambda *_: None)


def test_an_unknown_step_and_missing_files_are_told_in_one_line(toy: Project, command: Command) -> None:
    for prepare, told in ((lambda: None, "params.yaml"), (lambda: write_composition(toy, []), "no stage 'nope'")):
        prepare()
        failed = command("run", "nope", check=False)
        assert failed.returncode == 1
        assert failed.stderr.startswith("error: ")
        assert told in failed.stderr
        assert "Traceback" not in failed.stderr
    (toy.params_file).write_text("[]")
    with pytest.raises(ProjectError, match="not a mapping"):
        run(toy, "words", lambda *_: None)


def test_help_names_every_command(command: Command) -> None:
    listed = command("--help").stdout
    assert all(name in listed for name in ("refresh", "compose", "run", "verify", "dagster", "mlflow"))
    assert "parser=[hmas_checked]" in command("refresh", "--help").stdout
