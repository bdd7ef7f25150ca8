"""No system's process opens the gold it is scored by, and no foreign code enters a process that knows or scores it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from assets.machinery import LocalWorkers, Row, Stage, StageReport, StageRun, gold, write_rows
from assets.parse import parsed_figures
from diagramloop.base.room import kernel_seals, within_every_room
from diagramloop.declarations import declaration_of
from diagramloop.engines.attribute import ATTRIBUTORS
from diagramloop.engines.generate import is_control
from diagramloop.evaluation.contestants.parsers import PARSERS
from pipelines.preflight import fault_of
from pipelines.project import Project
from pipelines.sealing import seal_of
from pipelines.workspace import make_workspace
from tests.patience import wait_until

pa = pytest.importorskip("pyarrow")
sealed = pytest.mark.skipif("landlock" not in kernel_seals(), reason=f"this kernel's rooms are {kernel_seals()}")
SCHEMA = pa.schema([("id", pa.string()), gold("graph", pa.string())])
FOREIGN = """
import os, pathlib
pathlib.Path(os.environ["IMPORTED_BY"]).write_text(str(os.getpid()))

class Parser:
    reads = "svg"
    lineage = ("somewhere.json",)
    def parse(self, drawing): ...

class Control:
    def draw_gold(self, gold, seed): ...
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A checkout with one artifact that has gold, and code."""
    root = tmp_path / "checkout"
    for folder in ("artifacts/styled_figures/corpus", "artifacts/trained", "data", "diagramloop/scores", ".dvc/cache"):
        (root / folder).mkdir(parents=True)
    write_rows(root / "artifacts/styled_figures/corpus", [{"id": "a", "graph": "the gold"}], SCHEMA)
    (root / "artifacts/trained/weights").write_text("weights")
    (root / "data/charts").write_text("the gold")
    (root / ".dvc/cache/object").write_text("the gold")
    (root / "diagramloop/scores/__init__.py").write_text("")
    (root / "mine").mkdir()
    return Project(root)


def opened(root: str) -> list[str]:
    """In a worker: what can be read below ``root``, and what can be written, marked so."""
    places = []
    for path in sorted(Path(root).rglob("*")):
        if path.is_file():
            try:
                path.read_bytes()
            except PermissionError:
                continue
            places.append(path.relative_to(root).as_posix())
    for place in ("diagramloop/scores/__init__.py", "mine/notes", "calls/kept"):
        try:
            Path(root, place).write_text("")
        except OSError:
            continue
        places.append(f"written: {place}")
    return places


def opened_within(project: Project, stage: Stage | None) -> set[str]:
    with within_every_room(seal_of(project, stage)), LocalWorkers(1) as workers:
        ((_, places),) = workers.results(opened, iter([("", str(project.root))]))
    return set(places)


@sealed
def test_a_systems_process_opens_weights_and_code_and_no_gold(project: Project) -> None:
    places = opened_within(project, parsed_figures)
    assert places == {
        "artifacts/trained/weights",
        "diagramloop/scores/__init__.py",
        "written: mine/notes",
        "written: calls/kept",
    }


def _learns(run: StageRun) -> StageReport:
    raise NotImplementedError


@sealed
def test_what_learns_reads_data(project: Project) -> None:
    stage = Stage(name="learns", group="training", body=_learns)
    assert {"data/charts", "artifacts/styled_figures/corpus/gold/part-00000.parquet"} <= opened_within(project, stage)


@sealed
def test_in_a_workspace_the_checkouts_gold_is_hidden_too(tmp_path: Path) -> None:
    checkout = Path(__file__).parents[2]
    workspace = make_workspace(Project(checkout), tmp_path / "workspace")
    hidden = seal_of(workspace).hidden
    assert (checkout / "diagramloop/corpus/charts") in hidden
    assert (workspace.root / "diagramloop/corpus/charts") in hidden


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "code_of_a_stranger.py").write_text(FOREIGN)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("IMPORTED_BY", str(tmp_path / "imported_by"))
    return tmp_path / "imported_by"


def test_what_a_stranger_declares_is_heard_and_its_code_stays_out(foreign: Path) -> None:
    declared = declaration_of(PARSERS, "code_of_a_stranger:Parser")
    assert (declared.reads, declared.lineage, declared.control) == ("svg", ("somewhere.json",), False)
    assert is_control("code_of_a_stranger:Control")
    assert "code_of_a_stranger" not in sys.modules
    process = Path(f"/proc/{foreign.read_text()}")
    wait_until(lambda: not process.exists())


def test_our_own_are_asked_here() -> None:
    assert declaration_of(PARSERS, "svg_reader").reads == "svg"
    assert declaration_of(ATTRIBUTORS, "embedded").lineage


def test_a_system_is_checked_before_anything_runs_in_a_room(foreign: Path) -> None:
    from pipelines import preflight

    node: Row = {"make": "code_of_a_stranger:Parser", "options": {"threshold": 1}}
    fault = preflight._fault(["assets"], "parsers.*", node)
    assert "threshold" in fault
    assert "code_of_a_stranger" not in sys.modules
    assert fault_of(["assets"], "parsers.*", {"make": "hmas_embedded", "options": {}}) == ""


def test_a_machine_that_cannot_seal_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from pipelines import refresh

    monkeypatch.setattr(refresh, "kernel_seals", lambda: "unsealed")
    (note,) = refresh._unsealed()
    assert note.startswith("rooms here are unsealed")
    monkeypatch.setattr(refresh, "kernel_seals", lambda: "landlock 7, seccomp")
    assert refresh._unsealed() == []
