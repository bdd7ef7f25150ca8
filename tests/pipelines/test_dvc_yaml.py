"""dvc.yaml: one entry for each stage, with all that its steps read."""

from __future__ import annotations

import yaml

from assets.machinery import Stage, StageReport, StageRun
from pipelines.dvc_yaml import dvc_yaml
from pipelines.plan import make_plan


def body(run: StageRun) -> StageReport:
    """Does nothing."""
    return StageReport(0, 0)


def declared(name: str, **fields: object) -> Stage:
    return Stage(name=name, group="g", body=body, **fields)  # type: ignore[arg-type]


CHARTS = declared("charts", data="data/{source}", matrix={"source": "sources[figures]"}, params=("sources.{source}",))
PAPERS = declared("papers", data="data/{source}", matrix={"source": "sources[papers]"})
READ = declared("read", inputs=("charts", "papers"), matrix={"source": "sources[figures|papers]", "parser": "parsers"})


def written(sources: dict[str, object]) -> dict[str, dict[str, object]]:
    plan = make_plan([CHARTS, PAPERS, READ], {"sources": sources, "parsers": ["p", "q"]})
    stages: dict[str, dict[str, object]] = yaml.safe_load(dvc_yaml(plan, ["library"]))["stages"]
    return stages


def test_an_entry_has_what_all_steps_of_its_stage_read_and_are_made_by_each_once() -> None:
    stages = written({"a": {"use": ["figures"]}, "b": {"use": ["figures"], "folder": "other/place"}})
    assert stages["charts"] == {
        "cmd": "python -m pipelines run charts",
        "deps": ["data/a", "data/other/place"],
        "params": ["steps.charts", "sources.a", "sources.b", {"artifacts/code.json": ["charts"]}],
        "outs": ["artifacts/charts"],
    }
    assert stages["read"]["deps"] == ["artifacts/charts"]


def test_steps_may_read_different_stages() -> None:
    stages = written({"a": {"use": ["figures"]}, "b": {"use": ["papers"]}})
    assert stages["read"]["deps"] == ["artifacts/charts", "artifacts/papers"]


def test_an_input_of_which_no_step_reads_anything_is_none() -> None:
    assert "artifacts/papers" not in str(written({"a": {"use": ["figures"]}}))


def test_the_code_of_all_stages_is_looked_at_by_one_that_comes_before_them() -> None:
    assert written({"a": {"use": ["figures"]}})["code"] == {
        "cmd": "python -m pipelines identify",
        "deps": ["library"],
        "params": ["packages", "parsers", "sources"],
        "outs": ["artifacts/code.json"],
    }
