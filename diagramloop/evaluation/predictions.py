"""Answers that a system gave before, as values by item or as files: it is asked nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.evaluation.tasks import Posed, System, Task
from diagramloop.graph import formats as graph_formats
from diagramloop.models.predictions import id_of, records, text_predicted

Predictions = Mapping[str, Any] | str | Path
PICTURE = ".png"


def read_predictions(task: Task, predictions: Predictions) -> System:
    """The system that answers as predicted; an item without a prediction is not asked.

    Args:
        predictions: by item; or a file of records, each with an ``id`` (:mod:`diagramloop.models.predictions`); or a
            folder of ``ID.SUFFIX``.

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
            return task.prediction(by_item[posed.id], posed)
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
    """The files of a folder by item: of those whose suffix no format has only where there is no other."""
    known = graph_formats.suffixes() | {PICTURE}
    others: dict[str, list[Path]] = {}
    named: set[str] = set()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            id = path.relative_to(folder).with_suffix("").as_posix()
            if path.suffix.lower() in known:
                named.add(id)
                yield id, path
            else:
                others.setdefault(id, []).append(path)
    for id in others.keys() - named:
        yield from ((id, path) for path in others[id])


def _in_file(path: Path) -> Iterator[tuple[str, Any]]:
    try:
        for number, record in records(text_predicted(path)):
            id = id_of(record)
            if id is None:
                raise FormatError("no JSON object with an id", line=number, column=1)
            yield id, record
    except FormatError as error:
        raise FormatError(f"{path}: {error}", reason=error.reason) from error
