"""The command, called within the process."""

from __future__ import annotations

from typer.testing import CliRunner, Result

from diagramloop.doors.cli._app import app

CHART = 'flowchart TD\n    A(["Start"]) --> B{"Ready?"}\n    B -->|"yes"| C["Go"]\n    B -->|"no"| A\n'


def run(*arguments: object, stdin: bytes | str | None = None) -> Result:
    return CliRunner().invoke(app, [str(a) for a in arguments], input=stdin)
