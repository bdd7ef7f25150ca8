"""Extraction, attribution and dialogue as branches: from the shipped corpus to the leaderboard and the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assets._settings import NODES
from assets.answer_scores import answer_scores
from assets.answers import answers
from assets.attribute import attributions
from assets.attribution_scores import attribution_scores
from assets.converse import conversations
from assets.dialogue_scores import dialogue_scores
from assets.dialogues import dialogues
from assets.extract import procedural_graphs
from assets.extraction_scores import extraction_scores
from assets.ingest import charts, documents, questions
from assets.leaderboard import leaderboard
from assets.machinery import Input, ItemRunner, Rows, Stage, StageReport, StageRun
from assets.report import report
from assets.tool_times import tool_times
from diagramloop.engines.answer import Answer, AnswerTask
from diagramloop.engines.attribute import Attribution, AttributionTask
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.data_sets import shipped_corpus

CORPUS = shipped_corpus()
SOURCE = {"source": "corpus"}


class Moody:
    """An extractor, attributor and answerer that fails on every item in another way."""

    name = "moody"

    def __init__(self, missing: bool = False) -> None:
        if missing:
            raise FileNotFoundError("no weights at /nowhere")

    def extract(self, text: str) -> Any:
        raise DiagramloopError("no", reason=RejectionReason.REFUSED)

    def attribute(self, task: AttributionTask) -> Attribution:
        raise RuntimeError("a programming error")

    def answer(self, task: AnswerTask) -> Answer:
        return Answer(" ")


def system(make: str, **options: Any) -> dict[str, Any]:
    return {"make": make, "options": options, "note": ""}


MOODY = f"{__name__}:Moody"
OURS = {"moody": system(MOODY), "absent": system(MOODY, missing=True)}
EXTRACTORS = {"text2flow": system("text2flow"), "empty": system("empty"), **OURS}
ATTRIBUTORS = {"embedded": system("embedded"), "lexical": system("lexical"), **OURS}
ANSWERERS = {"solver": system("solver"), "chance": system("chance"), **OURS}
AGENTS = {"always_first": system("always_first"), "floca": system("floca")}
SYSTEMS = {"extractors": EXTRACTORS, "attributors": ATTRIBUTORS, "answerers": ANSWERERS, "agents": AGENTS}
PARAMS: dict[str, Any] = {node: {} for node in NODES} | {
    "sources.corpus": {"make": "corpus", "options": {}, "use": [], "synthesise": False, "voices": {}, "limit": 6},
    "extractors": EXTRACTORS,
    "attributors": ATTRIBUTORS,
    "answerers": ANSWERERS,
    "agents": AGENTS,
    "converters": {},
    "parsers": {},
    "generators": {},
    "converse.simulator.make": "replay",
    "converse.simulator.options": {},
    "converse.budget": 2.0,
    "converse.budget_from": "root",
    "converse.judge": None,
    "attribute": {"views": ["graph"], "parser": "none", "style": "default"},
    "answer": {"views": ["graph"], "parser": "none", "style": "default"},
    "score": {"similarity": "lexical", "families": {}, "seed": 0},
    "report": {"samples": 3},
    **{
        f"{group}.{name}.{field}": node[field]
        for group, nodes in SYSTEMS.items()
        for name, node in nodes.items()
        for field in ("make", "options")
    },
}


class Branches:
    """Runs stages and keeps what they made."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.made: dict[str, tuple[Input, ...]] = {}
        self.reports: dict[str, StageReport] = {}

    def run(self, stage: Stage, **key: str) -> None:
        key = {**SOURCE, **key} if stage.matrix else {}
        out = self._folder / "-".join([stage.name, *key.values()])
        out.mkdir()
        items = ItemRunner(stage.name, self._folder / "items" / f"{out.name}.sqlite", "v1")
        read = {name: tuple(i for i in self.made.get(name, ()) if agrees(i, key)) for name in stage.inputs}
        inputs = {name: found for name, found in read.items() if found}
        report = stage.body(StageRun(key, PARAMS, inputs, CORPUS, out, items))
        assert report.adds_up
        self.made[stage.name] = (*self.made.get(stage.name, ()), Input(key, out))
        self.reports[out.name] = report

    def board(self) -> Iterator[dict[str, Any]]:
        yield from json.loads((self.made["leaderboard"][0].folder / "leaderboard.json").read_text())


def agrees(made: Input, key: dict[str, str]) -> bool:
    return all(key.get(dimension, value) == value for dimension, value in made.key.items())


@pytest.fixture(scope="module")
def branches(tmp_path_factory: pytest.TempPathFactory) -> Branches:
    made = Branches(tmp_path_factory.mktemp("branches"))
    for ingest in (charts, questions, documents, dialogues):
        made.run(ingest)
    made.run(extraction_scores, extractor="gold")
    for extractor in EXTRACTORS:
        made.run(procedural_graphs, extractor=extractor)
        made.run(extraction_scores, extractor=extractor)
    made.run(attribution_scores, attributor="gold")
    for attributor in ATTRIBUTORS:
        made.run(attributions, attributor=attributor)
        made.run(attribution_scores, attributor=attributor)
    made.run(answer_scores, answerer="gold")
    for answerer in ANSWERERS:
        made.run(answers, answerer=answerer)
        made.run(answer_scores, answerer=answerer)
    made.run(tool_times, attributor="embedded")
    made.run(dialogue_scores, agent="gold")
    for agent in AGENTS:
        made.run(conversations, agent=agent)
        made.run(dialogue_scores, agent=agent)
    made.run(leaderboard)
    made.run(report)
    return made


def value(branches: Branches, task: str, system: str, metric: str) -> Any:
    (row,) = (r for r in branches.board() if (r["task"], r["system"], r["metric"]) == (task, system, metric))
    return row["value"]


def test_gold_is_on_top_of_every_branch(branches: Branches) -> None:
    assert branches.reports["leaderboard"].figures["gold"] == 1.0
    controls = {(row["task"], row["system"]) for row in branches.board() if row["control"]}
    assert controls == {
        *((task, "gold") for task in ("extraction", "attribution", "answers", "dialogue")),
        ("extraction", "empty"),
    }
    assert {r["data"] for r in branches.board()} == {"corpus", "corpus/graph"}
    assert value(branches, "extraction", "gold", "strict/macro_f1") == 1.0
    assert value(branches, "extraction", "empty", "strict/macro_f1") == 0.0
    assert value(branches, "attribution", "gold", "attribution/f1") == 1.0
    assert value(branches, "answers", "gold", "answer/exact") == 1.0
    assert value(branches, "dialogue", "gold", "dialogue/tnga") == 1.0
    assert 0 < value(branches, "attribution", "lexical", "attribution/f1") < 1


def test_what_a_system_refuses_is_wrong_and_what_fails_under_it_is_not_scored(branches: Branches) -> None:
    assert branches.reports["procedural_graphs-corpus-moody"].rejected == {"refused": 6}
    assert value(branches, "extraction", "moody", "strict/flow_f1") == 0.0
    rejected = branches.reports["attributions-corpus-moody"].rejected
    assert set(rejected) == {"engine_failed"}
    (cell,) = (r for r in branches.board() if (r["system"], r["metric"]) == ("moody", "attribution/f1"))
    assert cell["value"] is None
    assert cell["failed"] == cell["items"] == rejected["engine_failed"]
    assert "failed: engine failed (RuntimeError: a programming error)" in cell["reason"]
    assert set(branches.reports["answers-corpus-moody"].rejected) == {"empty"}
    assert value(branches, "answers", "moody", "answer/lenient") == 0.0


def test_a_system_that_is_not_there_has_a_row_that_says_so(branches: Branches) -> None:
    absent = [row for row in branches.board() if row["system"] == "absent"]
    assert {row["task"] for row in absent} == {"extraction", "attribution", "answers"}
    assert all(row["value"] is None for row in absent)
    assert any("no weights at /nowhere" in row["reason"] for row in absent)


def test_a_figure_shows_nothing_for_a_system_that_was_not_scored(branches: Branches) -> None:
    page = (branches.made["report"][0].folder / "index.html").read_text()
    (costs,) = (figure for figure in page.split("<details") if "Cost of a document" in figure)
    (row,) = (line for line in costs.split("<tr>") if ">absent<" in line)
    assert row.split("</svg>")[-1].startswith("–")


def test_every_column_is_told_by_round_and_the_last_round_is_the_board(branches: Branches) -> None:
    folders = {made.key["extractor"]: made.folder for made in branches.made["extraction_scores"]}
    rounds = {name: json.loads((folder / "rounds.json").read_text()) for name, folder in folders.items()}
    assert [name for name, found in rounds.items() if found] == ["text2flow"]
    last = rounds["text2flow"][-1]
    assert [row["round"] for row in rounds["text2flow"]] == list(range(last["round"] + 1))
    assert last["documents"] == 6
    for metric in ("strict/flow_f1", "strict/macro_f1", "strict/xor_f1"):
        assert last["values"][metric] == value(branches, "extraction", "text2flow", metric)
    page = (branches.made["report"][0].folder / "index.html").read_text()
    assert "F1 of every column by round of refinement: corpus, text2flow (text2flow, Figure 3)" in page


def test_the_embedded_agent_goes_further_than_the_first_edge(branches: Branches) -> None:
    first, floca = (value(branches, "dialogue", name, "dialogue/tnga") for name in ("always_first", "floca"))
    assert floca > first


def test_scores_stand_by_type_and_voice(branches: Branches) -> None:
    strata = json.loads((branches.made["leaderboard"][0].folder / "strata.json").read_text())
    assert {row["axis"] for row in strata} == {"type", "domain", "nodes", "voice"}


def test_the_page_shows_traces_transcripts_and_triples(branches: Branches) -> None:
    site = branches.made["report"][0].folder
    items = "".join(file.read_text() for file in (site / "items").iterdir())
    for shown in ("Trace of tool calls", "Transcript, ended", '["Gold",', '["Accepted",'):
        assert shown in items
    page = (site / "index.html").read_text()
    for shown in ("Calls of each tool", "Cost of a document", "by domain and difficulty"):
        assert shown in page


def test_times_of_tools_are_drawn_and_stand_nowhere_else(branches: Branches) -> None:
    page = (branches.made["report"][0].folder / "index.html").read_text()
    for figure in (7, 10, 11):
        assert f"embedded on corpus (Follow the Flow, Figure {figure})" in page
    (timed,) = branches.made["tool_times"]
    rows = list(Rows(timed.folder))
    assert all(taken >= 0 for row in rows for taken in row["milliseconds"])
    (made,) = (made for made in branches.made["attributions"] if made.key["attributor"] == "embedded")
    traced = {row["id"]: [step["tool"] for step in json.loads(row["trace"])] for row in Rows(made.folder)}
    assert {row["id"]: row["tools"] for row in rows} == traced
    assert "milliseconds" not in "".join(row["trace"] for row in Rows(made.folder))


def test_every_dialogue_is_held(branches: Branches) -> None:
    held = {made.key["agent"]: len(Rows(made.folder)) for made in branches.made["conversations"]}
    assert held == {"always_first": 6, "floca": 6}
