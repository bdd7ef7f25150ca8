"""Training: sets of pages with truth per pixel, and the weights that are made of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from assets._kept import kept_for
from assets._thumbnail import thumbnail_of
from assets.machinery import Row, StageReport, StageRun, stage
from diagramloop.engines.training.curves import CURVES
from diagramloop.engines.training.page_set import PAGES, THINGS, TRAIN, VALIDATION, page_row
from diagramloop.engines.training.pages import NumberedPages, things_of
from diagramloop.engines.training.settings import (
    PageSetSettings,
    SourceSettings,
    TrainingSettings,
    page_set_settings,
    training_settings,
)
from diagramloop.models.checkpoints import require
from diagramloop.whole_files import write_whole

SET = "{set}"  # what an option of a source says for the folder of the set
_OF_SET = SourceSettings(
    make="diagramloop.engines.training.page_set:page_of_set", options={"folder": SET, "split": VALIDATION}
)


@stage(group="training", matrix={"network": "training"}, params=("training.{network}.pages",))
def training_sets(run: StageRun) -> StageReport:
    """Pages with the class of each pixel, for training and for validation, each with its fingerprint."""
    settings = page_set_settings(run.param("training.{network}.pages"))
    write_whole(run.out / THINGS, json.dumps(things_of(settings.sources, {}), indent=1, sort_keys=True) + "\n")
    numbers = {TRAIN: settings.train, VALIDATION: settings.validation}
    items = [
        {"id": f"{split}-{number:06d}", "split": split, "number": number}
        for split, count in numbers.items()
        for number in range(count)
    ]
    batch = run.items.for_each(draw, items, {"settings": settings.model_dump(mode="json")}, PAGES, run.out)
    return StageReport.of(batch, thumbnail=thumbnail_of(run.out))


@stage(
    group="training",
    inputs=("training_sets",),
    matrix={"network": "training"},
    params=("training.{network}.settings",),
    curves=CURVES,
    model="{network}.json",
)
def trained(run: StageRun) -> StageReport:
    """The weights of a network that sees ink: as graphs, with curves, record and model card; killed, it goes on."""
    require("training", "torch", "safetensors", "onnx", extra="training")
    from diagramloop.engines.training.loop import train
    from diagramloop.engines.training.release import release

    settings = _settings(run.param("training.{network}.settings"))
    folder = run.folder("training_sets")
    kept = kept_for(run, settings.model_dump(mode="json"), _files_of(folder))
    places = {SET: str(folder)}
    train(settings, kept, places)
    record = release(kept, run.out, run.key["network"], run.items.code_hash, places)
    figures = {name: value for name, value in record["validation"].items() if name != "step"}
    return StageReport(settings.steps, settings.steps, figures=figures, thumbnail=thumbnail_of(folder))


def draw(item: Row, settings: Mapping[str, Any]) -> list[Row]:
    """The page of a set with this number."""
    source, page = _pages(json.dumps(settings), item["split"]).page(item["number"])
    return [page_row(page, item["id"], source, item["split"])]


@lru_cache(maxsize=2)
def _pages(settings: str, split: str) -> NumberedPages:
    """Made once in each process."""
    chosen = page_set_settings(json.loads(settings))
    return NumberedPages(chosen.sources, f"{split}/{chosen.seed}")


def _settings(node: Mapping[str, Any]) -> TrainingSettings:
    settings = training_settings(node)
    return settings.model_copy(update={"validation_sources": _of_validation(settings.sources) or {"set": _OF_SET}})


def _of_validation(sources: Mapping[str, SourceSettings]) -> dict[str, SourceSettings]:
    """The sources that take pages from the set, with its pages of validation in the place of those to train on: as
    varied as those are."""
    return {
        name: source.model_copy(update={"options": {**source.options, "split": VALIDATION}})
        for name, source in sources.items()
        if SET in source.options.values()
    }


def _files_of(pages: Path) -> Iterable[Path]:
    return sorted((*pages.glob("part-*.parquet"), pages / THINGS))


def check_training(node: Mapping[str, Any]) -> tuple[PageSetSettings, TrainingSettings]:
    """Read a node of the configuration, its sources looked up; raises as they do."""
    pages, settings = page_set_settings(node["pages"]), _settings(node["settings"])
    for sources in (pages.sources, settings.sources):
        NumberedPages(sources, "").check()
    return pages, settings


MADE_BY = {"training.*": check_training}
