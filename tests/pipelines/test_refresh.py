"""The whole loop: the same bytes by every road, nothing done twice, every fault named."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from assets.machinery import Rows
from pipelines.compose import ConfigError
from pipelines.composition import write_composition
from pipelines.project import Project
from pipelines.refresh import RefreshError, refresh
from pipelines.repro import ReproductionError, locked_outs, reproduce
from pipelines.verify import verify


def wipe(project: Project) -> None:
    """Forgets everything that was made; what is committed stays."""
    for made in ("artifacts", "data", ".dvc/cache", ".dvc/tmp", ".diagramloop"):
        shutil.rmtree(project.root / made, ignore_errors=True)


def entries(project: Project) -> object:
    return yaml.safe_load(project.lock_file.read_text())


STEPS = ["words@small", "changed@small-upper", "changed@small-title", "leaderboard"]
TOLD = ["[0/4] words", *STEPS[:1], "[1/4] changed", *STEPS[1:3], "[3/4] leaderboard", *STEPS[3:]]


def test_dvc_repro_and_dagster_end_in_the_same_lock_and_a_second_refresh_adds_nothing(
    toy: Project, capfd: pytest.CaptureFixture[str]
) -> None:
    for told in (TOLD, ["every step is up to date"]):
        refresh(toy, [])
        assert [line.partition(":")[0] for line in capfd.readouterr().out.splitlines()] == told
        with sqlite3.connect(toy.state / "mlflow" / "mlflow.db") as runs:
            assert runs.execute("SELECT count(*) FROM runs").fetchone() == (2,)
    assert reproduce(toy) == []
    by_dagster, text = entries(toy), toy.lock_file.read_text()

    wipe(toy)
    subprocess.run([Path(sys.executable).with_name("dvc"), "repro", "-q"], cwd=toy.root, check=True)
    assert toy.lock_file.read_text() == text

    wipe(toy)
    toy.lock_file.unlink()
    reproduce(toy)
    assert entries(toy) == by_dagster


@pytest.mark.long
def test_data_that_is_not_shipped_is_read_where_it_lies(toy: Project, tmp_path: Path) -> None:
    with pytest.raises(RefreshError, match=r"source 'outside' is not there: give real_data=PATH"):
        refresh(toy, ["experiment=outside"])
    folder = tmp_path / "their (own) data, here=there"
    (folder / "outside").mkdir(parents=True)
    (folder / "outside" / "1.txt").write_text("one")
    pin = toy.data_pin.read_text()
    refresh(toy, ["experiment=outside", f"real_data={folder}"])
    assert locked_outs(toy)["words"]
    assert toy.data_pin.read_text() == pin
    assert str(tmp_path) not in toy.lock_file.read_text() + toy.params_file.read_text()
    (folder / "outside" / "1.txt").write_text("two")
    refresh(toy, ["experiment=outside"])  # the link is remembered, and what lies behind it is looked at
    assert [row["text"] for row in Rows(toy.root / "artifacts/words/outside")] == ["two"]


@pytest.mark.long
def test_a_failing_step_and_a_wrong_override_are_told_in_one_line(toy: Project) -> None:
    with pytest.raises(ConfigError, match=r"no experiment 'nope'.*; there are outside, small"):
        refresh(toy, ["experiment=nope"])
    (toy.root / "toy_stages.py").write_text(
        (toy.root / "toy_stages.py").read_text().replace("rows = []", "rows = [1 / 0]")
    )
    with pytest.raises(RefreshError, match=r"leaderboard: .*failed"):
        refresh(toy, [])


def test_every_flipped_byte_is_named_with_its_step(refreshed: Project) -> None:
    toy = refreshed
    assert verify(toy) == []
    made = toy.root / "artifacts/changed/small/title/part-00000.parquet"
    cached = next(p for p in (toy.root / ".dvc/cache/files/md5").glob("??/*") if p.read_bytes() == made.read_bytes())
    cached.chmod(0o644)
    for path in (cached, made):
        flip(path)
    cached.chmod(0o444)
    faults = verify(toy)
    assert [fault.path for fault in faults] == [p.relative_to(toy.root).as_posix() for p in (cached, made)]
    assert all("made by changed" in str(fault) for fault in faults)
    shutil.rmtree(made.parent)
    assert any("it is not there" in str(fault) for fault in verify(toy))


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def test_half_written_locks_of_a_killed_process_are_mended(refreshed: Project) -> None:
    toy, before = refreshed, entries(refreshed)
    toy.lock_file.write_text("schema: '2.0'\nstages:\n  words: {cmd: [")
    (toy.root / ".dvc/tmp/rwlock").write_text('{"write": {')
    reproduce(toy)
    assert entries(toy) == before


def test_a_step_that_fails_says_which(toy: Project) -> None:
    write_composition(toy, [])
    shutil.rmtree(toy.root / "words")
    with pytest.raises(ReproductionError, match=r"words|data\.dvc"):
        reproduce(toy)
