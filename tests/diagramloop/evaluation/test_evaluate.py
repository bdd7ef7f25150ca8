"""One call: systems of every kind, predictions, what goes wrong, and what is written for systems run elsewhere."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scripted_endpoint import ScriptedEndpoint

import diagramloop
from diagramloop.data.sources import Corpus, Document
from diagramloop.engines.attribute import Attribution, AttributionTask
from diagramloop.engines.extract import Extraction
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation._evaluate import ask
from diagramloop.evaluation.data_sets import data_set, shipped_corpus
from diagramloop.evaluation.export import write_data
from diagramloop.evaluation.outcome import Standing
from diagramloop.evaluation.pictures import Drawing
from diagramloop.evaluation.tasks import TASKS, ConditionError, conditions_of, task_named
from diagramloop.graph import FlowGraph, Node
from diagramloop.models.checkpoints import require
from diagramloop.render import Style

FEW: dict[str, Any] = {"limit": 2, "similarity": "lexical", "drawing": Drawing(styles=("mono",))}
FLOW = "strict/flow_f1"
ROOT = Path(__file__).parents[3]


def nothing(text: str) -> FlowGraph:
    return FlowGraph()


def careless(text: str) -> Any:
    return {"nodes": []}


class Unwell:
    """An extractor that refuses one document and lacks its weights for all others."""

    name = "unwell"

    def __init__(self) -> None:
        self._asked = 0

    def extract(self, text: str) -> Extraction:
        self._asked += 1
        if self._asked == 1:
            raise DiagramloopError("no", reason=RejectionReason.REFUSED)
        require("unwell", "a_package_that_nobody_has")
        return Extraction(FlowGraph())


def evaluated(task: str, system: Any = None, **given: Any) -> diagramloop.Table:
    return diagramloop.evaluate(task, "corpus", system, limit=2, conditions=conditions_of(task, FEW), **given)


@pytest.mark.parametrize("task", TASKS)
def test_gold_is_right_in_every_task(task: str) -> None:
    table = evaluated(task, "gold")
    shown = [row for row in table.rows if row.metric in table.shown and row.value is not None]
    assert shown
    assert {row.value for row in shown} <= {0.0, 1.0}  # nsr and tr are better the less they are
    assert all(row.complete and row.control for row in shown)


@pytest.mark.parametrize("system", [nothing, f"{__name__}:nothing", "empty"])
def test_a_function_its_name_and_a_control_answer_alike(system: Any) -> None:
    assert evaluated("extract", system)[FLOW].value == 0.0


def test_an_attributor_can_be_a_function() -> None:
    def first(task: AttributionTask) -> Attribution:
        return Attribution(tuple(node.id for node in task.graph.nodes))

    assert evaluated("attribute", first)["attribution/recall"].value == 1.0


@pytest.mark.parametrize("system", ["boxes", "set_of_marks", "visprog"])
def test_who_takes_pictures_is_not_asked_about_a_graph_alone(system: str, scripted_endpoint: ScriptedEndpoint) -> None:
    chat = {"model": "scripted", "base_url": scripted_endpoint.base_url}
    row = evaluated("attribute", system, options={"chat": chat})["attribution/f1"]
    assert (row.value, row.scored, row.not_asked) == (None, 0, row.items)
    assert row.items
    assert not scripted_endpoint.requests


def test_what_a_function_returns_is_checked_where_it_is_called() -> None:
    row = evaluated("extract", careless)[FLOW]
    assert (row.value, row.failed, row.items) == (None, 2, 2)
    assert "careless returned dict, a FlowGraph was expected" in row.reason


def test_a_refusal_is_wrong_and_a_missing_weight_is_no_answer() -> None:
    table = evaluated("extract", Unwell)
    row = table[FLOW]
    assert (row.system, row.value, row.items, row.scored, row.failed) == ("unwell", 0.0, 2, 1, 1)
    missing = "missing (unwell needs a_package_that_nobody_has)"
    assert row.reason == f"1 of 2 items; 1 failed: {missing}"
    assert "1 of 2" in str(table)
    assert row.reason in str(table)
    standings = {(item["id"], item["standing"], item["value"]) for item in table.items() if item["metric"] == FLOW}
    assert {(standing, value) for _, standing, value in standings} == {("wrong", 0.0), ("failed", None)}


def test_metrics_are_chosen_and_means_bring_their_parts() -> None:
    rows = evaluated("extract", "gold", metrics=["strict/macro_f1", FLOW]).rows
    assert {row.metric: row.value for row in rows} == {"strict/macro_f1": 1.0, FLOW: 1.0}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"task": "draw"}, "no task 'draw'; there are parse, generate, extract, attribute, answer, converse, convert"),
        ({"data": "nowhere"}, "no data set 'nowhere'"),
        ({"data": "paged=/nowhere"}, "/nowhere is not a folder"),
        ({"system": "nobody"}, "no extractor 'nobody'; there are actor_critic"),
        ({"metrics": ["beauty"]}, "the task extract has no metric 'beauty'"),
        ({"system": None}, "a system or predictions"),
        ({"predictions": {}}, "a system or predictions"),
        ({"system": None, "predictions": {}}, "no prediction in"),
        ({"system": "embedded", "options": {"colour": "red"}}, "cannot be made"),
    ],
)
def test_a_mistake_is_told_before_anything_is_asked(given: dict[str, Any], told: str) -> None:
    with pytest.raises(DiagramloopError, match=told):
        diagramloop.evaluate(**{"task": "extract", "data": "corpus", "system": "gold", **given})


OF_SOME = {"view": "pixels", "similarity": "lexical", "budget": 1.0, "reader": "svg_reader", "beauty": 1}


@pytest.mark.parametrize("task", TASKS)
def test_a_condition_that_a_task_does_not_have_is_refused_by_name(task: str) -> None:
    own = conditions_of(task)
    for name, value in OF_SOME.items():
        if name in own:
            assert getattr(task_named(task, {name: value}), name) == value
            continue
        with pytest.raises(ConditionError, match=f"the task {task} has no condition '{name}'; it has {', '.join(own)}"):
            diagramloop.evaluate(task, "corpus", "gold", conditions={name: value})


@pytest.mark.parametrize("task", ["attribute", "answer"])
def test_a_view_that_is_none_is_refused(task: str) -> None:
    with pytest.raises(ConditionError, match="no view 'pixel'; there are graph and pixels"):
        diagramloop.evaluate(task, "corpus", "gold", conditions={"view": "pixel"})


def unreadable(picture: bytes) -> FlowGraph:
    raise DiagramloopError("no diagram", reason=RejectionReason.NO_DIAGRAM)


def wrecked(picture: bytes) -> FlowGraph:
    require("wrecked", "a_package_that_nobody_has")
    return FlowGraph()


@pytest.mark.parametrize(
    ("task", "system", "reader", "asked"),
    [
        ("answer", "chance", unreadable, True),  # it may look at the picture, or guess
        ("attribute", "everything", unreadable, False),  # there is nothing to name
        ("answer", "solver", wrecked, False),
        ("attribute", "everything", wrecked, False),
    ],
)
def test_who_is_not_asked_when_nothing_was_read_of_a_picture(task: str, system: str, reader: Any, asked: bool) -> None:
    drawing = Drawing(styles=("mono",))
    under = {"view": "pixels", "reader": f"{__name__}:{reader.__name__}", "style": Style.MONO, "drawing": drawing}
    row = diagramloop.evaluate(task, "corpus", system, limit=1, conditions=under).rows[0]
    assert (row.data, row.scored, row.not_asked) == ("corpus/pixels", *((row.items, 0) if asked else (0, row.items)))
    assert asked or "parsed_figures" in row.reason


def test_what_was_predicted_is_scored_and_what_was_not_is_not_asked(tmp_path: Path) -> None:
    (first, second) = (posed.id for posed in task_named("extract", {"limit": 2}).pose(data_set("corpus")).items)
    golds = {posed.id: posed.gold for posed in task_named("extract", {"limit": 2}).pose(data_set("corpus")).items}
    (tmp_path / f"{first}.json").write_text(json.dumps(golds[first].to_dict()))
    row = evaluated("extract", predictions=tmp_path)[FLOW]
    assert (row.value, row.scored, row.not_asked) == (1.0, 1, 1)
    (tmp_path / f"{second}.json").write_text("{ broken")
    assert evaluated("extract", predictions=tmp_path)[FLOW].scored == 2  # what cannot be read is a wrong answer
    assert evaluated("extract", predictions=golds)[FLOW].value == 1.0


@pytest.mark.parametrize("task", ["attribute", "converse"])
def test_predictions_are_lines_of_json_too(task: str, tmp_path: Path) -> None:
    from pydantic import TypeAdapter

    lines = tmp_path / "mine.jsonl"
    with lines.open("w") as file:
        for posed in task_named(task, conditions_of(task, FEW)).pose(data_set("corpus")).items:
            value = TypeAdapter(type(posed.gold)).dump_python(posed.gold, mode="json")
            file.write(json.dumps({**value, "id": posed.id}) + "\n")
    table = evaluated(task, predictions=lines)
    assert table.rows[0].system == "mine"
    assert [row.value for row in table.rows] == [row.value for row in evaluated(task, "gold").rows]
    lines.write_text('{"id": "' + next(table.items())["id"] + '", "regions": 7, "turns": 7}\n')
    assert {item["standing"] for item in evaluated(task, predictions=lines).items()} == {"wrong", "not_asked"}


def test_a_source_of_ones_own_is_data() -> None:
    class Mine:
        name, licence = "mine", "CC0-1.0"

        def documents(self) -> Any:
            yield Document("d", "mine", "CC0-1.0", "Boil water.", FlowGraph(nodes=(Node(id="a", text="Boil water"),)))

    table = diagramloop.evaluate("extract", Mine(), "gold")
    assert (table.rows[0].data, table["strict/action_f1"].items) == ("mine", 1)
    with pytest.raises(DiagramloopError, match="no data set of charts"):
        diagramloop.evaluate("parse", Mine(), "gold")
    assert diagramloop.evaluate("extract", f"corpus={shipped_corpus()}", "gold", limit=1).rows[0].data == "corpus"
    assert diagramloop.evaluate("extract", Corpus(shipped_corpus()), "gold", limit=1)[FLOW].value == 1.0


def test_a_picture_without_vectors_is_not_asked_of_a_reader_of_vectors() -> None:
    task = task_named("parse", FEW)
    (posed, *_) = task.pose(data_set("corpus")).items
    system = task.system("svg_reader", {})
    assert system.answer(posed).nodes
    bare = type(posed)(posed.item, type(posed.asked)("mono", posed.asked.png, "", posed.gold), posed.gold)
    assert ask(system, bare).standing is Standing.NOT_ASKED


def test_what_is_written_keeps_the_gold_apart_and_comes_back_as_predictions(tmp_path: Path) -> None:
    written = write_data("corpus", tmp_path, conditions=FEW)
    of_each = {"parse": 2, "generate": 2, "extract": 2, "attribute": 9, "answer": 9, "converse": 2, "convert": 2}
    assert written == of_each
    assert {path.name for path in tmp_path.iterdir()} == {"asked", "gold"}
    assert len(list((tmp_path / "asked" / "parse").rglob("*.png"))) == 2
    for task, cell in (("parse", "edge_f1"), ("extract", FLOW)):
        assert evaluated(task, predictions=tmp_path / "gold" / task)[cell].value == 1.0
    assert (
        evaluated("attribute", predictions=tmp_path / "gold" / "attribute" / "gold.jsonl")["attribution/f1"].value == 1
    )
    said = tmp_path / "gold" / "answer" / "gold.jsonl"
    assert evaluated("answer", predictions=said)["answer/exact"].value == 1.0
    asked = "".join(path.read_text() for path in (tmp_path / "asked").rglob("*.jsonl"))
    assert '"nodes": [' in asked  # of the chart
    assert '"attribution"' not in asked
    with pytest.raises(DiagramloopError, match="files in it already"):
        write_data("corpus", tmp_path, ("parse",), FEW)


def test_nothing_is_written_and_importing_costs_nothing(tmp_path: Path) -> None:
    script = (
        "import sys, diagramloop; assert not {'numpy', 'pydantic', 'cv2'} & set(sys.modules), 'heavy';"
        "diagramloop.evaluate('extract', 'corpus', 'empty', limit=1);"
        "assert not {'hydra', 'dvc', 'dagster', 'mlflow', 'assets', 'pipelines'} & set(sys.modules), 'pipeline'"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []
