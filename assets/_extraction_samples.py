"""Samples of the page: documents with their gold and extracted graphs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from assets._graphs import from_cell
from assets._scores import item_scores, worst
from assets._stage import StageRun
from assets._tables import Rows, refusals
from flowbench.extract.controls import CONTROLS
from flowbench.report import Extracted, Sample

SCORED_BY = "strict/flow_f1"


def extraction_samples(run: StageRun, most: int) -> Iterator[Sample]:
    """The ``most`` worst documents of every extractor; of controls there is nothing to see."""
    for made in run.inputs.get("procedural_graphs", ()):
        if made.key["extractor"] in CONTROLS:
            continue
        scores = item_scores(run.like("extraction_scores", made).folder, SCORED_BY)
        chosen = worst(scores, most)
        documents = {row["id"]: row for row in Rows(run.like("documents", made).folder) if row["id"] in chosen}
        extracted = {row["id"]: row for row in Rows(made.folder, ["id", "graph", "rounds"]) if row["id"] in chosen}
        refused = refusals(made.folder)
        for id in chosen:
            found = extracted.get(id)
            yield Extracted(
                data=made.key["source"],
                system=made.key["extractor"],
                document=id,
                text=documents[id]["text"],
                headline=SCORED_BY,
                score=scores[id],
                gold=from_cell(documents[id]["graph"]),
                graph=from_cell(found["graph"]) if found else None,
                suggestions=tuple(tuple(r["suggestions"]) for r in json.loads(found["rounds"])) if found else (),
                reason=refused.get(id, ""),
            ).sample()
