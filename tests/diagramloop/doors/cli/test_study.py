"""``diagramloop study`` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image
from typer.testing import CliRunner, Result

from diagramloop.doors.cli._app import app


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["study", *arguments])


def test_how_many_items() -> None:
    asked = {("--correlation", "0.4316"): 39, ("--difference", "0.1", "--spread", "0.4"): 128}
    for arguments, items in asked.items():
        assert json.loads(run("power", *arguments).stdout) == {"items": items, "power": 0.8, "level": 0.05}
    assert run("power").exit_code == 2
    assert run("power", "--correlation", "2").exit_code == 1


def test_from_pictures_to_judgements(tmp_path: Path) -> None:
    for system in ("reference", "mine"):
        (tmp_path / "pictures" / system).mkdir(parents=True)
        Image.new("RGB", (40, 40)).save(tmp_path / "pictures" / system / "chart.png")
    kit = str(tmp_path / "kit")
    made = run("kit", str(tmp_path / "pictures"), kit, "--judge", "ann", "--judge", "bob")
    assert json.loads(made.stdout)["pairs"] == 1
    assert run("kit", str(tmp_path / "pictures"), kit, "--judge", "ann").exit_code == 1  # it is there
    sheet = tmp_path / "kit" / "ann" / "judgements.csv"
    sheet.write_text(sheet.read_text().replace("ann,", "ann,fair"))
    done = run("collect", f"{kit}/key.json", str(sheet))
    assert (done.exit_code, done.stdout.splitlines()) == (0, ["item,system,judge,label", "chart,mine,ann,fair"])
    sheet.write_text("unit,judge,label\nnobody,ann,good\n")
    assert run("collect", f"{kit}/key.json", str(sheet)).exit_code == 1
