"""Report: the page that shows what is behind the leaderboard, reading by reading."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from assets._graphs import from_cell
from assets._scores import read_scores
from assets._stage import Input, StageReport, StageRun, stage
from assets._tables import Row, Rows, read_rejected
from assets.leaderboard import CODE as LEADERBOARD_CODE
from assets.score import GENERATION, PARSING
from flowbench import __version__
from flowbench.graph import FlowGraph
from flowbench.report import Drawing, Reading, headline, read_rows, write_site
from flowbench.score import Alignment, align, align_by_text

CODE = (*LEADERBOARD_CODE, "assets/_graphs.py", "assets/leaderboard.py", "assets/score.py", "flowbench/__init__.py")


@stage(
    group="leaderboard",
    inputs=(
        "leaderboard",
        *("charts", "styled_figures"),
        *("parsed_figures", "parsing_scores"),
        *("images", "parsed_images", "generation_scores"),
    ),
    params=("report", "score"),
    code=CODE,
)
def report(run: StageRun) -> StageReport:
    """One static page: the ranked tables, and the worst readings of every system drawn over their pictures."""
    rows = read_rows((run.folder("leaderboard") / "leaderboard.json").read_text(encoding="utf-8"))
    most = run.param("report")["readings"]
    shown = [reading.sample() for system in _systems(run) for reading in system.readings(most)]
    write_site(run.out, rows, shown, _provenance(run))
    return StageReport(len(shown), len(shown), figures={"samples": float(len(shown))})


def _provenance(run: StageRun) -> dict[str, str]:
    """What was measured and how, so that the page can be held against params.yaml and dvc.lock."""
    stated = {"flowbench": __version__, "text similarity": run.param("score")["similarity"]}
    for made in run.inputs["charts"]:
        graphs = [row["graph"] for row in Rows(made.folder, ["graph"])]
        content = hashlib.sha256("\n".join(graphs).encode()).hexdigest()
        stated[made.key["source"]] = f"{len(graphs)} charts, sha256 {content[:16]}"
    return stated


@dataclass(frozen=True)
class _Case:
    """One picture that was read, and the drawing of what it should show."""

    id: str
    chart: str
    data: str
    gold: Drawing
    picture: bytes | None


@dataclass(frozen=True)
class _System:
    """What one system made of its pictures.

    Attributes:
        parsed: the readings.
        scores: of the readings.
        cases: of the ids asked for.
        align: lays a reading over its gold.
    """

    task: str
    name: str
    parsed: Input
    scores: Input
    cases: Callable[[set[str]], Iterator[_Case]]
    align: Callable[[FlowGraph, FlowGraph], Alignment]

    def readings(self, most: int) -> Iterator[Reading]:
        """The ``most`` worst readings; those without a score are worse than all others."""
        metric = headline(self.task)
        scored = zip(Rows(self.scores.folder, ["id"]), read_scores(self.scores.folder), strict=True)
        values = {row["id"]: score.value for row, (_, score) in scored if score.metric == metric}
        worst = sorted(values, key=lambda id: (-1.0 if (value := values[id]) is None else value, id))[:most]
        read = {row["id"]: row["graph"] for row in Rows(self.parsed.folder, ["id", "graph"]) if row["id"] in worst}
        refused = {row["id"]: f"{row['reason']}: {row['detail']}" for row in read_rejected(self.parsed.folder)}
        for case in self.cases(set(worst)):
            yield self._reading(case, read.get(case.id), values[case.id], refused.get(case.id, ""), metric)

    def _reading(self, case: _Case, read: str | None, score: float | None, reason: str, metric: str) -> Reading:
        graph = None if read is None else from_cell(read)
        return Reading(
            task=self.task,
            data=case.data,
            system=self.name,
            chart=case.chart,
            headline=metric,
            score=score,
            gold=case.gold,
            predicted=None if graph is None else Drawing(graph, case.picture),
            alignment=None if graph is None else self.align(graph, case.gold.graph),
            reason=reason,
        )


def _systems(run: StageRun) -> Iterator[_System]:
    for parsed in run.inputs.get("parsed_figures", ()):
        scores = _like(run.inputs["parsing_scores"], parsed)
        yield _System(PARSING, parsed.key["parser"], parsed, scores, _styled_cases(run, parsed), align)
    for parsed in run.inputs.get("parsed_images", ()):
        scores = _like(run.inputs["generation_scores"], parsed)
        cases = _generated_cases(run, parsed)
        yield _System(GENERATION, parsed.key["generator"], parsed, scores, cases, align_by_text)


def _like(artifacts: Iterable[Input], parsed: Input) -> Input:
    """The one artifact made for the same matrix values, of those that it has."""
    (match,) = (made for made in artifacts if made.key.items() <= parsed.key.items())
    return match


def _styled_cases(run: StageRun, parsed: Input) -> Callable[[set[str]], Iterator[_Case]]:
    def cases(ids: set[str]) -> Iterator[_Case]:
        for figure in _figures(run, parsed):
            if figure["id"] in ids:
                drawing = _drawing(figure)
                data = f"{parsed.key['source']}/{figure['style']}"
                yield _Case(figure["id"], figure["chart"], data, drawing, drawing.picture)

    return cases


def _generated_cases(run: StageRun, parsed: Input) -> Callable[[set[str]], Iterator[_Case]]:
    """The gold of a chart is shown in one of its styles, if it was drawn in any."""

    def cases(ids: set[str]) -> Iterator[_Case]:
        charts = Rows(_like(run.inputs["charts"], parsed).folder, ["id", "graph"])
        golds = {chart["id"]: Drawing(from_cell(chart["graph"]), None) for chart in charts if chart["id"] in ids}
        golds |= {figure["chart"]: _drawing(figure) for figure in _figures(run, parsed) if figure["chart"] in ids}
        data = f"{parsed.key['source']}/{parsed.key['parser']}"
        for image in Rows(_like(run.inputs["images"], parsed).folder, ["id", "chart", "picture"]):
            if image["id"] in ids:
                yield _Case(image["id"], image["chart"], data, golds[image["chart"]], image["picture"]["bytes"])

    return cases


def _figures(run: StageRun, parsed: Input) -> Iterable[Row]:
    return Rows(_like(run.inputs["styled_figures"], parsed).folder, ["id", "chart", "style", "picture", "graph"])


def _drawing(figure: Row) -> Drawing:
    return Drawing(from_cell(figure["graph"]), figure["picture"]["bytes"])
