"""The board against its items: each count, value, rank, control and note is worked out again, by other code."""

from __future__ import annotations

import io
import itertools
import json
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from whole_plan import run_plan

from assets.machinery import Rows, read_rejected
from diagramloop.engines.parse import parse
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.data_sets import data_set
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.graph import FlowGraph, Node
from diagramloop.report import COLUMNS, LeaderboardRow, print_leaderboard, read_rows
from diagramloop.scores import METRICS

LIMIT = 4
CHOSEN = {
    "generator": "graphviz,empty",
    "extractor": "gold,embedded,shuffled",
    "attributor": "embedded,everything",
    "answerer": "solver,chance",
    "agent": "floca,random_edge",
}
OF_THE_WORLD = {"engine_failed", "missing", "timeout", "out_of_memory"}
CONTROLS = {("generation", "empty"), ("extraction", "shuffled")}  # and the gold of every board
STAGE_OF = {"answers": "answer"}
TOLD = "told of it in its configuration"
LINEAGE = {"weight": "own", "data": "drawings", "use": "looked at"}
read_once = cache(parse)  # a picture is put to several systems here
fates = itertools.cycle(("timed out", "refused", "read", "read"))


def fickle(picture: bytes) -> FlowGraph:
    """A parser that the machine fails on some pictures, and that refuses others."""
    fate = next(fates)
    if fate == "read":
        return read_once(picture)
    if fate == "timed out":
        raise TimeoutError(fate)
    raise DiagramloopError(fate, reason=RejectionReason.REFUSED)


def lost(picture: bytes) -> FlowGraph:
    """A parser that fails on every picture."""
    raise KeyError("lost")


def poor(picture: bytes) -> FlowGraph:
    """A parser that is always wrong."""
    return FlowGraph(nodes=(Node(id="a", text="?", box=(0, 0, 1, 1)),))


fickle.lineage = ("own_weights:own.lineage.json",)  # type: ignore[attr-defined]


@dataclass
class Made:
    """The artifacts of one run of the plan."""

    folders: dict[str, Path]

    @property
    def board(self) -> tuple[LeaderboardRow, ...]:
        return read_rows((self.folders["leaderboard"] / "leaderboard.json").read_text())

    def ids(self, step: str, column: str = "id") -> list[str]:
        return [row[column] for row in Rows(self.folders[step])]

    def rejected(self, step: str) -> dict[str, str]:
        return {row["id"]: row["reason"] for row in read_rejected(self.folders[step])}

    def questions(self) -> list[str]:
        drawn = set(self.ids("charts@corpus"))
        return [f"{row['id']}/graph" for row in Rows(self.folders["questions@corpus"]) if row["chart"] in drawn]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("plan")
    package = folder / "packages" / "own_weights"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "own.lineage.json").write_text(json.dumps(LINEAGE | {"things": seen_of_the_corpus()}))
    overrides = [
        "source=[corpus]",
        "converter=[]",
        f"sources.corpus.limit={LIMIT}",
        "score.similarity=lexical",
        "render.styles=[mono]",
    ]
    chosen = [f"{group}=[{names}]" for group, names in CHOSEN.items()]
    read = {"options": {}, "reads": "picture"}
    parsers = {
        "hmas_embedded": {**read, "make": f"{__name__}:read_once", "note": ""},
        **{name: {**read, "make": f"{__name__}:{name}", "note": ""} for name in ("lost", "poor")},
        "fickle": {**read, "make": f"{__name__}:fickle", "note": TOLD},
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder / "packages"))
        changed = ["attribute.views=[graph]", "answer.views=[graph]", *chosen]
        steps = run_plan([*overrides, *changed], folder / "made", ["report"], {"parsers": parsers})
    return Made({name: out for name, (out, _) in steps.items()})


def seen_of_the_corpus() -> list[str]:
    """The fingerprints of the charts up to the letter l."""
    return sorted(chart_fingerprint(chart.graph) for chart in shipped() if chart.id < "m")


def shipped() -> list[Any]:
    return list(data_set("corpus").charts().charts())


def items_and_answers(made: Made, row: LeaderboardRow) -> tuple[list[str], set[str], dict[str, str]]:
    """The items of a row's board, those that the system answered, and why it gave no answer to others."""
    items: list[str]
    if row.task == "parsing":
        items, steps, column = made.ids("styled_figures@corpus"), [f"parsed_figures@corpus-{row.system}"], "id"
    elif row.task == "generation":
        images = f"images@corpus-{row.system}"
        parser = row.data.removeprefix("corpus/")
        items, column = made.ids("charts@corpus"), "chart"
        steps = [images, f"parsed_images@corpus-{row.system}-{parser}"]
    elif row.task == "extraction":
        items, steps, column = made.ids("documents@corpus"), [f"procedural_graphs@corpus-{row.system}"], "id"
    elif row.task == "attribution":
        items, steps, column = made.questions(), [f"attributions@corpus-{row.system}"], "id"
    elif row.task == "answers":
        items, steps, column = made.questions(), [f"answers@corpus-{row.system}"], "id"
    elif row.task == "conversion":
        of_format = f"{row.data.removeprefix('corpus/')}-"
        items = [id for id in made.ids("files@corpus") if id.startswith(of_format)]
        steps, column = [f"conversions@corpus-{row.system}"], "id"
    else:
        items, steps, column = made.ids("dialogues@corpus"), [f"conversations@corpus-{row.system}"], "id"
    if row.system == "gold":
        return items, set(items), {}
    refused: dict[str, str] = {}
    for step in steps:
        refused |= made.rejected(step)
    return items, set(made.ids(steps[-1], column)), refused


def score_rows(made: Made, row: LeaderboardRow) -> list[dict[str, Any]]:
    """The table of scores behind a row."""
    stage = f"{STAGE_OF.get(row.task, row.task)}_scores"
    parser = [row.data.removeprefix("corpus/")] if row.task == "generation" else []
    folder = made.folders["-".join([f"{stage}@corpus", row.system, *parser])]
    return [score for score in table(folder) if score["data"] == row.data]


@cache
def table(folder: Path) -> list[dict[str, Any]]:
    return list(Rows(folder))


def f1(scores: list[dict[str, Any]]) -> float:
    """Of the counts of all items together."""
    names = ("correct", "predicted", "found", "gold")
    correct, predicted, found, gold = (sum(score[name] for score in scores) for name in names)
    precision = correct / predicted if predicted else 0.0
    recall = found / gold if gold else 0.0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def test_every_count_is_that_of_the_items(made: Made) -> None:
    checked = 0
    for row in made.board:
        items, answered, refused = items_and_answers(made, row)
        failed = {id for id in items if id not in answered and refused.get(id) in OF_THE_WORLD}
        assert (row.items, row.failed, row.not_asked) == (len(items), len(failed), 0), row
        if row.metric in METRICS and not METRICS[row.metric].mean_of:
            scores = [score for score in score_rows(made, row) if score["metric"] == row.metric]
            counted = [score for score in scores if not score["missing"]]
            assert {score["id"] for score in counted} <= set(items) - failed
            assert row.n == len({score["chart"] for score in counted}), row
            assert row.scored == len(items) - len(failed) or row.reason
            checked += 1
    assert checked > 300


def test_every_f1_is_that_of_the_counts_of_its_items(made: Made) -> None:
    found = [row for row in made.board if row.metric in ("edge_f1", "node_f1", "text/edge_f1", "strict/flow_f1")]
    for row in found:
        scores = [s for s in score_rows(made, row) if s["metric"] == row.metric and not s["missing"]]
        assert row.value == (pytest.approx(f1(scores)) if scores else None)
    assert len(found) > 20


def test_controls_are_those_that_know_the_gold(made: Made) -> None:
    marked = {(row.task, row.system) for row in made.board if row.control}
    assert marked == CONTROLS | {(row.task, "gold") for row in made.board}


def test_notes_say_what_was_configured_and_what_was_seen(made: Made) -> None:
    known = {chart.id for chart in shipped() if chart.id < "m"}
    drawn = [row["chart"] for row in Rows(made.folders["styled_figures@corpus"])]
    count = sum(chart in known for chart in drawn)
    assert 0 < count < len(drawn)
    seen = f"in-sample: {count} of {len(drawn)} items are of what own was looked at (drawings)"
    notes = {(row.task, row.system): (row.note, row.seen) for row in made.board}
    assert notes.pop(("parsing", "fickle")) == (f"{seen}; {TOLD}", count)
    fitted_to_none = {("attribution", "everything"), ("answers", "chance"), ("dialogue", "random_edge")}
    unknown = {place for place, (_, seen_items) in notes.items() if seen_items is None}
    assert fitted_to_none.isdisjoint(unknown)
    asked = len(made.questions())
    learned = f"in-sample: {asked} of {asked} items are of what attributor.safetensors was trained on"
    assert notes.pop(("attribution", "embedded")) == (f"{learned} (corpus, flowexplainbench)", asked)
    looked_at = f"in-sample: {asked} of {asked} items are of what english.yaml was written by looking at"
    assert notes.pop(("answers", "solver")) == (f"{looked_at} (corpus, flowexplainbench)", asked)
    assert {note for note, _ in notes.values()} == {""}  # the corpus is in no other weight that is shipped


def test_ranks_are_those_of_the_values_and_lines_below_name_who_lacks_items(made: Made) -> None:
    boards: dict[tuple[str, str], dict[str, dict[str, LeaderboardRow]]] = defaultdict(lambda: defaultdict(dict))
    for row in made.board:
        boards[row.task, row.data][row.system][row.metric] = row
    printed = printed_boards(made)
    assert printed.keys() == boards.keys()
    for place, systems in boards.items():
        head = ranking_metric(place[0], systems)
        whole = {name: cells[head] for name, cells in systems.items() if cells[head].value is not None}
        ranked = {
            name: row.value
            for name, row in whole.items()
            if row.scored == row.items and name != "gold" and (place[0], name) not in CONTROLS
        }
        expected = {name: None for name, cells in systems.items() if any(row.scored for row in cells.values())}
        expected |= {name: 1 + sum(other > value for other in ranked.values()) for name, value in ranked.items()}
        ranks, lines = printed[place]
        if expected.keys() == {"gold"}:
            expected = {}  # there is nothing to rank
        assert ranks == expected
        for name, cells in systems.items():
            row = cells[head]
            if row.failed:
                absent = "no row: " if name not in expected else ""
                assert any(
                    line.startswith(f"{name}: {absent}{row.scored} of {row.items} items; {row.failed} failed")
                    for line in lines
                ), lines
    assert printed["parsing", "corpus/mono"][0].keys() == {"gold", "hmas_embedded", "poor", "fickle"}


def ranking_metric(task: str, systems: dict[str, dict[str, LeaderboardRow]]) -> str:
    """The first that all systems have, of as many items as of anything."""
    deciding = [
        cells
        for name, cells in systems.items()
        if name != "gold" and (task, name) not in CONTROLS and any(cells[m].value is not None for m in COLUMNS[task])
    ]
    for metric in COLUMNS[task]:
        if all(metric in _of_as_many_as_any(task, cells) for cells in deciding):
            return metric
    return COLUMNS[task][0]


def _of_as_many_as_any(task: str, cells: dict[str, LeaderboardRow]) -> set[str]:
    valued = {metric: cells[metric].n for metric in COLUMNS[task] if cells[metric].value is not None}
    return {metric for metric, n in valued.items() if n == max(valued.values())}


def printed_boards(made: Made) -> dict[tuple[str, str], tuple[dict[str, int | None], list[str]]]:
    """Of each board that is printed, the rank of each system and the lines below."""
    out = io.StringIO()
    print_leaderboard(made.board, Console(file=out, width=1000), wide=True)
    found: dict[tuple[str, str], tuple[dict[str, int | None], list[str]]] = {}
    for line in out.getvalue().splitlines():
        if title := re.match(r"(\w+) on (\S+) \(", line) or re.match(r"(\w+) on (\S+): no system", line):
            ranks, lines = found.setdefault((title[1], title[2]), ({}, []))
        elif line.startswith("│"):
            rank, system = (cell.strip() for cell in line.split("│")[1:3])
            ranks[system] = None if rank == "-" else int(rank)
        else:
            lines.append(line)
    return found
