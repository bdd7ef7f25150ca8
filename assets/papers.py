"""Papers: what is read from each, and its framework figure (SciFlow-Bench, Section 4.1)."""

from __future__ import annotations

import json
from dataclasses import asdict

import pyarrow as pa

from assets._graphs import to_cell
from assets._ingested import write_items
from assets.machinery import PICTURE, Row, StageReport, StageRun, gold, picture, stage
from diagramloop.data.sources import Paper, Passage, open_papers, sample
from diagramloop.errors import RejectionReason

PAPERS = pa.schema(
    [(name, pa.string()) for name in ("id", "source", "domain", "licence", "origin", "title", "abstract", "caption")]
    + [("mentions", pa.list_(pa.string())), ("passages", pa.string()), gold("graph", pa.string()), ("svg", pa.string())]
    + [("picture", PICTURE)]
)


@stage(
    group="ingest",
    data="data/{source}",
    matrix={"source": "sources[papers]"},
    params=("sources.{source}",),
    may_reject=tuple(RejectionReason),  # what authors upload: each reason is in the artifact
)
def papers(run: StageRun) -> StageReport:
    """Every paper of a source: its text, its framework figure, and the figure's verified graph where there is one."""
    assert run.data is not None
    node = run.param("sources.{source}")
    found = sample(open_papers(node["make"], run.data, **node["options"]).papers(), node["limit"])
    return write_items(run, found, _paper_row, PAPERS)


def paper_of(row: Row) -> Paper:
    """The paper of a row of the artifact ``papers``, without the graph that a person verified: that is gold."""
    passages = tuple(Passage(**passage) for passage in json.loads(row["passages"]))
    written = {**row, "passages": passages, "mentions": tuple(row["mentions"])}
    return Paper(**{**written, "picture": row["picture"]["bytes"]})


def _paper_row(paper: Paper) -> Row:
    names = ("id", "source", "domain", "licence", "origin", "title", "abstract", "caption", "svg")
    passages = json.dumps([asdict(passage) for passage in paper.passages], ensure_ascii=False)
    return {
        **{name: getattr(paper, name) for name in names},
        "mentions": list(paper.mentions),
        "passages": passages,
        "graph": to_cell(paper.graph) if paper.graph else "",
        "picture": picture(paper.picture, f"{paper.id}.png"),
    }
