"""``paper.json``: what is known of a paper beside its e-print, written last, so that its presence says "all there"."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from pydantic import StringConstraints

from diagramloop.data.sources._download import sha256_of
from diagramloop.data.sources._files import check_id, read_json
from diagramloop.data.sources._rows import Row, Said, Text, validate
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.whole_files import write_whole

RECORD, EPRINT, SOURCE, GRAPH = "paper.json", "eprint", "source", "graph.json"
MAX_RECORD_BYTES = 1_000_000


class PaperRecord(Row):
    """The metadata of one paper.

    Attributes:
        id: name of its folder; an arXiv id with its version, ``/`` written ``_``.
        version: as ``v2``, or empty.
        licence: SPDX expression or URL, as the paper's record has it.
        domain: the index's own name of the subject, else the primary category.
        url: where the e-print came from.
        eprint_sha256: of the e-print as served, hex; empty where an unpacked folder lies there instead.
        framework_figure: label (LaTeX) or number of the figure that is known to be the framework figure, or empty: it
            is then chosen.
    """

    id: Said
    title: Said
    licence: Said
    abstract: Text = ""
    version: Annotated[str, StringConstraints(pattern=r"^(v\d+)?$")] = ""
    domain: Text = ""
    url: Text = ""
    eprint_sha256: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$")] = ""
    framework_figure: Text = ""


def read_record(folder: Path) -> PaperRecord:
    """The record in ``folder``.

    Raises:
        SourceError: absent, not in its documented form, or of a paper of another name (INVALID).
    """
    record = validate(PaperRecord, read_json(folder, RECORD, MAX_RECORD_BYTES))
    if check_id(record.id) != folder.name:
        raise SourceError(f"{RECORD} is of {record.id!r}", reason=RejectionReason.INVALID)
    return record


def write_record(folder: Path, record: PaperRecord) -> None:
    """Puts the record in place at once."""
    text = json.dumps(record.model_dump(exclude_defaults=True), ensure_ascii=False, indent=1)
    write_whole(folder / RECORD, f"{text}\n")


def is_whole(folder: Path) -> bool:
    """True if a fetched paper is there with the very e-print that its record speaks of."""
    try:
        record = read_record(folder)
        return sha256_of(folder / EPRINT) == record.eprint_sha256
    except (SourceError, OSError):
        return False
