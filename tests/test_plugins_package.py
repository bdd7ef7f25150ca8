"""Someone else's package, installed beside diagramloop: on the command line and on the board, no line changed here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAMED = "inkless/size"
TOOL = ("-c", "from diagramloop.doors.cli import main; main()")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the package was built and installed into, without a network."""
    folder = tmp_path_factory.mktemp("installed")
    source = shutil.copytree(Path(__file__).parent / "plugins_package", folder / "source")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", str(folder / "site"), str(source)], check=True)
    return folder / "site"


def run(site: Path, *command: str, cwd: Path = ROOT, code: int = 0) -> str:
    """Return the output of a Python with the package on its path."""
    path = os.pathsep.join([str(ROOT), str(site)])
    environment = os.environ | {"PYTHONPATH": path, "COLUMNS": "200"}
    done = subprocess.run([sys.executable, *command], cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


@pytest.mark.long
def test_it_is_listed_and_its_metric_does_what_it_says(site: Path) -> None:
    listed = [line.split() for line in run(site, *TOOL, "plugins", "--check").splitlines() if "inkless" in line]
    found = {(words[1], words[3], words[7]) for words in listed}
    assert found == {("parser", "blind", "inkless"), ("metric", "inkless", "inkless"), ("format", "lines", "inkless")}


def test_a_metric_that_boasts_is_found_out(site: Path, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "site")
    (points,) = (tmp_path / "site").glob("*.dist-info/entry_points.txt")
    points.write_text(points.read_text().replace(":SIZES", ":BOAST"))
    told = run(tmp_path / "site", *TOOL, "plugins", "--check", code=1)
    assert "inkless/boast: it does not fall with each node renamed" in told


@pytest.mark.long
def test_its_format_is_read_written_and_scored(site: Path, tmp_path: Path) -> None:
    (tmp_path / "a.lines").write_text("Start > Boil\nBoil > End\n")
    mermaid = run(site, *TOOL, "convert", "--to", "mermaid", str(tmp_path / "a.lines"))
    (tmp_path / "a.mmd").write_text(mermaid)
    assert run(site, *TOOL, "convert", "--to", "lines", str(tmp_path / "a.mmd")) == "Start > Boil\nBoil > End\n"
    scored = ["score", "-p", str(tmp_path / "a.lines"), "-g", str(tmp_path / "a.mmd"), "-f", "json"]
    values = {row["metric"]: row["value"] for row in json.loads(run(site, *TOOL, *scored))}
    assert values[NAMED] == values["text/edge_f1"] == 1.0


def test_its_parser_and_metric_make_a_row(site: Path) -> None:
    asked = ["--system", "blind", "--limit", "1", "--similarity", "lexical"]
    assert NAMED in run(site, *TOOL, "evaluate", "parse", *asked)


@pytest.mark.long
def test_its_row_stands_on_the_board_of_a_checkout(site: Path, tmp_path: Path) -> None:
    """A parser is chosen by the name that the package gave it; ``conf/`` has no file of it."""
    checkout = tmp_path / "checkout"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if name.split("/")[0] in {"assets", "conf", "diagramloop", "pipelines", ".dvc", "data.dvc"}:
            (checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, checkout / name)
    subprocess.run(["git", "init", "-q", str(checkout)], check=True)
    small = ["source=[corpus]", "sources.corpus.use=[figures]", "sources.corpus.limit=2", "render.styles=[mono]"]
    chosen = ["parser=[blind]", "attribute.views=[graph]", "score.similarity=lexical"]
    nothing = [f"{group}=[]" for group in ("generator", "extractor", "attributor", "agent")]
    told = run(site, "-m", "pipelines", "refresh", *small, *chosen, *nothing, cwd=checkout)
    board = json.loads((checkout / "artifacts/leaderboard/leaderboard.json").read_text())
    (cell,) = (row for row in board if row["system"] == "blind" and row["metric"] == NAMED)
    assert 0 < cell["value"] < 1
    assert cell["n"] == 2
    assert "blind" in told
    assert NAMED in (checkout / "artifacts/report/boards.js").read_text()
    assert "inkless: '1.2'" in (checkout / "params.yaml").read_text()
