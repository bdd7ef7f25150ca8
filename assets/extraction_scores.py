"""Extraction scores: the procedural graphs beside the documents' gold."""

from __future__ import annotations

from assets._graphs import from_cell
from assets._scores import link, score_rows, scored, with_outcomes
from assets.machinery import Row, StageReport, StageRun, made_of, stage
from diagramloop.evaluation.extraction import SHOWN, TASK, ExtractionItem, all_metrics
from diagramloop.evaluation.lineage import fingerprint, lineages_of
from diagramloop.extract import EXTRACTORS


@stage(
    group="score",
    inputs=("documents", "procedural_graphs", "tuned"),
    matrix={"source": "sources[documents]", "extractor": "extractors"},
    params=("score", *made_of("extractors.{extractor}")),
)
def extraction_scores(run: StageRun) -> StageReport:
    """Graphs that one extractor made of the documents, beside their gold graphs."""
    made = {row["id"]: row["graph"] for row in run.rows("procedural_graphs", ["id", "graph"])}
    system = run.system("extractors.{extractor}")
    source = run.key["source"]
    documents = [
        {"id": row["id"], "data": source, "gold": row["graph"]} for row in run.rows("documents", ["id", "graph"])
    ]
    texts = {row["id"]: row["text"] for row in run.rows("documents", ["id", "text"])}
    links = [link(run, "documents", answers=False), link(run, "procedural_graphs")]
    return scored(
        run,
        score,
        list(with_outcomes(documents, made, links)),
        {},
        task=TASK,
        system=run.key["extractor"],
        shown=SHOWN,
        boards=(source,),
        links=links[:1],
        lineages=lineages_of(EXTRACTORS, system["make"], system["options"]),
        things=lambda document: [fingerprint(texts[document["id"]])],
    )


def score(item: Row) -> list[Row]:
    """The score rows of one document."""
    document = ExtractionItem(item["id"], item["data"], from_cell(item["gold"]))
    return score_rows(item, document, from_cell, all_metrics())
