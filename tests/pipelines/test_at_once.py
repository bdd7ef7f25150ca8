"""Several processes at once, as schedules, sensors and people make them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

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


def both(project: Project, *lines: list[str]) -> None:
    """Runs commands at once; all end well."""
    command = [sys.executable, "-m", "pipelines", "refresh"]
    processes = [
        subprocess.Popen(
            [*command, *line], cwd=project.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for line in lines
    ]
    outputs = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * len(lines), "\n".join(outputs)


@pytest.mark.long
def test_workspaces_refreshed_at_once_share_cache_and_items_and_each_has_its_own_board(
    toy: Project, tmp_path: Path
) -> None:
    write_composition(toy, [])
    chosen = {"title": ["title", "swapcase"], "upper": ["upper", "swapcase"]}
    for _ in range(2):  # the second time there are items to be swept
        both(
            toy,
            *(
                ["--in", str(tmp_path / name), f"changer=[{','.join(changers)}]", "executor.kept_items.gib=0"]
                for name, changers in chosen.items()
            ),
        )
    for name, changers in chosen.items():
        workspace = Project(tmp_path / name)
        assert sorted(workspace.params()["changers"]) == sorted(changers)
        assert verify(workspace) == []


@pytest.mark.long
def test_two_checkouts_of_one_cache_are_refreshed_at_once(toy: Project, tmp_path: Path) -> None:
    other = Project(tmp_path / "other")
    shutil.copytree(toy.root, other.root)
    for checkout in (toy, other):
        dvc = [str(Path(sys.executable).with_name("dvc")), "cache", "dir", "--local", str(tmp_path / "cache")]
        subprocess.run(dvc, cwd=checkout.root, check=True, capture_output=True)
    processes = [
        subprocess.Popen([sys.executable, "-m", "pipelines", "refresh", *line], cwd=checkout.root)
        for checkout in (toy, other)
        for line in ([], ["changer=[swapcase,title]"])
    ]
    assert [process.wait() for process in processes] == [0] * 4
    assert verify(toy) == verify(other) == []
    assert not (toy.root / ".dvc" / "cache").exists()


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
