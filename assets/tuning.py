"""Tuning: sets of examples of which nothing is evaluated on, and published checkpoints tuned on them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from assets._dialogues import dialogue_form
from assets._graphs import from_cell
from assets._kept import kept_for
from assets._thumbnail import thumbnail_of
from assets.machinery import Row, Rows, RowsWithGold, StageReport, StageRun, stage
from diagramloop.engines.training.curves import CURVES
from diagramloop.engines.tuning.examples import Examples, choose, examples_of
from diagramloop.engines.tuning.instances import write_coco
from diagramloop.engines.tuning.release import SET_RECORD, release, trainer_named, write_set_record
from diagramloop.engines.tuning.settings import SetSettings, TuningSettings, set_settings, tuning_settings
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.evaluation.lineage import chart_fingerprint, dialogue_fingerprint, drawing_fingerprint, fingerprint
from diagramloop.models.checkpoints import RECORD, require

_MAY_REJECT = (RejectionReason.UNSUPPORTED, RejectionReason.TOO_LARGE, RejectionReason.EMPTY, RejectionReason.INVALID)
_NEEDED = ("accelerate", "datasets", "peft", "torch", "transformers", "trl")


@stage(
    group="training",
    inputs=("charts", "documents", "dialogues"),
    data="data/{model}",
    matrix={"model": "tuning"},
    params=("tuning.{model}.set",),
    may_reject=_MAY_REJECT,
)
def tuning_sets(run: StageRun) -> StageReport:
    """Examples for a checkpoint to be tuned on; no chart, document or dialogue of this configuration's boards is in."""
    assert run.data is not None
    settings = set_settings(run.param("tuning.{model}.set"))
    made = examples_of(settings, run.data)
    chosen = choose(made.subjects(), settings, frozenset(_evaluated(run)), varies=made.varies)
    options = {"settings": settings.model_dump(mode="json"), "folder": str(run.data)}
    batch = run.items.for_each(example, list(chosen.items), options, made.schema, run.out)
    write_set_record(run.out, settings, made.licence, chosen.left_out)
    shows = "picture" in made.schema.names
    if shows:
        _write_instances(run.out)
    figures = {"left_out": float(chosen.left_out)}
    return StageReport.of(batch, figures, thumbnail=thumbnail_of(run.out) if shows else None)


@stage(
    group="training",
    inputs=("tuning_sets",),
    matrix={"model": "tuning"},
    params=("tuning.{model}.training",),
    curves=CURVES,
    model=RECORD,
)
def tuned(run: StageRun) -> StageReport:
    """A published checkpoint tuned on its set: weights or an adapter, curves, record, lineage and model card."""
    require("tuning", *_NEEDED, extra="tuning")
    settings = tuning_settings(run.param("tuning.{model}.training"))
    examples = run.folder("tuning_sets")
    files = sorted((*examples.glob("part-*.parquet"), examples / SET_RECORD))
    kept = kept_for(run, settings.model_dump(mode="json"), files)
    kept.mkdir(parents=True, exist_ok=True)
    figures = _train(settings, examples, kept, run.out)
    record = release(run.out, run.key["model"], settings, examples, kept, figures, run.items.code_hash)
    count = record["examples"]["train"]
    told = {name: value for name, value in figures.items() if isinstance(value, int | float)}
    return StageReport(count, count, figures=told)


def example(item: Row, settings: Mapping[str, Any], folder: str) -> list[Row]:
    """The example of a set that an item stands for.

    Raises:
        DiagramloopError: there is none to be had of its subject.
    """
    made = _examples(json.dumps(settings), folder).row(item["subject"], item["seed"])
    if "picture" in made:
        made = {**made, "picture": {**made["picture"], "path": f"{item['id']}.png"}}
    return [{**{name: item[name] for name in ("id", "split", "subject", "things")}, **made}]


@lru_cache(maxsize=2)
def _examples(settings: str, folder: str) -> Examples:
    """Made once in each process."""
    return examples_of(set_settings(json.loads(settings)), Path(folder))


def _evaluated(run: StageRun) -> Iterator[str]:
    """Fingerprints of all that this configuration's boards are made of."""
    for made in run.inputs.get("charts", ()):
        for row in Rows(made.folder, ["id", "source", "graph"]):
            yield chart_fingerprint(from_cell(row["graph"]))
            yield drawing_fingerprint(row["source"], row["id"])
    for made in run.inputs.get("documents", ()):
        yield from (fingerprint(row["text"]) for row in Rows(made.folder, ["text"]))
    for made in run.inputs.get("dialogues", ()):
        for row in RowsWithGold(made.folder, ["graph", "dialogue"]):
            yield chart_fingerprint(from_cell(row["graph"]))
            yield dialogue_fingerprint(dialogue_form.validate_json(row["dialogue"]))


def _write_instances(folder: Path) -> None:
    """COCO's files of the instances of each split, whose pictures are in the shards under the same names."""
    from diagramloop.models.pixels import rgb_image

    for split in ("train", "validation"):
        rows = (row for row in Rows(folder) if row["split"] == split)
        shown = ((row["picture"], row["objects"]) for row in rows)
        told = ((picture["path"], *rgb_image(picture["bytes"]).size, objects) for picture, objects in shown)
        write_coco(folder / f"instances_{split}.json", told)


def _train(settings: TuningSettings, examples: Path, kept: Path, out: Path) -> Mapping[str, Any]:
    """Trains in this process, or in several that accelerate starts.

    Raises:
        ModelError: one of several failed; its own words are on the error stream (ENGINE_FAILED).
    """
    if settings.processes == 1:
        return trainer_named(settings.make)(settings, examples, kept, out)
    from diagramloop.engines.tuning.__main__ import FIGURES

    written = kept / "settings.json"
    written.write_text(settings.model_dump_json(), encoding="utf-8")
    launch = [sys.executable, "-m", "accelerate.commands.launch", "--num_processes", str(settings.processes)]
    on = ["--cpu"] if settings.device == "cpu" else ["--multi_gpu"]
    work = ["-m", "diagramloop.engines.tuning", *map(str, (written, examples, kept, out))]
    if subprocess.run([*launch, *on, *work], check=False).returncode:  # noqa: S603  # our own command
        raise ModelError("a process of the training failed", reason=RejectionReason.ENGINE_FAILED)
    figures: dict[str, Any] = json.loads((kept / FIGURES).read_text(encoding="utf-8"))
    return figures


def check_tuning(node: Mapping[str, Any]) -> tuple[SetSettings, TuningSettings]:
    """Read a node of the configuration, and look up what makes its examples and who trains; raises as they do."""
    from diagramloop.by_name import standing_at

    chosen, settings = set_settings(node["set"]), tuning_settings(node["training"])
    standing_at(chosen.make, "set of examples")
    return chosen, settings


MADE_BY = {"tuning.*": check_tuning}
