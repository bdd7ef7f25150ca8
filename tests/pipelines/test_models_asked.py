"""Who plays which part, and the rows of systems that ask a model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mlflow import MlflowClient

from pipelines.compose import compose
from pipelines.composition import planned
from pipelines.mlflow_store import database
from pipelines.models_asked import SYSTEMS, models_in, rows_by_model
from pipelines.preflight import check_systems
from pipelines.project import Project, ProjectError
from pipelines.refresh import refresh

ROOT = Path(__file__).parents[2]
TWO = "models.chat.model=[gpt-5,{model: Qwen/Qwen2.5-VL-7B, base_url: http://127.0.0.1/v1}]"


def composed(*overrides: str) -> dict[str, Any]:
    return compose(Project(ROOT), overrides)


def test_parts_are_played_by_the_chat_model_unless_they_are_given_one() -> None:
    models = composed("models.chat.model=mine", "models.chat.base_url=http://127.0.0.1/v1")["models"]
    assert models == dict.fromkeys(("chat", "judge", "user", "reader"), models["chat"])
    models = composed("models.chat.model=mine", "models.judge.model=fixed")["models"]
    assert models["judge"] == {**models["chat"], "model": "fixed"}
    assert models["user"] == models["reader"] == models["chat"]


def test_a_part_with_a_back_end_of_its_own_takes_nothing_of_the_endpoint() -> None:
    models = composed("+model@models.judge=local", "models.judge.model=PATH")["models"]
    assert models["judge"] == {**models["judge"], "back_end": "local", "model": "PATH"}
    assert "base_url" not in models["judge"]
    assert models["judge"]["store"] == models["chat"]["store"]


@pytest.mark.parametrize(
    ("chosen", "node", "part"),
    [
        ("judge=model", "judge", "judge"),
        ("dialogue_judge=model", "converse.judge", "judge"),
        ("simulator=model", "converse.simulator", "user"),
        ("source=[pfdial_model]", "sources", "user"),
        ("planner=model", "planning", "reader"),
        ("layout=model", "planning", "reader"),
        ("canonical=svg_reader_model_edges", "canonical", "reader"),
        ("parser=[svg_reader_model_edges]", "parsers", "reader"),
        ("parser=[svg_reader_refined]", "parsers", "reader"),
        ("parser=[vision_parser]", "parsers", "reader"),
        ("parser=[hmas_vision]", "parsers", "reader"),
        ("parser=[hmas_vision_topology]", "parsers", "reader"),
        ("agent=[floca_model]", "agents", "chat"),
        ("extractor=[text2flow]", "extractors", "chat"),
        ("attributor=[flow_path_agent]", "attributors", "chat"),
    ],
)
def test_who_plays_a_part_is_asked_in_it(chosen: str, node: str, part: str) -> None:
    names = [f"models.{name}.model={name}-model" for name in ("chat", "judge", "user", "reader")]
    place: Any = composed(chosen, *names)
    for key in node.split("."):
        place = place[key]
    assert {model["model"] for model in models_in({"chat": place})} == {f"{part}-model"}


def test_diagrameval_reads_the_reference_as_it_reads_what_is_generated() -> None:
    """Table 1's command: one extraction for both, which looks through the one reader (DiagramEval, Section 4.1)."""
    page = (ROOT / "docs" / "papers.md").read_text("utf-8")
    row = next(line for line in page.splitlines() if line.startswith("| Table 1 (5.2): three models by six metrics"))
    arguments = row.partition('ARGS="')[2].partition('"')[0].split()
    made = composed(*arguments)
    (parser,) = made["parsers"].values()
    assert {name: parser[name] for name in ("make", "options")} == made["canonical"]
    assert [model["model"] for model in models_in(made["canonical"])] == ["READER"]


def test_a_list_of_models_is_a_row_for_each() -> None:
    made = composed(TWO, "agent=[floca_model,random_edge]", "models.user.model=gpt-5", "models.judge.model=o3")
    assert list(made["agents"]) == ["floca_model@gpt-5", "floca_model@qwen2-5-vl-7b", "random_edge"]
    other = made["agents"]["floca_model@qwen2-5-vl-7b"]["options"]["model"]
    assert (other["model"], other["base_url"]) == ("Qwen/Qwen2.5-VL-7B", "http://127.0.0.1/v1")
    assert other["store"] == made["models"]["user"]["store"]


def test_the_models_of_an_image_endpoint_are_a_list_as_well() -> None:
    listed = "generators.gemini_image.options.model=[gemini-2.5-flash-image,gemini-3-pro-image]"
    rows = composed("experiment=sciflow", "generator=[gemini_image]", listed)["generators"]
    assert list(rows) == ["gemini_image@gemini-2-5-flash-image", "gemini_image@gemini-3-pro-image"]


def test_names_that_lead_to_a_row_lead_to_the_row_of_its_model() -> None:
    made = composed("tool_times=[flow_path_agent]", "attributor=[flow_path_agent]", TWO, "models.reader.model=eye")
    assert made["tool_times"] == ["flow_path_agent@gpt-5", "flow_path_agent@qwen2-5-vl-7b"]
    made = composed("parser=[vision_parser]", "attribute.parser=vision_parser", "models.reader.model=eye")
    assert (list(made["parsers"]), made["attribute"]["parser"]) == (["vision_parser@eye"], "vision_parser@eye")


@pytest.mark.parametrize(
    ("overrides", "told"),
    [
        (["judge=model", TWO], "judge: one model plays this part"),
        (["simulator=model", TWO], "converse: one model plays this part"),
        (["agent=[floca_model]", "models.chat.model=[]"], "its list of models is empty"),
        (["agent=[floca_model]", "models.chat.model=[{base_url: x}]"], "is no name of a model"),
        (["agent=[floca_model]", "models.chat.model=[a/b,c/b]"], "two rows would be called 'floca_model@b'"),
        (
            ["parser=[vision_parser]", "answer.parser=vision_parser", "models.reader.model=[a,b]"],
            "answer.parser: 'vision_parser' asks several models: name one of vision_parser@a, vision_parser@b",
        ),
    ],
)
def test_lists_that_make_no_board_are_told(overrides: list[str], told: str) -> None:
    with pytest.raises(ProjectError, match=told.replace("[", r"\[")):
        composed(*overrides)


def test_rows_say_where_a_model_is_judged_by_itself() -> None:
    chosen = ["generator=[svg_model,graphviz]", "judge=model", "parser=[vision_parser,svg_reader]"]
    judged, read = composed(*chosen)["generators"]["svg_model@gpt-4o"]["note"].split("; ")
    assert judged == "judged by the model that drew (gpt-4o)"
    assert read == "on the boards of vision_parser@gpt-4o read by the model that drew (gpt-4o)"
    others = ["models.judge.model=o3", "models.reader.model=o3"]
    assert {node["note"] for node in composed(*chosen, *others)["generators"].values()} == {""}
    elsewhere = ["models.judge.base_url=http://127.0.0.1/v1", "models.reader.model=o3"]
    assert composed(*chosen, *elsewhere)["generators"]["svg_model@gpt-4o"]["note"] == ""


def test_agents_say_who_plays_and_who_judges_the_user() -> None:
    chosen = ["agent=[floca_model,floca]", "simulator=model", "dialogue_judge=model"]
    agents = composed(*chosen, "models.judge.model=o3")["agents"]
    assert agents["floca_model@gpt-4o"]["note"] == "the simulated user is the agent's own model (gpt-4o)"
    assert agents["floca"]["note"] == ""
    agents = composed(*chosen, "models.user.model=o3", "models.judge.model=o3")["agents"]
    assert {node["note"] for node in agents.values()} == {"the simulated user is judged by its own model (o3)"}


def test_a_note_of_ones_own_stays_before() -> None:
    chosen = ["agent=[floca_model]", "simulator=model", "agents.floca_model.note=mine"]
    (agent,) = composed(*chosen)["agents"].values()
    assert agent["note"].startswith("mine; the simulated user")


def test_a_mistake_in_a_row_of_a_model_is_told_with_its_file() -> None:
    project = Project(ROOT)
    params = planned(project, ["parser=[vision_parser]", "parsers.vision_parser.options.shat=1"])[0]
    with pytest.raises(Exception, match=r"conf/parser/vision_parser\.yaml"):
        check_systems(project, params)


def test_no_row_of_the_default_board_is_named_after_a_model() -> None:
    params = composed()
    names = [name for group in SYSTEMS for name in params[group]]
    assert names
    assert not [name for name in names if "@" in name]


PLAIN = st.dictionaries(st.sampled_from(["a", "b", "scale", "word_lists"]), st.integers() | st.text(max_size=5))


@given(st.dictionaries(st.sampled_from(["x", "y", "z"]), st.builds(lambda options: {"options": options}, PLAIN)))
def test_systems_that_ask_no_model_are_left_as_they_are(systems: dict[str, Any]) -> None:
    assert rows_by_model({"extractors": systems, "other": 1}) == {"extractors": systems, "other": 1}


@given(
    st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6, unique=True),
    st.lists(st.sampled_from("stuv"), min_size=1, max_size=4, unique=True),
)
def test_there_is_a_row_for_each_system_and_model(models: list[str], systems: list[str]) -> None:
    node = {"options": {"deep": [{"model": {"model": models, "base_url": "u"}}], "mark": 1}}
    made = rows_by_model({"extractors": dict.fromkeys(systems, node)})["extractors"]
    assert list(made) == [f"{system}@{model}" for system in systems for model in models]
    for name, row in made.items():
        assert [model["model"] for model in models_in(row)] == [name.partition("@")[2]]
        assert row["options"]["mark"] == 1


@pytest.mark.long
def test_a_row_named_after_a_model_is_refreshed_recorded_and_kept(toy: Project) -> None:
    row = "title@gpt-5"
    (toy.conf / "changer" / "asking.yaml").write_text(f"# @package _global_\nchangers: {{'{row}': {{how: title}}}}\n")
    refresh(toy, ["changer=[asking]"])
    assert (toy.root / "artifacts" / "changed" / "small" / row).is_dir()
    client = MlflowClient(database(toy))
    (run,) = client.search_runs([client.get_experiment_by_name("change").experiment_id])
    assert run.info.run_name == row
    assert run.data.params["changers.title:gpt-5.how"] == "title"
    before = toy.lock_file.read_bytes()
    refresh(toy, ["changer=[asking]"])
    assert toy.lock_file.read_bytes() == before
