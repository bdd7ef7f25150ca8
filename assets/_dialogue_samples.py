"""Samples of the page: conversations along their charts."""

from __future__ import annotations

from collections.abc import Iterator

from assets._dialogues import conversation_form, dialogue_form
from assets._graphs import from_cell
from assets._scores import item_scores, worst
from assets._stage import Input, StageRun
from assets._tables import Rows, refusals
from flowbench.report import Drawing, Sample, Talk


def dialogue_samples(run: StageRun, most: int) -> Iterator[Sample]:
    """The ``most`` worst conversations of every agent."""
    for made in run.inputs.get("conversations", ()):
        scores = item_scores(run.like("dialogue_scores", made).folder, "dialogue/tnga")
        chosen = worst(scores, most)
        dialogues = {row["id"]: row for row in Rows(run.like("dialogues", made).folder) if row["id"] in chosen}
        held = {row["id"]: row["conversation"] for row in Rows(made.folder) if row["id"] in chosen}
        pictures = _pictures(run, made, {row["chart"] for row in dialogues.values()})
        refused = refusals(made.folder)
        for id in chosen:
            row = dialogues[id]
            yield Talk(
                data=made.key["source"],
                system=made.key["agent"],
                score=scores[id],
                chart=pictures.get(row["chart"]) or Drawing(from_cell(row["graph"]), None),
                reference=dialogue_form.validate_json(row["dialogue"]),
                held=conversation_form.validate_json(held[id]) if id in held else None,
                reason=refused.get(id, ""),
            ).sample()


def _pictures(run: StageRun, made: Input, charts: set[str]) -> dict[str, Drawing]:
    """The charts as they were drawn, where the source's charts are."""
    return {
        figure["chart"]: Drawing(from_cell(figure["graph"]), figure["picture"]["bytes"])
        for figures in run.all_like("styled_figures", made)
        for figure in Rows(figures.folder, ["chart", "picture", "graph"])
        if figure["chart"] in charts
    }
