"""Stages that score, on tables of a few rows: the gold, a system that errs or fails, and what never came to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assets._canaries import TOLD
from assets._conversions import conversion_cell
from assets._dialogues import dialogue_form
from assets._extractions import EXTRACTED, row_of
from assets._graphs import to_cell
from assets._score_stages import SCORE_STAGES
from assets._scores import read_cells
from assets.answer_scores import answer_scores
from assets.answers import ANSWERS
from assets.attribute import ATTRIBUTED
from assets.attribution_scores import attribution_scores
from assets.conversion_scores import conversion_scores
from assets.convert import CONVERTED
from assets.dialogue_scores import dialogue_scores
from assets.dialogues import DIALOGUES
from assets.extraction_scores import extraction_scores
from assets.ingest import CHARTS, DOCUMENTS, FILES, QUESTIONS
from assets.machinery import Input, ItemRunner, Stage, StageRun, write_rejected, write_rows
from assets.render import FIGURES
from assets.score import parsing_scores
from diagramloop.asking import GOLD_READ
from diagramloop.data.sources import Dialogue, DialogueTurn, TurnKind
from diagramloop.evaluation.contestants.converters import Conversion
from diagramloop.evaluation.conversion import READ_SHARE
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.evaluation.scores import GOLD
from diagramloop.evaluation.tasks import TASKS, task_named
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.report import COLUMNS
from pipelines.plan import load_stages

GRAPH = FlowGraph(
    nodes=(Node(id="a", text="Boil", kind="start"), Node(id="b", text="Pour", kind="end")),
    edges=(Edge(source="a", target="b"),),
)
PLACED = GRAPH.replace(
    nodes=tuple(
        node.model_copy(update={"box": (0.0, 100.0 * at, 50.0, 100.0 * at + 40)}) for at, node in enumerate(GRAPH.nodes)
    )
)
TURNS = (
    DialogueTurn("user", "My tea", None, None, TurnKind.OPENING),
    DialogueTurn("agent", "Boil", "a", None, TurnKind.NODE),
    DialogueTurn("user", "Done", "a", None, TurnKind.ANSWER),
    DialogueTurn("agent", "Pour", "b", None, TurnKind.NODE),
)
DIALOGUE = Dialogue("d", "s", "c", "CC0-1.0", TURNS, path=("a", "b"), answers=("",))
IN_BOTH_VIEWS = {"views": ["graph", "pixels"], "parser": "p", "style": "mono"}
SYSTEMS = {
    "parsers": "hmas_embedded",
    "extractors": "embedded",
    "answerers": "solver",
    "attributors": "lexical",
    "converters": "embedded",
}
PARAMS: dict[str, Any] = {
    "score": {"similarity": "lexical", "families": {}, "seed": 0},
    "converse.judge": None,
    **dict.fromkeys(("answer", "attribute"), IN_BOTH_VIEWS),
    **{f"{node}.s.make": make for node, make in SYSTEMS.items()},
    **{f"{node}.s.options": {} for node in SYSTEMS},
}
STAGES: dict[str, tuple[Stage, str]] = {
    "parsing": (parsing_scores, "parser"),
    "extraction": (extraction_scores, "extractor"),
    "attribution": (attribution_scores, "attributor"),
    "answers": (answer_scores, "answerer"),
    "dialogue": (dialogue_scores, "agent"),
    "conversion": (conversion_scores, "converter"),
}


class Tables:
    """Artifacts of a source with one chart, one question on it, one document and one dialogue."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        chart = dict.fromkeys(CHARTS.names, "") | {"id": "c", "graph": to_cell(GRAPH), "picture": None}
        figure = {"id": "c/mono", "data": "s/mono", "chart": "c", "style": "mono", "graph": to_cell(PLACED)}
        question = {"id": "q", "chart": "c", "question": "What first?", "type": "fact_retrieval", "reason": ""}
        held = {"id": "d", "chart": "c", "split": "", "voice": "label", "graph": to_cell(GRAPH), "faqs": "[]"}
        document = dict.fromkeys(DOCUMENTS.names, "") | {"id": "t", "text": "Boil. Pour.", "graph": to_cell(GRAPH)}
        file = dict.fromkeys(FILES.names, "") | {"id": "f", "format": "dot", "content": b"digraph {}"}
        self.made = {
            "files": self.table("files", FILES, [file | {"conversion": conversion_cell(Conversion((GRAPH,)))}]),
            "charts": self.table("charts", CHARTS, [chart]),
            "styled_figures": self.table(
                "styled_figures", FIGURES, [dict.fromkeys(FIGURES.names, "") | {"picture": None} | figure]
            ),
            "questions": self.table("questions", QUESTIONS, [question | {"answers": ["Boil"], "attribution": ["a"]}]),
            "documents": self.table("documents", DOCUMENTS, [document]),
            "dialogues": self.table(
                "dialogues", DIALOGUES, [held | {"dialogue": dialogue_form.dump_json(DIALOGUE).decode()}]
            ),
        }

    def table(self, name: str, schema: Any, rows: list[Any], *refused: tuple[str, str], **key: str) -> Input:
        out = self.folder / name
        out.mkdir()
        write_rows(out, rows, schema)
        write_rejected(out, [{"id": id, "reason": reason, "detail": "no"} for id, reason in refused])
        return Input({"source": "s", **key}, out)

    def scored(self, stage: Stage, dimension: str, system: str, **answers: Input) -> list[LeaderboardRow]:
        out = self.folder / f"{stage.name}-{system}"
        out.mkdir()
        inputs = {name: (made,) for name, made in {**self.made, **answers}.items() if name in stage.inputs}
        items = ItemRunner(stage.name, self.folder / "items.sqlite", "v1")
        report = stage.body(StageRun({"source": "s", dimension: system}, PARAMS, inputs, None, out, items))
        assert report.adds_up
        return read_cells(out)


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(tmp_path)


def test_every_task_has_one_stage_that_scores_and_each_has_the_gold_for_one_more_system() -> None:
    stages = {stage.name: stage for stage in load_stages(["assets"])}
    assert {name for name, stage in stages.items() if stage.controls} == set(SCORE_STAGES)
    assert len(SCORE_STAGES) == len(TASKS)
    for name in SCORE_STAGES:
        ((dimension, control),) = stages[name].controls.items()
        assert control == GOLD
        assert dimension in stages[name].matrix


@pytest.mark.parametrize("task", STAGES)
def test_the_gold_is_right_in_every_view(tables: Tables, task: str) -> None:
    rows = tables.scored(*STAGES[task], GOLD)
    shown = [row for row in rows if row.metric in COLUMNS[task] and row.value is not None]
    assert shown
    assert {row.value for row in shown} <= {0.0, 1.0}  # some are better the less they are
    assert {row.system for row in rows} == {GOLD}
    assert all(row.complete and row.seen is None for row in shown)
    views = {
        "attribution": {"s/graph", "s/pixels"},
        "answers": {"s/graph", "s/pixels"},
        "parsing": {"s/mono"},
        "conversion": {"s/dot"},
    }
    assert {row.data for row in rows} == views.get(task, {"s"})


def test_what_a_system_gave_nothing_for_is_wrong_and_what_the_machine_failed_is_not_scored(tables: Tables) -> None:
    refused = tables.table("refused", EXTRACTED, [], ("t", "refused"), extractor="s")
    failed = tables.table("failed", EXTRACTED, [], ("t", "engine_failed"), extractor="s")
    stage, dimension = STAGES["extraction"]
    (wrong,) = (r for r in tables.scored(stage, dimension, "s", procedural_graphs=refused) if r.metric == FLOW)
    assert (wrong.value, wrong.scored) == (0.0, 1)
    (tables.folder / "extraction_scores-s").rename(tables.folder / "first")
    (lost,) = (r for r in tables.scored(stage, dimension, "s", procedural_graphs=failed) if r.metric == FLOW)
    assert (lost.value, lost.scored, lost.failed) == (None, 0, 1)


FLOW = "strict/flow_f1"


def test_a_system_that_told_the_false_gold_has_that_beside_its_row(tables: Tables) -> None:
    from diagramloop.engines.extract import Extraction

    made = tables.table("procedural_graphs", EXTRACTED, [row_of("t", Extraction(GRAPH))], extractor="s")
    (made.folder / TOLD).write_text("")
    rows = tables.scored(*STAGES["extraction"], "s", procedural_graphs=made)
    assert all(GOLD_READ in row.note for row in rows)


@pytest.mark.parametrize(("reason", "standing"), [("unreadable", "asked"), ("engine_failed", "not asked")])
def test_a_picture_of_which_nothing_was_read_is_no_reason_not_to_ask_who_looks(
    tables: Tables, reason: str, standing: str
) -> None:
    from assets.parse import PARSED

    read = tables.table("parsed_figures", PARSED, [], ("c/mono", reason), parser="p")
    said = {"id": "q/graph", "question": "q", "view": "graph", "answer": "Boil", "by": ""}
    costs = {"prompt_tokens": 0, "completion_tokens": 0, "calls": 0, "seconds": 0.0}
    rows = [said | costs] + ([said | costs | {"id": "q/pixels", "view": "pixels"}] if standing == "asked" else [])
    answers = tables.table("answers", ANSWERS, rows, answerer="s")
    scored = tables.scored(*STAGES["answers"], "s", parsed_figures=read, answers=answers)
    (cell,) = (row for row in scored if (row.data, row.metric) == ("s/pixels", "answer/exact"))
    assert (cell.scored, cell.not_asked) == ((1, 0) if standing == "asked" else (0, 1))


@pytest.mark.parametrize(("left_out", "share"), [(2, [0.6]), (0, [1.0]), (None, [])])
def test_a_converter_with_an_account_has_a_share_that_it_read(
    tables: Tables, left_out: int | None, share: list[float]
) -> None:
    row = {"id": "f", "conversion": conversion_cell(Conversion((GRAPH,), 3, left_out))}
    made = tables.table("conversions", CONVERTED, [row], converter="s")
    rows = tables.scored(*STAGES["conversion"], "s", conversions=made)
    assert [row.value for row in rows if row.metric == READ_SHARE] == share


def test_attribution_from_pixels_needs_a_reading(tables: Tables) -> None:
    from assets.parse import PARSED

    read = tables.table("parsed_figures", PARSED, [], ("c/mono", "unreadable"), parser="p")
    attributions = tables.table("attributions", ATTRIBUTED, [], attributor="s")
    scored = tables.scored(*STAGES["attribution"], "s", parsed_figures=read, attributions=attributions)
    cells = {row.data: row for row in scored if row.metric == "attribution/f1"}
    assert cells["s/pixels"].not_asked == 1
    assert "parsed_figures unreadable" in cells["s/pixels"].reason
    assert task_named("attribute", {"view": "pixels"}).board == "attribution"
