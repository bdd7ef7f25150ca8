"""An exported data set described in Croissant, MLCommons' vocabulary for data sets (format 1.0)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from diagramloop.doors.hub._tables import COLUMNS, Column

CONFORMS = "http://mlcommons.org/croissant/1.0"
_TERMS = (
    *("citeAs", "column", "data", "dataType", "equivalentProperty", "examples", "extract", "field", "fileProperty"),
    "fileObject",
    *("fileSet", "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet"),
    *("references", "regex", "repeated", "replace", "samplingRate", "separator", "source", "subField", "transform"),
)
_TYPED = {"data": "@json", "dataType": "@vocab", "examples": "@json"}
CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    **{term: {"@id": f"cr:{term}", "@type": _TYPED[term]} if term in _TYPED else f"cr:{term}" for term in _TERMS},
    "conformsTo": "dct:conformsTo",
}
_TYPES = {"text": "sc:Text", "json": "sc:Text", "texts": "sc:Text", "picture": "sc:ImageObject"}


def croissant(name: str, folder: Path, items: Mapping[str, int], licences: Mapping[str, int]) -> str:
    """The text of ``croissant.json``: its files with their hashes, and the fields of every configuration.

    Args:
        name: of the data set.
        folder: to which it was written.
        items: how many each configuration has.
        licences: of its items.
    """
    described = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS,
        "name": name,
        "description": f"{name}: {', '.join(f'{count} {kind}' for kind, count in items.items())}, by diagramloop.",
        "license": sorted(licences),
        "distribution": list(_files(folder, items)),
        "recordSet": [_records(kind) for kind in items],
    }
    return json.dumps(described, ensure_ascii=False, indent=1) + "\n"


def _files(folder: Path, items: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    for kind in items:
        for path in sorted((folder / kind).glob("*.parquet")):
            yield {
                "@type": "cr:FileObject",
                "@id": f"{kind}-file",
                "name": f"{kind}-file",
                "contentUrl": path.relative_to(folder).as_posix(),
                "encodingFormat": "application/x-parquet",
                "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            }


def _records(kind: str) -> dict[str, Any]:
    fields = [_field(kind, column) for column in COLUMNS[kind]]
    return {"@type": "cr:RecordSet", "@id": kind, "name": kind, "key": {"@id": f"{kind}/id"}, "field": fields}


def _field(kind: str, column: Column) -> dict[str, Any]:
    source: dict[str, Any] = {"fileObject": {"@id": f"{kind}-file"}, "extract": {"column": column.name}}
    if column.kind == "picture":
        source["transform"] = {"jsonPath": "bytes"}
    field = {
        "@type": "cr:Field",
        "@id": f"{kind}/{column.name}",
        "name": f"{kind}/{column.name}",
        "description": column.said,
        "dataType": _TYPES[column.kind],
        "source": source,
    }
    return field | ({"repeated": True} if column.kind == "texts" else {})
