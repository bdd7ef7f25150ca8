"""Samples of the page: pictures read and generated pictures read back, over their gold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from assets._graphs import from_cell
from assets._shown_samples import Shown, shown_samples
from assets._stage import Input, StageRun
from assets._tables import Row, Rows
from assets.generate import REFERENCES
from assets.generation_scores import GENERATION
from assets.score import PARSING
from flowbench.graph import FlowGraph
from flowbench.report import Drawing, Reading, Sample, headline
from flowbench.score import Alignment, Comparison, align_by_text

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
        prompt: that it was generated from, or empty.
        sources: other pictures that it goes back to, with their captions.
        facets: of the item, beyond those that its score states.
    """

    id: str
    name: str
    data: str
    gold: Drawing
    picture: bytes | None
    prompt: str = ""
    sources: tuple[tuple[str, Drawing], ...] = ()
    facets: Mapping[str, str] = field(default_factory=dict)


def reading_samples(run: StageRun, most: int) -> Iterator[Sample]:
    """The ``most`` worst pictures as every parser read them, and as every generator drew them."""
    pictures, images = run.inputs.get("parsed_figures", ()), run.inputs.get("parsed_images", ())
    for shown in shown_samples(run, pictures, "parsing_scores", headline(PARSING), "parser", most):
        yield from readings(run, shown, PARSING, "parser", styled_cases, _laid_over)
    for shown in shown_samples(run, images, "generation_scores", headline(GENERATION), "generator", most):
        yield from readings(run, shown, GENERATION, "generator", generated_cases, align_by_text)


def readings(run: StageRun, shown: Shown, task: str, system: str, cases: Cases, aligned: Aligns) -> Iterator[Sample]:
    """The chosen readings of one system.

    Args:
        system: the dimension that names it.
        cases: of the ids asked for.
        aligned: lays a reading over its gold.
    """
    rows = Rows(shown.made.folder, ["id", "graph"])
    read = {row["id"]: from_cell(row["graph"]) for row in rows if row["id"] in shown.scores}
    for case in cases(run, shown.made, set(shown.scores)):
        graph = read.get(case.id)
        yield Reading(
            task=task,
            data=case.data,
            system=shown.made.key[system],
            chart=case.name,
            headline=headline(task),
            score=shown.scores[case.id],
            gold=case.gold,
            predicted=_bare(case.picture) if graph is None else Drawing(graph, case.picture),
            alignment=aligned(FlowGraph() if graph is None else graph, case.gold.graph),
            reason=shown.refused.get(case.id, ""),
            facets={**case.facets, **shown.facets[case.id]},
            sources=case.sources,
            prompt=case.prompt,
            by="drawn by" if task == GENERATION else "read by",
        ).sample()


def _laid_over(read: FlowGraph, gold: FlowGraph) -> Alignment:
    """By place where the gold has places, as it is scored."""
    return Comparison(read, gold).alignment


def _bare(picture: bytes | None) -> Drawing | None:
    """A picture from which nothing was read, if it is one."""
    try:
        return Drawing(FlowGraph(size=Image.open(BytesIO(picture)).size), picture) if picture else None
    except UnidentifiedImageError:
        return None


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
    prompts = {row["id"]: row["text"] for made in run.all_like("prompts", parsed) for row in Rows(made.folder)}
    data = f"{parsed.key['source']}/{parsed.key['parser']}"
    for image in Rows(run.like("images", parsed).folder, ["id", "chart", "picture"]):
        if image["id"] in ids:
            picture, asked = image["picture"]["bytes"], prompts.get(image["id"], "")
            yield Case(image["id"], image["chart"], data, golds[image["chart"]], picture, asked)


def _figures(run: StageRun, parsed: Input) -> Iterable[Row]:
    columns = ["id", "data", "chart", "style", "picture", "graph"]
    return (row for made in run.all_like("styled_figures", parsed) for row in Rows(made.folder, columns))


def _drawing(figure: Row) -> Drawing:
    return Drawing(from_cell(figure["graph"]), figure["picture"] and figure["picture"]["bytes"])
