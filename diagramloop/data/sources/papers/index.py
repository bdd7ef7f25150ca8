"""Which papers are wanted: arXiv ids, alone or in an index with domains, such as the one SciFlow-Bench publishes.

A ``.json`` index is a list of ids, a list of objects with an ``id`` (or ``arxiv_id``) and perhaps a ``domain``, or an
object that maps each domain to its ids; a ``.csv`` has such columns; any other file has an id a line, and perhaps a
domain behind it. A paper that two domains list belongs to the first.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diagramloop.data.sources._files import read_json, read_text
from diagramloop.data.sources.fetch import fetch, read_manifest
from diagramloop.errors import RejectionReason, SourceError

PUBLISHED = ("sciflow_bench",)  # indexes that are fetched by name
MAX_INDEX_BYTES = 50_000_000
MAX_PAPERS = 100_000

_ID = re.compile(
    r"(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|e-print|src)/|arxiv:)?"
    r"((?:\d{4}\.\d{4,5}|[a-z-]{2,20}(?:\.[A-Z]{2})?/\d{7})(?:v\d{1,3})?)(?:\.pdf)?",
    re.I,
)
_SUBJECT_CLASS = re.compile(r"\.[a-z]{2}(?=/)")


@dataclass(frozen=True)
class Wanted:
    """A paper that is wanted: its arXiv id, with or without version, and the index's name of its domain, or empty."""

    id: str
    domain: str = ""


def arxiv_id(text: str) -> str:
    """The id in ``text``, which may be a link to the paper; ``math.GT/0309136`` is arXiv's ``math/0309136``.

    Raises:
        SourceError: it is none (INVALID).
    """
    found = _ID.fullmatch(text.strip())
    if not found:
        raise SourceError(f"{text[:100]!r} is no arXiv id", reason=RejectionReason.INVALID)
    return _SUBJECT_CLASS.sub("", found[1].lower())


def read_index(path: Path) -> tuple[Wanted, ...]:
    """The papers that an index lists, each once, in its order.

    Raises:
        SourceError: the file is absent, too large, in none of the documented forms or lists no paper.
    """
    if path.suffix == ".json":
        rows = _from_json(read_json(path.parent, path.name, MAX_INDEX_BYTES))
    elif path.suffix == ".csv":
        rows = _from_csv(read_text(path.parent, path.name, MAX_INDEX_BYTES))
    else:
        lines = (line.split() for line in read_text(path.parent, path.name, MAX_INDEX_BYTES).splitlines())
        rows = (Wanted(line[0], " ".join(line[1:])) for line in lines if line and not line[0].startswith("#"))
    first: dict[str, Wanted] = {}
    for row in rows:
        first.setdefault(row.id, row)
    if not 0 < len(first) <= MAX_PAPERS:
        raise SourceError(f"{path.name} lists {len(first)} papers", reason=RejectionReason.INVALID)
    return tuple(first.values())


def published_index(name: str, destination: Path) -> tuple[Wanted, ...]:
    """The papers of an index that somebody publishes; it is kept in ``destination``, and asked for once.

    Args:
        name: of a manifest that diagramloop knows: ``sciflow_bench``, 488 papers of five domains.

    Raises:
        FetchError: it cannot be had.
        SourceError: as :func:`read_index`.
    """
    (path,) = fetch(read_manifest(name), destination, quiet=True)
    return read_index(path)


def _from_json(content: Any) -> Iterator[Wanted]:
    if isinstance(content, dict):
        if not all(isinstance(ids, list) for ids in content.values()):
            raise SourceError("an index that maps domains to something else than ids", reason=RejectionReason.INVALID)
        for domain, name in zip(content, _without_common_end(content), strict=True):
            yield from (Wanted(_text(id), name) for id in content[domain])
    elif isinstance(content, list):
        yield from (_from_row(row) if isinstance(row, dict) else Wanted(_text(row)) for row in content)
    else:
        raise SourceError("an index is a list or an object", reason=RejectionReason.INVALID)


def _from_csv(text: str) -> Iterator[Wanted]:
    try:
        yield from (_from_row(row) for row in csv.DictReader(io.StringIO(text), strict=True))
    except csv.Error as error:
        raise SourceError(f"the index is no CSV: {error}", reason=RejectionReason.SYNTAX) from error


def _from_row(row: dict[str, Any]) -> Wanted:
    id = row.get("id") or row.get("arxiv_id") or row.get("paper_id")
    return Wanted(_text(id), _text(row.get("domain") or ""))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise SourceError("an index with an id or a domain that is no text", reason=RejectionReason.INVALID)
    return value.strip()


def _without_common_end(names: Iterable[str]) -> list[str]:
    """``cv_2025``, ``nlp_2025`` -> ``cv``, ``nlp``: what all domains end in says nothing of any."""
    parts = [name.partition("_") for name in names]
    shared = len(parts) > 1 and len({end for _, _, end in parts}) == 1
    return [begin if shared and begin else begin + mark + end for begin, mark, end in parts]
