"""``diagramloop run`` and ``diagramloop data`` as a shell user meets them, in a checkout and without one."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from diagramloop.graph import FlowGraph
from tests.diagramloop.doors.cli.command import run

ROOT = Path(__file__).parents[4]


def without_weights(text: str) -> FlowGraph:
    raise FileNotFoundError("no weights")


def test_a_table_and_the_same_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ("run", "extract", "--system", "shuffled", "--limit", 2)
    table = run(*asked).stdout.splitlines()
    assert table[0] == "extraction: shuffled"
    assert table[1].split() == ["data", "metric", "value", "95", "%", "interval", "items"]
    (row,) = (row for row in json.loads(run(*asked, "--json").stdout) if row["metric"] == "strict/flow_f1")
    assert any(line.split()[:3] == ["corpus", "strict/flow_f1", f"{row['value']:.4f}"] for line in table)
    assert (row["items"], row["scored"], row["control"]) == (2, 2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_row_without_a_single_item_is_a_failure_and_says_why() -> None:
    done = run("run", "extract", "--system", f"{__name__}:without_weights", "-n", 2, "-m", "strict/flow_f1")
    assert done.exit_code == 1
    assert "0 of 2" in done.stdout
    assert "no item was scored: 0 of 2 items; 2 failed: engine failed (FileNotFoundError: no weights)" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("draw", "-s", "gold"), "no task 'draw'"),
        (("extract", "-s", "gold", "--options", "[]"), "no JSON object"),
        (("extract", "-s", "gold", "--data", "nowhere"), "no data set 'nowhere'"),
        (("extract", "-p", "/nowhere.jsonl"), "/nowhere.jsonl"),
    ],
)
def test_a_mistake_is_one_line(arguments: tuple[str, ...], told: str) -> None:
    done = run("run", *arguments)
    assert done.exit_code == 1
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_data_are_written_with_the_gold_apart(tmp_path: Path) -> None:
    done = run("data", "corpus", "--out", tmp_path, "--task", "extract", "--limit", 2)
    assert done.stdout == "extract: 2 items\n"
    assert len(list((tmp_path / "asked" / "extract").glob("*.txt"))) == 2
    scored = run("run", "extract", "-n", 2, "-p", tmp_path / "gold" / "extract", "-m", "strict/flow_f1", "--json")
    assert json.loads(scored.stdout)[0]["value"] == 1.0


@pytest.mark.long
def test_the_corpus_travels_with_the_package(tmp_path: Path) -> None:
    """Built as it would be published, and used from there."""
    source = tmp_path / "source"
    for package in ("diagramloop", "assets", "pipelines"):
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    build = [sys.executable, "-m", "pip", "wheel", ".", "--no-deps", "--no-build-isolation", "-q", "-w", str(tmp_path)]
    subprocess.run(build, check=True, cwd=source)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    tops = {path.name for path in (tmp_path / "site").iterdir()}
    assert {name for name in tops if not name.endswith(".dist-info")} == {"diagramloop"}  # the others are a checkout's
    lists = [
        {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
        for folder in (source / "diagramloop" / "corpus", tmp_path / "site" / "diagramloop" / "corpus")
    ]
    assert lists[0] == lists[1]
    assert "charts/code/leap-year.mmd" in lists[0]
    script = (
        "import diagramloop; print(diagramloop.evaluate('extract', 'corpus', 'gold', limit=1)['strict/flow_f1'].value)"
    )
    environment = {"PYTHONPATH": str(tmp_path / "site"), "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, cwd=tmp_path, env=environment, capture_output=True
    )
    assert done.stdout.strip() == b"1.0"


def test_the_first_name_of_the_command_still_works() -> None:
    asked = ("extract", "--system", "empty", "--limit", 1)
    assert run("evaluate", *asked).stdout == run("run", *asked).stdout


def test_a_row_that_is_written_is_one_that_results_prints(tmp_path: Path) -> None:
    done = run("run", "extract", "-s", "empty", "-n", 1, "-o", tmp_path / "row.json", "--json")
    assert run("results", tmp_path / "row.json", "--format", "json").stdout == done.stdout


def test_a_dry_run_tells_and_asks_nothing() -> None:
    nowhere = ("--model", "m", "--base-url", "http://127.0.0.1:9/v1")
    done = run("run", "extract", "-s", "zero_shot", "-n", 2, *nowhere, "--dry-run", "--prices", 1, 2)
    assert done.stdout.splitlines()[:2] == ["extract by zero_shot: nothing was asked", "items: 2 (2 on corpus)"]
    assert "cost: prompts about 0.0" in done.stdout
    assert "takes no language model" in run("run", "extract", "-s", "embedded", *nowhere, "--dry-run").stderr
    assert "is of a --system" in run("run", "extract", "-p", __file__, "--dry-run").stderr
