"""Declared stages to steps."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from assets.machinery import Stage, StageReport, StageRun
from pipelines.plan import load_stages, make_plan
from pipelines.project import ProjectError


def body(run: StageRun) -> StageReport:
    """Does nothing."""
    return StageReport(0, 0)


def declared(name: str, **fields: object) -> Stage:
    return Stage(name=name, group="g", body=body, **fields)  # type: ignore[arg-type]


def test_shared_dimensions_bind_and_others_are_gathered() -> None:
    a = declared("a", matrix={"source": "sources"})
    b = declared("b", inputs=("a",), matrix={"source": "sources", "parser": "parsers"})
    c = declared("c", inputs=("b",), matrix={"source": "sources"})
    plan = make_plan([a, b, c], {"sources": {"x": 0, "y": 0}, "parsers": ["p", "q"]})
    assert [step.name for step in plan.steps] == ["a@x", "a@y", "b@x-p", "b@x-q", "b@y-p", "b@y-q", "c@x", "c@y"]
    (one,) = plan.named("b@y-p")
    (gathering,) = plan.named("c@x")
    assert [step.name for step in one.inputs["a"]] == ["a@y"]
    assert [step.name for step in gathering.inputs["b"]] == ["b@x-p", "b@x-q"]
    assert [step.out for step in plan.named("b")] == [f"artifacts/b/{way}" for way in ("x/p", "x/q", "y/p", "y/q")]


def test_a_stage_beside_others_has_no_part_where_they_have_none() -> None:
    scores = declared("scores", matrix={"source": "sources"})
    profiles = declared("profiles", beside=("scores",))
    board = declared("board", inputs=("scores", "profiles"))
    assert make_plan([scores, profiles, board], {"sources": []}).steps == ()
    (one,) = make_plan([scores, profiles, board], {"sources": ["x"]}).named("profiles")
    assert one.inputs == {}


def test_an_unknown_step_is_answered_with_those_there_are() -> None:
    with pytest.raises(ProjectError, match=r"no stage 'z'.*: a"):
        make_plan([declared("a")], {}).named("z")


@pytest.mark.parametrize(
    ("inputs", "told"), [({"a": ("zzz",)}, "which no stage makes"), ({"a": ("b",), "b": ("a",)}, "circle")]
)
def test_a_registry_that_contradicts_itself_is_refused(
    inputs: dict[str, tuple[str, ...]], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("contradictory")
    for name, read in inputs.items():
        stage = declared(name, inputs=read)
        monkeypatch.setattr(body, "__module__", "contradictory")
        setattr(module, name, stage)
    monkeypatch.setitem(sys.modules, "contradictory", module)
    with pytest.raises(ProjectError, match=told):
        load_stages(["contradictory"])


def test_a_dimension_may_take_only_the_sources_put_to_some_use() -> None:
    figures = declared("figures", matrix={"source": "sources[figures]"})
    talks = declared("talks", matrix={"source": "sources[questions|dialogues]"})
    both = declared("both", inputs=("figures", "talks"), matrix={"source": "sources[figures]"})
    sources = {"a": {"use": ["figures"]}, "b": {"use": ["dialogues"]}, "c": {"use": ["questions", "figures"]}}
    plan = make_plan([figures, talks, both], {"sources": sources})
    assert [step.name for step in plan.steps] == ["figures@a", "figures@c", "talks@b", "talks@c", "both@a", "both@c"]
    assert [step.name for step in plan.named("both@a")[0].inputs["talks"]] == []


def test_a_source_may_say_in_which_folder_it_lies() -> None:
    read = declared("read", data="data/{source}", matrix={"source": "sources"})
    plan = make_plan([read], {"sources": {"a-b": {}, "c": {"folder": "other/place"}}})
    assert [step.data for step in plan.steps] == ["data/a-b", "data/other/place"]


def test_steps_of_one_name_are_refused() -> None:
    stage = declared("s", matrix={"source": "sources", "parser": "parsers"})
    with pytest.raises(ProjectError, match="one name"):
        make_plan([stage], {"sources": ["a-b", "a"], "parsers": ["c", "b-c"]})


def test_a_control_is_one_more_value_whatever_is_configured_and_stands_on_nothing_of_it() -> None:
    made = declared("made", matrix={"source": "sources"})
    answers = declared("answers", inputs=("made",), matrix={"source": "sources", "parser": "parsers"})
    scores = declared(
        "scores",
        inputs=("made", "answers"),
        matrix={"source": "sources", "parser": "parsers"},
        controls={"parser": "gold"},
        params=("score", "sources.{source}", "parsers.{parser}.make"),
    )
    stages = [made, answers, scores]
    plan = make_plan(stages, {"sources": {"x": {}}, "parsers": {"p": {}}})
    assert [step.name for step in plan.named("scores")] == ["scores@x-gold", "scores@x-p"]
    (gold,), (measured,) = plan.named("scores@x-gold"), plan.named("scores@x-p")
    assert gold.params == ("score", "sources.x")
    assert measured.params == ("score", "sources.x", "parsers.p.make")
    assert [step.name for step in gold.inputs["answers"]] == []
    assert [step.name for step in gold.inputs["made"]] == ["made@x"]
    without = make_plan(stages, {"sources": {"x": {}}})
    assert [step.name for step in without.steps] == ["made@x", "scores@x-gold"]
    named = make_plan(stages, {"sources": {"x": {}}, "parsers": {"p": {}, "gold": {}}})
    assert [step.name for step in named.named("scores")] == ["scores@x-p", "scores@x-gold"]
    assert make_plan(stages, {"sources": {}, "parsers": {"p": {}}}).steps == ()
