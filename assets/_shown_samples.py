"""Which items the page shows: the same ones of every system, so that any two can be laid side by side."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assets._scores import all_values, item_values, worst
from assets.machinery import Input, Rows, StageRun, read_heard, refusals
from diagramloop.models.answers import UnreadAnswer
from diagramloop.report import Sample, unread_table


@dataclass(frozen=True)
class Shown:
    """The items of one system that are to be shown.

    Attributes:
        made: its artifact.
        scores: of the chosen items, worst first.
        facets: of the same items, where each belongs on each axis.
        refused: by id, why there is nothing of an item.
        every: of the same items, the values of all metrics.
        unread: of the same items, answers of models that were not understood.
    """

    made: Input
    scores: Mapping[str, float | None]
    facets: Mapping[str, Mapping[str, str]]
    refused: Mapping[str, str]
    every: Mapping[str, Mapping[str, float | None]]
    unread: Mapping[str, Sequence[UnreadAnswer]]

    def scored(self, id: str, sample: Sample) -> Sample:
        """``sample`` of a chosen item with all its scores, and the answers that were not understood."""
        tables = (*sample.tables, unread_table(self.unread[id])) if self.unread.get(id) else sample.tables
        return replace(sample, scores=self.every.get(id, {}), tables=tables)


def shown_samples(
    run: StageRun,
    made: Iterable[Input],
    scored_by: str,
    metric: str,
    system: str,
    most: int,
    controls: Collection[str] = (),
) -> Iterator[Shown]:
    """For each artifact, the ``most`` items on which all systems of its kind together are worst.

    Args:
        made: artifacts of one stage.
        scored_by: the stage that scores them.
        metric: that decides which items are worst: the mean over the systems that have a value; items on which
            none has come first.
        system: the dimension that tells the systems of one board apart.
        controls: systems that do not decide which items are worst, unless there are no others.
    """
    boards: dict[tuple[tuple[str, str], ...], list[Input]] = defaultdict(list)
    for artifact in made:
        boards[tuple(sorted((name, value) for name, value in artifact.key.items() if name != system))].append(artifact)
    for artifacts in boards.values():
        folders = [run.like(scored_by, artifact).folder for artifact in artifacts]
        scores = [item_values(folder, metric) for folder in folders]
        of_systems = [found for made, found in zip(artifacts, scores, strict=True) if made.key[system] not in controls]
        chosen = worst(_means(of_systems or scores), most)
        for artifact, folder, values in zip(artifacts, folders, scores, strict=True):
            facets = _facets(run, artifact, folder, metric, set(chosen))
            of_chosen = {id: values[id] for id in chosen if id in values}
            drawn = run.all_like("images", artifact) if "generator" in artifact.key else ()
            unread = _unread((*(images.folder for images in drawn), artifact.folder, folder), of_chosen)
            yield Shown(artifact, of_chosen, facets, refusals(artifact.folder), all_values(folder, of_chosen), unread)


def _unread(folders: Iterable[Path], chosen: Collection[str]) -> dict[str, list[UnreadAnswer]]:
    """By item, the answers that were not understood, of each step on the way to its score."""
    unread: dict[str, list[UnreadAnswer]] = {}
    for folder in folders:
        for heard in read_heard(folder):
            if heard.id in chosen:
                unread.setdefault(heard.id, []).extend(heard.unread)
    return unread


def _means(scores: Iterable[Mapping[str, float | None]]) -> dict[str, float | None]:
    """Over the systems that have a value; None where none has."""
    found: dict[str, list[float]] = defaultdict(list)
    for of_system in scores:
        for id, value in of_system.items():
            found[id] += [] if value is None else [value]
    return {id: sum(values) / len(values) if values else None for id, values in found.items()}


def _facets(run: StageRun, made: Input, scores: Path, metric: str, chosen: set[str]) -> dict[str, dict[str, str]]:
    """The strata that the scores state, and the charts' domains, where the source has charts."""
    domains = {
        chart["id"]: {"domain": chart["domain"]}
        for charts in run.all_like("charts", made)
        for chart in Rows(charts.folder, ["id", "domain"])
        if chart["domain"]
    }
    return {
        row["id"]: domains.get(row["chart"], {}) | json.loads(row["strata"])
        for row in Rows(scores, ["id", "chart", "metric", "strata"])
        if row["metric"] == metric and row["id"] in chosen
    }
