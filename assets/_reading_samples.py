"""Samples of the page: pictures read and generated pictures read back, over their gold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from assets._graphs import from_cell
from assets._scores import item_scores, worst
from assets._stage import Input, StageRun
from assets._tables import Row, Rows, refusals
from assets.score import GENERATION, PARSING
from flowbench.graph import FlowGraph
from flowbench.report import Drawing, Reading, Sample, headline
from flowbench.score import Alignment, align, align_by_text


def reading_samples(run: StageRun, most: int) -> Iterator[Sample]:
    """The ``most`` worst readings of every parser, and of every generator's images."""
    for system in _systems(run):
        for reading in system.readings(most):
            yield reading.sample()


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
        values = item_scores(self.scores.folder, metric)
        shown = set(worst(values, most))
        read = {row["id"]: row["graph"] for row in Rows(self.parsed.folder, ["id", "graph"]) if row["id"] in shown}
        refused = refusals(self.parsed.folder)
        for case in self.cases(shown):
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
        scores = run.like("parsing_scores", parsed)
        yield _System(PARSING, parsed.key["parser"], parsed, scores, _styled_cases(run, parsed), align)
    for parsed in run.inputs.get("parsed_images", ()):
        scores = run.like("generation_scores", parsed)
        cases = _generated_cases(run, parsed)
        yield _System(GENERATION, parsed.key["generator"], parsed, scores, cases, align_by_text)


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
        charts = Rows(run.like("charts", parsed).folder, ["id", "graph"])
        golds = {chart["id"]: Drawing(from_cell(chart["graph"]), None) for chart in charts if chart["id"] in ids}
        golds |= {figure["chart"]: _drawing(figure) for figure in _figures(run, parsed) if figure["chart"] in ids}
        data = f"{parsed.key['source']}/{parsed.key['parser']}"
        for image in Rows(run.like("images", parsed).folder, ["id", "chart", "picture"]):
            if image["id"] in ids:
                yield _Case(image["id"], image["chart"], data, golds[image["chart"]], image["picture"]["bytes"])

    return cases


def _figures(run: StageRun, parsed: Input) -> Iterable[Row]:
    return Rows(run.like("styled_figures", parsed).folder, ["id", "chart", "style", "picture", "graph"])


def _drawing(figure: Row) -> Drawing:
    return Drawing(from_cell(figure["graph"]), figure["picture"]["bytes"])
