"""Several processes at once, as schedules, sensors and people make them."""

from __future__ import annotations

import subprocess
import sys

from pipelines.composition import write_composition
from pipelines.project import Project
from pipelines.repro import locked_outs, reproduce
from pipelines.verify import verify

CHANGERS = ("lower", "capitalize", "casefold", "strip", "lstrip", "rstrip", "swapcase", "upper")
ONE = "from pipelines.repro import reproduce; from pipelines.project import Project; reproduce(Project.find(), ['{}'])"


def test_eight_stages_materialised_at_once_all_succeed(toy: Project) -> None:
    more = [f"+changers.{name}={{how: {name}}}" for name in CHANGERS]
    write_composition(toy, ["changer=[]", *more])
    reproduce(toy, ["data.dvc", "words@small"])
    steps = [f"changed@small-{name}" for name in CHANGERS]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", ONE.format(step)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for step in steps
    ]
    outputs = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * 8, "\n".join(outputs)
    assert set(steps) < set(locked_outs(toy))
    assert verify(toy) == []
