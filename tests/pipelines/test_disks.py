"""Disks that are full, and disks that are only to be read: told in a sentence."""

from __future__ import annotations

import errno
import io
import os
import py_compile
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

import pytest
from dvc.utils.serialize import _yaml
from small_disk import room_for

from pipelines.__main__ import main
from pipelines.composition import write_composition
from pipelines.project import Project
from pipelines.repro import ReproductionError, reproduce
from pipelines.verify import verify

pytestmark = pytest.mark.faults
Command = Callable[..., subprocess.CompletedProcess[str]]
PLACES = Path(__file__).parent / "places"
PHASES = {
    "composing": "os.rename:params.yaml",
    "Dagster's history": "sql:history/runs:INSERT INTO event_logs",
    "items": "sql:items/:INSERT",
    "artifacts": "os.rename:artifacts/changed",
    "DVC's cache": "os.rename:.dvc/cache/files",
    "DVC's lock": "open:dvc.lock",
    "the board": "open:leaderboard.json",
    "MLflow": "sql:mlflow.db:INSERT INTO metrics",
}
"""What a refresh is at, and the place that the hooks of ``places`` fill the disk at."""
SIZE = "24m"  # the journals of the history alone may take 4 MB each


@pytest.fixture
def disk(refreshed: Project, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """The toy project, refreshed, on a small disk of its own."""
    toy = refreshed
    kept = toy.root.with_name("kept")
    shutil.copytree(toy.root, kept)
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(toy.root)], check=False)
    if mount.returncode:
        pytest.skip("mounting a disk is not permitted here")
    shutil.copytree(kept, toy.root, dirs_exist_ok=True)
    monkeypatch.chdir(toy.root)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    yield toy
    monkeypatch.undo()
    subprocess.run(["umount", "--lazy", str(toy.root)], check=True)


def fill(folder: Path) -> Path:
    """A file that takes all that is left of the disk."""
    path = folder / "fill"
    with path.open("wb", buffering=0) as content:
        try:
            while True:
                content.write(bytes(4096))
        except OSError:
            return path


@pytest.mark.long
def test_a_full_disk_is_told_in_a_sentence_and_loses_nothing(disk: Project, command: Command) -> None:
    made = disk.lock_file.read_text()
    filled = fill(disk.root)
    failed = command("refresh", "changer=[swapcase]", check=False)
    (told,) = failed.stderr.splitlines()
    assert failed.returncode == 1
    assert told.startswith("error: ")
    assert verify(disk) == []
    assert disk.lock_file.read_text() == made
    filled.unlink()
    assert "swapcase" in command("refresh", "changer=[swapcase]").stdout


@pytest.mark.long
@pytest.mark.parametrize("phase", PHASES)
def test_a_disk_that_fills_in_any_phase_is_told_in_a_sentence_and_loses_nothing(
    disk: Project, command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, phase: str
) -> None:
    filled = disk.root / "fill"
    again = ("refresh", "changer=[swapcase,upper]", "pause=0.001")
    with monkeypatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(PLACES), os.environ["PYTHONPATH"]]))
        patch.setenv("PLACE", PHASES[phase])
        patch.setenv("PLACE_REACHED", str(tmp_path / "reached"))
        patch.setenv("PLACE_FILLS", str(filled))
        failed = command(*again, check=False)
    assert filled.is_file(), failed
    assert failed.returncode == 1
    assert failed.stderr.splitlines()[-1].startswith("error: ")
    assert "Traceback" not in failed.stderr
    filled.unlink()
    assert "swapcase" in command(*again).stdout
    assert verify(disk) == []


def test_a_checkout_that_is_only_to_be_read_is_told_in_a_sentence(disk: Project, command: Command) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(disk.root)], check=True)
    assert command("compose", check=False).returncode == 0  # there is nothing to write
    for line in (["refresh"], ["compose", "pause=0.5"], ["run", "words"]):
        failed = command(*line, check=False)
        (told,) = failed.stderr.splitlines()
        assert (failed.returncode, "Read-only file system" in told) == (1, True)


@pytest.mark.long
def test_a_refresh_that_finds_no_room_is_told_in_a_sentence_and_goes_on_when_there_is(
    toy: Project, command: Command
) -> None:
    for room in (0, 3_000, 40_000):  # bytes of a file; the first that lacks them is another each time
        with room_for(room):
            failed = command("refresh", check=False)
        assert failed.returncode == 1
        assert failed.stderr.splitlines()[-1].startswith("error: ")
        assert "Traceback" not in failed.stderr
        assert str(toy.root) in failed.stderr
    command("refresh")
    assert verify(toy) == []


@pytest.mark.long
@pytest.mark.parametrize("size", [16, 300])  # bytes; Python itself sees fewer than 16
def test_a_compiled_module_that_a_full_disk_cut_short_is_thrown_away(
    refreshed: Project, command: Command, size: int
) -> None:
    compiled = Path(py_compile.compile(str(refreshed.root / "toy_stages.py"), doraise=True))
    compiled.write_bytes(compiled.read_bytes()[:size])
    assert "title" in command("refresh").stdout
    assert not compiled.is_file()


def test_a_file_that_ends_too_early_is_told_in_a_sentence(
    toy: Project, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def ends(*_: object) -> None:
        raise EOFError("Ran out of input")

    monkeypatch.setattr("pipelines.refresh.refresh", ends)
    monkeypatch.setattr("sys.argv", ["pipelines", "refresh"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert capfd.readouterr().err == f"error: {toy.root}: a file there ends too early: Ran out of input\n"


@pytest.mark.long
def test_a_lock_that_is_half_written_for_want_of_room_is_as_it_was(
    refreshed: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy, before = refreshed, refreshed.lock_file.read_text()
    write_composition(toy, ["changer=[swapcase]"])
    dump = _yaml._dump

    def full(data: object, stream: TextIO) -> None:
        dump(data, whole := io.StringIO())
        if Path(stream.name) != toy.lock_file:
            stream.write(whole.getvalue())
            return
        stream.write(whole.getvalue()[:300])
        raise OSError(errno.ENOSPC, "No space left on device", stream.name)

    with monkeypatch.context() as patch:
        patch.setattr(_yaml, "_dump", full)
        with pytest.raises(ReproductionError, match=r"No space left on device: .*dvc\.lock"):
            reproduce(toy)
    assert toy.lock_file.read_text() == before
    reproduce(toy)
    assert verify(toy) == []
    assert "swapcase" in toy.lock_file.read_text()
