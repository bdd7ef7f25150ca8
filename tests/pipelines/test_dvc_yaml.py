"""dvc.yaml: a matrix where all steps read alike, else what each of them reads."""

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


CHARTS = declared("charts", data="data/{source}", matrix={"source": "sources[figures]"})
PAPERS = declared("papers", data="data/{source}", matrix={"source": "sources[papers]"})
READ = declared("read", inputs=("charts", "papers"), matrix={"source": "sources[figures|papers]", "parser": "parsers"})


def written(sources: dict[str, object]) -> dict[str, dict[str, object]]:
    plan = make_plan([CHARTS, PAPERS, READ], {"sources": sources, "parsers": ["p", "q"]})
    stages: dict[str, dict[str, object]] = yaml.safe_load(dvc_yaml(plan))["stages"]
    return stages


def test_steps_that_read_alike_share_a_matrix() -> None:
    stages = written({"a": {"use": ["figures"]}, "b": {"use": ["figures"]}})
    assert stages["charts"]["matrix"] == {"source": ["a", "b"]}
    assert "data/${item.source}" in stages["charts"]["deps"]  # type: ignore[operator]
    assert stages["read"]["matrix"] == {"source": ["a", "b"], "parser": ["p", "q"]}
    assert "artifacts/charts/${item.source}" in stages["read"]["deps"]  # type: ignore[operator]


def test_steps_that_read_different_things_say_what() -> None:
    stages = written({"a": {"use": ["figures"]}, "b": {"use": ["papers"], "folder": "corpus/papers"}})
    assert stages["read"]["foreach"] == {
        "a-p": {"source": "a", "parser": "p", "read0": "artifacts/charts/a"},
        "a-q": {"source": "a", "parser": "q", "read0": "artifacts/charts/a"},
        "b-p": {"source": "b", "parser": "p", "read0": "artifacts/papers/b"},
        "b-q": {"source": "b", "parser": "q", "read0": "artifacts/papers/b"},
    }
    do = stages["read"]["do"]
    assert do["deps"][-1] == "${item.read0}"  # type: ignore[index]
    assert do["outs"] == ["artifacts/read/${item.source}/${item.parser}"]  # type: ignore[index]


def test_a_step_that_reads_less_than_its_siblings_depends_on_its_module_once_more() -> None:
    stages = written({"a": {"use": ["figures", "papers"]}, "b": {"use": ["papers"]}})
    items = stages["read"]["foreach"]
    assert [item["read1"] for item in items.values()] == ["artifacts/papers/a"] * 2 + [READ.module_path] * 2  # type: ignore[attr-defined]
