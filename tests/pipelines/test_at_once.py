"""Several processes at once, as schedules, sensors and people make them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pipelines.composition import write_composition
from pipelines.project import Project
from pipelines.repro import locked_outs, reproduce
from pipelines.verify import verify

HOW = ("lower", "capitalize", "casefold", "strip", "lstrip", "rstrip", "swapcase", "upper")
ONE = "from pipelines.repro import reproduce; from pipelines.project import Project; reproduce(Project.find(), ['{}'])"


DECLARED = """

@stage(group="change", inputs=("words",), matrix={{"source": "sources"}})
def {0}_words(run: StageRun) -> StageReport:
    return StageReport.of(run.items.for_each(change, run.rows("words"), {{"how": "{0}", "pause": 0.0}}, WORDS, run.out))
"""


@pytest.mark.long
def test_eight_stages_materialised_at_once_all_succeed(toy: Project) -> None:
    with (toy.root / "toy_stages.py").open("a") as declared:
        declared.writelines(DECLARED.format(how) for how in HOW)
    write_composition(toy, [])
    reproduce(toy, ["data.dvc", "code", "words"])
    stages = [f"{how}_words" for how in HOW]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", ONE.format(stage)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for stage in stages
    ]
    outputs = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * 8, "\n".join(outputs)
    assert set(stages) < set(locked_outs(toy))
    reproduce(toy)
    assert verify(toy) == []
