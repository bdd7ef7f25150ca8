"""The command as a process: its streams closed, full or left, its names odd, its faults its own; never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CHART = 'flowchart TB\n a(["Start"]) --> b["Go"] --> c(["End"])\n'
MAIN = "from diagramloop.doors.cli import main; main()"
ODD = ("new\nline.mmd", "esc\x1b[31m.mmd", "q\"uo'te.mmd", "-dash.mmd", "流程.mmd", "\udcff.mmd")


def run(*arguments: object, shell: str = "", program: str = MAIN) -> subprocess.CompletedProcess[bytes]:
    """The command, its streams redirected as a shell would."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    redirected = ["sh", "-c", f'"$@" {shell}', "sh", *command] if shell else command
    return subprocess.run(redirected, capture_output=True, check=False, timeout=300, stdin=subprocess.DEVNULL)


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    path = tmp_path / "chart.mmd"
    path.write_text(CHART)
    return path


def test_the_package_is_a_command_too() -> None:
    done = subprocess.run([sys.executable, "-m", "diagramloop", "--version"], capture_output=True, check=True)
    assert done.stdout.startswith(b"diagramloop ")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("file", ["chart.mmd", "-"])
def test_closed_streams(chart: Path, closed: str, file: str) -> None:
    given = chart if file == chart.name else file
    done = run("convert", given, "--to", "dot", shell=closed)
    assert done.returncode == (0 if given == chart else 1)
    assert b"Traceback" not in done.stderr


def test_nobody_reads_on(chart: Path) -> None:
    done = run("convert", chart, "--to", "json", shell="| true")
    assert done.stderr == b""


@pytest.fixture(params=["", "1"], ids=["buffered", "unbuffered"])
def buffering(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard streams as Python has them, and as containers often do."""
    monkeypatch.setenv("PYTHONUNBUFFERED", request.param)


@pytest.mark.usefixtures("buffering")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no full device")
@pytest.mark.parametrize("command", [("convert", "--to", "dot"), ("score", "-g", "{chart}", "-p")])
def test_no_room_for_the_results(chart: Path, command: tuple[str, ...]) -> None:
    arguments = [part.format(chart=chart) for part in command]
    done = run(*arguments, chart, shell=">/dev/full")
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert b"No space left on device" in done.stderr


@pytest.mark.usefixtures("buffering")
def test_room_for_a_part_of_the_results(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    (tmp_path / "chart.mmd").write_text("flowchart TB\n" + "".join(f" n{at} --> n{at + 1}\n" for at in range(200)))
    limited = f"import resource, sys; sys.dont_write_bytecode = True\n{MAIN[: MAIN.index(';')]}\n"
    limited += "resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)); main()"
    done = run("convert", "--to", "dot", tmp_path / "chart.mmd", shell=f">{tmp_path / 'out'}", program=limited)
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert b"File too large" in done.stderr


@pytest.mark.long
def test_odd_names_are_told_without_driving_the_terminal(tmp_path: Path) -> None:
    for name in ODD:
        (tmp_path / name).write_text(CHART)
    done = run("simulate", "--", *(tmp_path / name for name in ODD), tmp_path / "absent\n.mmd")
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"\x1b" not in done.stdout + done.stderr
    assert done.stdout.count(b"100.0% completed") == len(ODD)
    assert run("convert", "--to", "dot", "-o", tmp_path / "out", "--", *(tmp_path / n for n in ODD)).returncode == 0
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == sorted(
        name.replace(".mmd", ".dot") for name in ODD
    )


def test_a_locale_without_the_signs_of_a_chart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii:strict")
    (tmp_path / "chart.mmd").write_text(CHART.replace("Start", "Stärt 流"), "utf-8")
    done = run("converse", tmp_path / "chart.mmd", shell="<<END\nhello\nEND")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"St\\xe4rt \\u6d41" in done.stdout


FAULTY = f"""
from diagramloop.doors.cli import convert
def fails(item, *others):
    if item.stem == "chart": raise ZeroDivisionError("by nought\\n twice")
    return convert.true_read_charts(item, *others)
convert.true_read_charts, convert.read_charts = convert.read_charts, fails
{MAIN}
"""


def test_a_fault_of_its_own_costs_one_file_and_no_traceback(chart: Path, tmp_path: Path) -> None:
    (tmp_path / "other.mmd").write_text(CHART)
    done = run("convert", chart, tmp_path / "other.mmd", "--to", "dot", "-o", tmp_path / "out", program=FAULTY)
    assert done.returncode == 1
    assert [line for line in done.stderr.decode().splitlines() if "ZeroDivisionError by nought" in line]
    assert done.stderr.count(b"\n") == 2  # and the closing one
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["other.dot"]


def test_a_fault_anywhere_is_one_line(chart: Path) -> None:
    program = f"from diagramloop.doors.cli import _app\n_app.app = lambda: 1 / 0\n{MAIN}"
    done = run("convert", chart, "--to", "dot", program=program)
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert done.stderr.startswith(b"diagramloop: a fault of its own")
