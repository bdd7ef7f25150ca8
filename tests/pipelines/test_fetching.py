"""Data that is fetched by a job: asked for politely, counted, and not twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import dagster as dg
import pytest
from local_archive import LocalArchive, Served

from diagramloop.evaluation.data_sets import shipped_corpus
from pipelines.code_location import make_definitions
from pipelines.composition import write_composition
from pipelines.fetching import fetch_all, query_of
from pipelines.project import Project

pytest.importorskip("arxiv", reason="fetching papers needs the extra 'papers'")

EPRINT = (shipped_corpus() / "papers" / "clockferry" / "eprint").read_bytes()
NOW = datetime(2026, 5, 9, 12, tzinfo=UTC)


@pytest.fixture
def archive() -> Iterator[LocalArchive]:
    served = LocalArchive()
    yield served
    served.close()


def test_a_listing_is_of_the_last_days() -> None:
    assert query_of({"query": "cat:cs.CV", "last_days": None}, NOW) == "cat:cs.CV"
    asked = query_of({"query": "a OR b", "last_days": 7}, NOW)
    assert asked == "(a OR b) AND submittedDate:[202605021200 TO 202605091200]"


def test_the_job_counts_what_came_and_fetches_nothing_twice(toy: Project, archive: LocalArchive) -> None:
    archive.papers = [Served("2505.00001v1", eprint=EPRINT), Served("2505.00002v1", eprint=None)]
    listing = "{arxiv: {query: 'cat:cs.CV', most: 5, last_days: null}}"
    write_composition(toy, [f"++fetch.arxiv={listing}", f"++fetch.server='{archive.address}'"])
    definitions = make_definitions(toy)
    told = []
    with dg.DagsterInstance.ephemeral() as instance:
        for _ in range(2):
            run = definitions.resolve_job_def("fetch").execute_in_process(instance=instance)
            (event,) = run.get_asset_materialization_events()
            told.append({name: value.value for name, value in event.materialization.metadata.items()})
    first, second = told
    assert first["arxiv: fetched"] == 1
    assert second["arxiv: there before"] == 1
    assert sum(first.values()) == sum(second.values()) == 2  # the other has a reason, each time
    assert archive.count("/e-print/2505.00001v1") == 1
    assert (toy.root / "data/arxiv/2505.00001v1/paper.json").is_file()
    assert definitions.resolve_schedule_def("fetch_regularly").cron_schedule == "0 3 * * *"


def test_a_pinned_data_set_is_checked_and_one_that_is_not_had_has_a_reason(
    toy: Project, tmp_path: Path, archive: LocalArchive
) -> None:
    archive.papers = [Served("2505.00001v1", eprint=EPRINT)]

    def manifest(name: str, sha256: str) -> str:
        url = f"{archive.address}/e-print/2505.00001v1"
        file = {"path": f"{name}.bin", "url": url, "sha256": sha256}
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({"name": name, "licence": "CC0", "files": [file]}))
        return str(path)

    good = manifest("good", hashlib.sha256(EPRINT).hexdigest())
    bad = manifest("bad", "0" * 64)
    wanted = {"arxiv": {}, "data_sets": [good, bad], "server": None, "pause_seconds": 0.0}
    assert fetch_all(toy, wanted, NOW)[good] == {"fetched": 1}
    again = fetch_all(toy, wanted, NOW)
    assert again[good] == {"there before": 1}
    assert sum(again[bad].values()) == 1
    assert "fetched" not in again[bad]
