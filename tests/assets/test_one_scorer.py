"""One call scores as the pipeline does: all fields of all rows of all views of the seven tasks, to the last digit."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from whole_plan import ROOT, run_plan

import diagramloop
from assets._graphs import to_cell
from assets.score import score as score_of_the_stage
from diagramloop.data.sources import Chart, Corpus
from diagramloop.doors.services._graphs import score as score_of_the_service
from diagramloop.doors.services.requests import ScoreRequest
from diagramloop.evaluation._evaluate import evaluate
from diagramloop.evaluation.data_sets import data_set, shipped_corpus
from diagramloop.evaluation.parsing import ParsingItem
from diagramloop.evaluation.pictures import Drawing
from diagramloop.evaluation.rows import cells_of
from diagramloop.evaluation.tasks import TASKS, conditions_of, task_named
from diagramloop.graph import FlowGraph, formats
from diagramloop.render import Style
from diagramloop.scores.families import similarity_chosen
from pipelines.compose import compose
from pipelines.project import Project
from tests.diagramloop.doors.cli.command import run

LIMIT = 2
SYSTEMS = {
    "parse": ("hmas_checked",),
    "generate": ("graphviz", "empty"),
    "extract": ("embedded", "shuffled"),
    "attribute": ("embedded", "everything"),
    "answer": ("solver", "chance"),
    "converse": ("floca", "random_edge"),
    "convert": ("embedded", "networkx", "no_labels"),
}
BOARDS = {
    "parse": "parsing",
    "generate": "generation",
    "extract": "extraction",
    "attribute": "attribution",
    "answer": "answers",
    "converse": "dialogue",
    "convert": "conversion",
}
VIEWS = {"attribute": ("graph", "pixels"), "answer": ("graph", "pixels")}
CASES = [(task, name, view) for task, names in SYSTEMS.items() for name in names for view in VIEWS.get(task, ("",))]
READER = "hmas_checked"
MONO = {"similarity": "lexical", "drawing": Drawing(styles=("mono",)), "style": Style.MONO, "reader": READER}
OF_A_BOARD = {"detectable", "against", "needs", "comparability", "contamination", "profile"}  # one call has a row alone
GROUPS = ("parser", "generator", "extractor", "attributor", "answerer", "agent", "converter")


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    chosen = [f"{group}=[{','.join(names)}]" for group, names in zip(GROUPS, SYSTEMS.values(), strict=True)]
    overrides = ["source=[corpus]", f"sources.corpus.limit={LIMIT}", "score.similarity=lexical", "render.styles=[mono]"]
    given = [f"{node}.{name}" for node in VIEWS for name in ("views=[graph,pixels]", f"parser={READER}", "style=mono")]
    changed = ["generate.style=mono", *given, *chosen]
    made = run_plan([*overrides, *changed], tmp_path_factory.mktemp("plan"), leave_out=["report"])
    rows: list[dict[str, Any]] = json.loads((made["leaderboard"][0] / "leaderboard.json").read_text())
    return rows


@pytest.mark.parametrize(("task", "system", "view"), CASES)
def test_a_row_of_one_call_is_the_pipelines(pipeline: list[dict[str, Any]], task: str, system: str, view: str) -> None:
    under = conditions_of(task, {**MONO, **({"view": view} if view else {})})
    table = evaluate(task, "corpus", system, limit=LIMIT, conditions=under)
    of_system = [row for row in pipeline if (row["task"], row["system"]) == (BOARDS[task], system)]
    theirs = [row for row in of_system if row["data"].endswith(view)]
    ours = [cells_of(row) for row in table.rows]
    if task == "generate":  # what no graph gives is not measured by either, which the pipeline says in more words
        theirs, ours = ([row for row in rows if row["value"] is not None] for rows in (theirs, ours))
    assert ours
    assert [_alone(row) for row in ours] == [_alone(row) for row in theirs]


def test_every_view_of_every_task_is_compared() -> None:
    with_views = {name for name in TASKS if "view" in conditions_of(name)}
    assert with_views == VIEWS.keys()
    assert SYSTEMS.keys() == TASKS.keys()


def _alone(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in OF_A_BOARD}


def test_the_conditions_are_those_of_the_default_experiment() -> None:
    params = compose(Project(ROOT), [])
    under = {task: conditions_of(task) for task in TASKS}
    for task in ("parse", "attribute", "answer"):
        drawing = under[task]["drawing"]
        assert dict(params["render"]) == asdict(drawing) | {"styles": list(drawing.styles)}
    for task in ("parse", "generate"):
        assert params["score"] == {name: under[task][name] for name in ("similarity", "families", "seed")}
    assert params["generate"] == {"style": under["generate"]["style"].value, "seed": under["generate"]["seed"]}
    for task in VIEWS:
        assert params[task]["style"] == under[task]["style"].value
        assert params[task]["parser"] == under[task]["reader"]
    assert params["converse"]["budget"] == under["converse"]["budget"]
    assert params["parsers"][READER]["make"] == READER == under["generate"]["reader"]


def test_an_unread_prediction_is_nothing_wherever_it_is_scored(tmp_path: Path) -> None:
    conditions = {"drawing": Drawing(styles=("mono",)), "similarity": "lexical"}
    posed = task_named("parse", {**conditions, "limit": 3}).pose(data_set("corpus")).items
    documents = [formats.write(item.gold.without_geometry(), "mermaid").document for item in posed]
    predictions = {item.id: document for item, document in zip(posed, documents, strict=True)}
    predictions[posed[1].id] = "I am sorry, I cannot see a chart."
    table = evaluate("parse", "corpus", predictions=predictions, limit=3, conditions=conditions)
    references = {item.id: item.gold.without_geometry() for item in posed}
    scores = diagramloop.score(predictions, references, metrics=("text/node_f1", "text/edge_f1"))
    (tmp_path / "gold").mkdir()
    for item, document in zip(posed, documents, strict=True):
        (tmp_path / "gold" / f"{item.id.replace('/', '-')}.mmd").write_text(document)
    lines = [json.dumps({"id": id.replace("/", "-"), "text": text}) for id, text in predictions.items()]
    (tmp_path / "mine.jsonl").write_text("\n".join(lines))
    asked = ("-m", "text/node_f1", "-m", "text/edge_f1", "-f", "json")
    printed = json.loads(run("score", "-p", tmp_path / "mine.jsonl", "-g", tmp_path / "gold", *asked).stdout)
    for row in printed:
        cell = table[row["metric"]]
        assert 0 < row["value"] < 1
        assert (cell.value, cell.scored) == (scores[row["metric"]], 3) == (row["value"], row["n"])
    assert list(scores.unread) == [posed[1].id] == list(table.unread)


METRICS = ("text/flow_f1", "text/all_right", "text/edge_f1", "edge_f1", "sciflow/graph", "sciflow_official/graph")
READINGS = 30
COUNTS = ("correct", "predicted", "found", "gold")
SIDES = ("pred", "gold")


def misread(gold: FlowGraph, number: int) -> FlowGraph:
    """The graph as a reader of pixels has it: letters are wrong, and an edge is lost."""
    nodes = [
        node.model_copy(update={"text": f"{node.text[:-2]}nr"}) if (place + number) % 3 == 0 else node
        for place, node in enumerate(gold.nodes)
    ]
    return gold.replace(nodes=tuple(nodes), edges=gold.edges[number % 2 :])


def test_every_door_gives_a_reading_the_same_values(tmp_path: Path) -> None:
    charts = [chart for chart in Corpus(shipped_corpus()).charts() if isinstance(chart, Chart)][:READINGS]
    golds = {chart.id.replace("/", "-"): chart.graph.without_geometry() for chart in charts}
    assert len(golds) == READINGS
    readings = {id: misread(gold, number) for number, (id, gold) in enumerate(golds.items())}
    for id, gold in golds.items():
        for folder, graph in (("pred", readings[id]), ("gold", gold)):
            (tmp_path / folder).mkdir(exist_ok=True)
            (tmp_path / folder / f"{id}.json").write_text(formats.write(graph, "json").text)
    asked = [part for metric in METRICS for part in ("-m", metric)]
    given = ["-p", tmp_path / "pred", "-g", tmp_path / "gold", "-o", tmp_path / "out"]
    assert run("score", *given, *asked).exit_code == 0
    in_python = diagramloop.score(readings, golds, metrics=METRICS)
    default, stage = conditions_of("parse"), compose(Project(ROOT), [])["score"]
    for id, gold in golds.items():
        item = ParsingItem(id, "corpus", id, "", gold, similarity_chosen(default["similarity"]))
        of_call = {row.metric: (row.value, row.similarity) for row in item.score(readings[id], METRICS)}
        cells = {"id": id, "data": "corpus", "chart": id, "domain": "", "gold": to_cell(gold)}
        row = {**cells, "answer": to_cell(readings[id]), "standing": "answered", "reason": "", "detail": ""}
        of_stage = score_of_the_stage(row, METRICS, stage["similarity"], stage["families"])
        counts = {(r["metric"], r["similarity"], *(r[name] for name in COUNTS)) for r in of_stage}
        assert counts == {(r.metric, r.similarity, *r.counts.row) for r in item.score(readings[id], METRICS)}
        of_python = {r.metric: (r.value, r.similarity) for r in in_python.rows if r.chart == id}
        of_cli = json.loads((tmp_path / "out" / f"{id}.json").read_text())
        files = {folder: {"text": (tmp_path / folder / f"{id}.json").read_text(), "format": "json"} for folder in SIDES}
        asked_for = {"prediction": files["pred"], "reference": files["gold"], "metrics": METRICS}
        of_service = {
            score.metric: score.value for score in score_of_the_service(ScoreRequest.model_validate(asked_for)).scores
        }
        assert of_call == of_python == {row["metric"]: (row["value"], row["similarity"]) for row in of_cli}
        assert of_service == {metric: value for metric, (value, _) in of_call.items()}
