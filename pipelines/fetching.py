"""Data that is fetched by schedule: listings of arXiv and pinned data sets, into ``data/``, with limits and counts.

arXiv is asked with the pauses that it wants and for no paper twice; a data set is checked against the hashes of its
manifest. A refresh reads what lies there then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diagramloop.errors import DiagramloopError
from pipelines.project import Project

if TYPE_CHECKING:
    from diagramloop.data.sources.papers.fetching import Fetcher

Counts = Mapping[str, int]
"""Outcomes by their names: ``fetched``, ``there before``, or the reason of what could not be had."""
NEW, THERE = "fetched", "there before"


def fetch_all(project: Project, configured: Mapping[str, Any], now: datetime) -> dict[str, Counts]:
    """Fetches what is configured and not there. Returns the counts by folder of ``data/`` or name of the data set.

    Args:
        now: the end of the days of which a listing is asked.
    """
    data = project.root / "data"
    listings = {name: _papers(data / name, node, configured, now) for name, node in configured["arxiv"].items()}
    return listings | {name: _data_set(data, name) for name in configured["data_sets"]}


def _papers(folder: Path, listing: Mapping[str, Any], configured: Mapping[str, Any], now: datetime) -> Counts:
    from diagramloop.data.sources.papers.fetching import Fetched

    found: Counter[str] = Counter()
    for row in _fetcher(folder, configured).by_query(query_of(listing, now), listing["most"]):
        found[(THERE if row.was_there else NEW) if isinstance(row, Fetched) else row.reason.value] += 1
    return found


def _fetcher(folder: Path, configured: Mapping[str, Any]) -> Fetcher:
    from diagramloop.data.sources.papers.fetching import Fetcher, Server

    server = Server.at(configured["server"]) if configured["server"] else None
    return Fetcher(folder, server, delay=configured["pause_seconds"])


def query_of(listing: Mapping[str, Any], now: datetime) -> str:
    """The query in the API's language, of the last days alone where their number is given."""
    query: str = listing["query"]
    if (days := listing["last_days"]) is None:
        return query
    first, last = ((now - timedelta(days=age)).strftime("%Y%m%d%H%M") for age in (days, 0))
    return f"({query}) AND submittedDate:[{first} TO {last}]"


def _data_set(data: Path, name: str) -> Counts:
    from diagramloop.data.sources.fetch import fetch, read_manifest

    before = {path for path in data.rglob("*") if path.is_file()} if data.is_dir() else set()
    try:
        places = fetch(read_manifest(name), data, quiet=True)
    except DiagramloopError as error:
        return {error.reason.value: 1}
    return Counter(THERE if place in before or _any_of(before, place) else NEW for place in places)


def _any_of(files: set[Path], folder: Path) -> bool:
    return any(path.is_relative_to(folder) for path in files)
