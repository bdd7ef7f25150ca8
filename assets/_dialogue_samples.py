"""Samples of the page: conversations along their charts."""

from __future__ import annotations

from collections.abc import Iterator

from assets._dialogues import conversation_form, dialogue_form
from assets._graphs import from_cell
from assets._shown_samples import shown_samples
from assets.machinery import Input, Rows, RowsWithGold, StageRun
from diagramloop.data.dialogues.references import board
from diagramloop.report import Drawing, Sample, Talk


def dialogue_samples(run: StageRun, most: int) -> Iterator[Sample]:
    """The ``most`` worst dialogues as every agent held them."""
    held_by = run.inputs.get("conversations", ())
    for shown in shown_samples(run, held_by, "dialogue_scores", "dialogue/tnga", "agent", most):
        made = shown.made
        dialogues = {
            row["id"]: row for row in RowsWithGold(run.like("dialogues", made).folder) if row["id"] in shown.scores
        }
        held = {row["id"]: row["conversation"] for row in Rows(made.folder) if row["id"] in shown.scores}
        pictures = _pictures(run, made, {row["chart"] for row in dialogues.values()})
        for id, score in shown.scores.items():
            row = dialogues[id]
            talk = Talk(
                data=board(made.key["source"], row["split"]),
                system=made.key["agent"],
                score=score,
                chart=pictures.get(row["chart"]) or Drawing(from_cell(row["graph"]), None),
                reference=dialogue_form.validate_json(row["dialogue"]),
                held=conversation_form.validate_json(held[id]) if id in held else None,
                reason=shown.refused.get(id, ""),
                facets=shown.facets[id],
            )
            yield shown.scored(id, talk.sample())


def _pictures(run: StageRun, made: Input, charts: set[str]) -> dict[str, Drawing]:
    """The charts as they were drawn, where the source's charts are."""
    return {
        figure["chart"]: Drawing(from_cell(figure["graph"]), figure["picture"]["bytes"])
        for figures in run.all_like("styled_figures", made)
        for figure in RowsWithGold(figures.folder, ["chart", "picture", "graph"])
        if figure["chart"] in charts
    }
