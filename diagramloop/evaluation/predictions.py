"""Answers that a system gave before, as values by item or as files: it is asked nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.evaluation.tasks import Posed, System, Task
from diagramloop.graph import formats as graph_formats

Predictions = Mapping[str, Any] | str | Path
PICTURE = ".png"


def read_predictions(task: Task, predictions: Predictions) -> System:
    """The system that answers as predicted; an item without a prediction is not asked.

    Args:
        predictions: by item; or a file of JSON lines, each with an ``id``; or a folder of ``ID.SUFFIX``.

    Raises:
        DiagramloopError: no such file or folder (MISSING), or one without a prediction in it (EMPTY), or with two for
            one item (INVALID).
    """
    if isinstance(predictions, Mapping):
        by_item, name = dict(predictions), "predictions"
    else:
        path = Path(predictions)
        found: Iterable[tuple[str, Any]] = _in_folder(path) if path.is_dir() else _in_file(path)
        by_item, name = _each_once(found, path), path.stem or "predictions"
    if not by_item:
        raise DiagramloopError(f"there is no prediction in {predictions}", reason=RejectionReason.EMPTY)

    def answer(posed: Posed) -> Any:
        try:
            return task.prediction(by_item[posed.id])
        except (TypeError, ValueError, KeyError) as error:  # no fault of this machine's, but an answer nobody can read
            raise DiagramloopError(f"not in its form: {error}", reason=RejectionReason.UNREADABLE) from error

    def lacking(posed: Posed) -> str:
        return "" if posed.id in by_item else "no prediction"

    return System(name, answer, lacks=lacking)


def _each_once(found: Iterable[tuple[str, Any]], place: Path) -> dict[str, Any]:
    by_item: dict[str, Any] = {}
    for id, prediction in found:
        if id in by_item:
            raise DiagramloopError(f"{place} has two predictions for {id!r}", reason=RejectionReason.INVALID)
        by_item[id] = prediction
    return by_item


def _in_folder(folder: Path) -> Iterator[tuple[str, Path]]:
    known = graph_formats.suffixes() | {PICTURE}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix.lower() in known:
            yield path.relative_to(folder).with_suffix("").as_posix(), path


def _in_file(path: Path) -> Iterator[tuple[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise DiagramloopError(f"{path}: {error.strerror}", reason=RejectionReason.MISSING) from error
    except UnicodeDecodeError as error:
        raise DiagramloopError(f"{path} is not UTF-8 text", reason=RejectionReason.UNREADABLE) from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _prediction(path, number, line)


def _prediction(path: Path, number: int, line: str) -> tuple[str, Any]:
    try:
        value = json.loads(line)
        return str(value["id"]), value
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise FormatError(f"{path}: no JSON object with an id", line=number, column=1) from error
