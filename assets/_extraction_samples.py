"""Samples of the page: documents with their gold and extracted graphs."""

from __future__ import annotations

from collections.abc import Iterator

from assets._extractions import extraction_of
from assets._graphs import from_cell
from assets._shown_samples import shown_samples
from assets.machinery import Rows, StageRun
from diagramloop.extract import Extraction
from diagramloop.extract.controls import CONTROLS
from diagramloop.report import Extracted, Round, Sample

SCORED_BY = "strict/flow_f1"


def extraction_samples(run: StageRun, most: int) -> Iterator[Sample]:
    """The ``most`` worst documents and what every extractor made of them; of controls there is nothing to see."""
    extractors = [made for made in run.inputs.get("procedural_graphs", ()) if made.key["extractor"] not in CONTROLS]
    for shown in shown_samples(run, extractors, "extraction_scores", SCORED_BY, "extractor", most):
        made = shown.made
        documents = {row["id"]: row for row in Rows(run.like("documents", made).folder) if row["id"] in shown.scores}
        extracted = {row["id"]: extraction_of(row) for row in Rows(made.folder) if row["id"] in shown.scores}
        for id, score in shown.scores.items():
            found = extracted.get(id)
            yield Extracted(
                data=made.key["source"],
                system=made.key["extractor"],
                document=id,
                text=documents[id]["text"],
                headline=SCORED_BY,
                score=score,
                gold=from_cell(documents[id]["graph"]),
                graph=found.graph if found else None,
                lines=found.text if found else "",
                rounds=refinement(found) if found else (),
                reason=shown.refused.get(id, ""),
                facets=shown.facets[id],
            ).sample()


def refinement(made: Extraction) -> tuple[Round, ...]:
    """The rounds of an extraction as the page shows them."""
    return tuple(
        Round(each.graph, each.suggestions, each.failure, each.usage.tokens, each.usage.seconds) for each in made.rounds
    )
