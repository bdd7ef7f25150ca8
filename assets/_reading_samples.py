"""Samples of the page: pictures read and generated pictures read back, over their gold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from assets._graphs import from_cell
from assets._shown_samples import Shown, shown_samples
from assets.generate import REFERENCES
from assets.machinery import Input, Row, Rows, RowsWithGold, StageRun
from diagramloop.evaluation.generation import TASK as GENERATION
from diagramloop.evaluation.parsing import TASK as PARSING
from diagramloop.graph import FlowGraph
from diagramloop.report import Drawing, Passage, Reading, Sample, read_rows, task_headline
from diagramloop.scores import Alignment, Comparison, MissingPartError, align_by_text

Cases = Callable[[StageRun, Input, set[str]], Iterator["Case"]]
Aligns = Callable[[FlowGraph, FlowGraph], Alignment]


@dataclass(frozen=True)
class Case:
    """One picture that was read, and the drawing of what it should show.

    Attributes:
        id: of the reading.
        name: of the item that it is a reading of, or that was to be drawn.
        data: the label of its board.
        picture: that was read; None where there is none.
        passages: what it was generated from.
        sources: other pictures that it goes back to, with their captions.
        facets: of the item, beyond those that its score states.
    """

    id: str
    name: str
    data: str
    gold: Drawing
    picture: bytes | None
    passages: tuple[Passage, ...] = ()
    sources: tuple[tuple[str, Drawing], ...] = ()
    facets: Mapping[str, str] = field(default_factory=dict)


def reading_samples(run: StageRun, most: int) -> Iterator[Sample]:
    """The ``most`` worst pictures as every parser read them, and as every generator drew them."""
    pictures, images = run.inputs.get("parsed_figures", ()), run.inputs.get("parsed_images", ())
    board = read_rows((run.folder("leaderboard") / "leaderboard.json").read_text(encoding="utf-8"))
    if pictures:
        by = task_headline(board, PARSING)
        for shown in shown_samples(run, pictures, "parsing_scores", by, "parser", most):
            yield from readings(run, shown, PARSING, by, "parser", styled_cases, _laid_over)
    if images:
        by = task_headline(board, GENERATION)
        controls = {row.system for row in board if row.task == GENERATION and row.control}
        for shown in shown_samples(run, images, "generation_scores", by, "generator", most, controls):
            yield from readings(run, shown, GENERATION, by, "generator", generated_cases, align_by_text)


def readings(
    run: StageRun, shown: Shown, task: str, by: str, system: str, cases: Cases, aligned: Aligns
) -> Iterator[Sample]:
    """The chosen readings of one system.

    Args:
        by: the metric whose values the chosen scores are.
        system: the dimension that names it.
        cases: of the ids asked for.
        aligned: lays a reading over its gold.
    """
    rows = Rows(shown.made.folder, ["id", "graph"])
    read = {row["id"]: from_cell(row["graph"]) for row in rows if row["id"] in shown.scores}
    for case in cases(run, shown.made, set(shown.scores)):
        graph = read.get(case.id, FlowGraph())
        reading = Reading(
            task=task,
            data=case.data,
            system=shown.made.key[system],
            chart=case.name,
            headline=by,
            score=shown.scores[case.id],
            gold=case.gold,
            predicted=Drawing(graph, case.picture),
            alignment=aligned(graph, case.gold.graph),
            reason=shown.refused.get(case.id, ""),
            facets={**case.facets, **shown.facets[case.id]},
            sources=case.sources,
            passages=case.passages,
            by="drawn by" if task == GENERATION else "read by",
        )
        yield shown.scored(case.id, reading.sample())


def _laid_over(read: FlowGraph, gold: FlowGraph) -> Alignment:
    """By place where the gold has places, as it is scored; by what is written where a reading has none to compare."""
    try:
        return Comparison(read, gold).alignment
    except MissingPartError:
        return align_by_text(read, gold)


def styled_cases(run: StageRun, parsed: Input, ids: set[str]) -> Iterator[Case]:
    """Charts drawn in styles."""
    for figure in _figures(run, parsed):
        if figure["id"] in ids:
            drawing, facets = _drawing(figure), {"style": figure["style"]}
            yield Case(figure["id"], figure["chart"], figure["data"], drawing, drawing.picture, facets=facets)


def generated_cases(run: StageRun, parsed: Input, ids: set[str]) -> Iterator[Case]:
    """Generated images; a chart is shown in one of its styles, if it was drawn in any, a paper by its own figure."""
    references = Rows(run.like(REFERENCES, parsed).folder, ["id", "graph", "picture"])
    golds = {gold["id"]: _drawing(gold) for gold in references if gold["id"] in ids}
    golds |= {figure["chart"]: _drawing(figure) for figure in _figures(run, parsed) if figure["chart"] in ids}
    asked = {row["id"]: _asked(row) for made in run.all_like("prompts", parsed) for row in Rows(made.folder)}
    data = f"{parsed.key['source']}/{parsed.key['parser']}"
    images = Rows(run.like("images", parsed).folder, ["id", "picture"])
    painted = {image["id"]: image["picture"]["bytes"] for image in images if image["id"] in ids}
    for id, gold in golds.items():
        yield Case(id, id, data, gold, painted.get(id), asked.get(id, ()))


def _asked(prompt: Row) -> tuple[Passage, ...]:
    """Texts that a generator was given: the prompt, and the method that it was planned from, if it was from one."""
    texts = (("Method", prompt["method"]), ("Prompt", prompt["text"]))
    return tuple(Passage(heading, text) for heading, text in texts if text)


def _figures(run: StageRun, parsed: Input) -> Iterable[Row]:
    columns = ["id", "data", "chart", "style", "picture", "graph"]
    return (row for made in run.all_like("styled_figures", parsed) for row in RowsWithGold(made.folder, columns))


def _drawing(figure: Row) -> Drawing:
    return Drawing(from_cell(figure["graph"]), figure["picture"] and figure["picture"]["bytes"])
