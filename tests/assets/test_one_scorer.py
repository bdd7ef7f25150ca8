"""One call scores as the pipeline does: every field of every row of the six tasks, to the last digit."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest
from whole_plan import ROOT, run_plan

from diagramloop.evaluation._evaluate import evaluate
from diagramloop.evaluation.pictures import Drawing
from diagramloop.evaluation.tasks import Conditions
from diagramloop.render import Style
from pipelines.compose import compose
from pipelines.project import Project

LIMIT = 2
SYSTEMS = {
    "parse": ("hmas_embedded",),
    "generate": ("graphviz", "empty"),
    "extract": ("embedded", "shuffled"),
    "attribute": ("embedded", "everything"),
    "answer": ("solver", "chance"),
    "converse": ("floca", "random_edge"),
}
BOARDS = {
    "parse": "parsing",
    "generate": "generation",
    "extract": "extraction",
    "attribute": "attribution",
    "answer": "answers",
    "converse": "dialogue",
}
OF_A_BOARD = {"detectable", "against", "needs", "comparability", "contamination", "profile"}  # one call has a row alone
GROUPS = ("parser", "generator", "extractor", "attributor", "answerer", "agent")


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    chosen = [f"{group}=[{','.join(names)}]" for group, names in zip(GROUPS, SYSTEMS.values(), strict=True)]
    overrides = ["source=[corpus]", f"sources.corpus.limit={LIMIT}", "score.similarity=lexical", "render.styles=[mono]"]
    changed = ["attribute.views=[graph]", "answer.views=[graph]", *chosen]
    made = run_plan([*overrides, *changed], tmp_path_factory.mktemp("plan"), leave_out=["report"])
    rows: list[dict[str, Any]] = json.loads((made["leaderboard"][0] / "leaderboard.json").read_text())
    return rows


@pytest.mark.parametrize(("task", "system"), [(task, name) for task, names in SYSTEMS.items() for name in names])
def test_a_row_of_one_call_is_the_pipelines(pipeline: list[dict[str, Any]], task: str, system: str) -> None:
    under = Conditions(similarity="lexical", drawing=Drawing(styles=("mono",)))
    table = evaluate(task, "corpus", system, limit=LIMIT, conditions=under)
    theirs = [row for row in pipeline if (row["task"], row["system"]) == (BOARDS[task], system)]
    ours = [asdict(row) for row in table.rows]
    if task == "generate":  # what no graph gives is not measured by either, which the pipeline says in more words
        theirs, ours = ([row for row in rows if row["value"] is not None] for rows in (theirs, ours))
    assert ours
    assert [_alone(row) for row in ours] == [_alone(row) for row in theirs]


def _alone(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in OF_A_BOARD}


def test_the_conditions_are_those_of_the_default_experiment() -> None:
    params, under = compose(Project(ROOT), []), Conditions()
    assert dict(params["render"]) == asdict(under.drawing) | {"styles": list(under.drawing.styles)}
    assert params["score"] == {"similarity": under.similarity, "families": dict(under.families), "seed": under.seed}
    assert params["generate"] == {"style": Style(under.style).value, "seed": under.seed}
    assert params["converse"]["budget"] == under.budget
    assert params["parsers"][under.reader]["make"] == under.reader
