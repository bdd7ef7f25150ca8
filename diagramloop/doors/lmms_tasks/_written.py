"""A task's files: what lmms-eval is to call, and the documents that it asks about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from diagramloop.doors.lmms_tasks import functions
from diagramloop.doors.lmms_tasks._metrics import NOT_SCORED, boards, metrics_of, name_of
from diagramloop.doors.lmms_tasks._one_call import question
from diagramloop.doors.lmms_tasks._run import OpenRun, Run, opened
from diagramloop.scores import METRICS
from diagramloop.whole_files import naming

SPLIT = "test"
_CALLED = ("doc_to_messages", "doc_to_text", "doc_to_visual", "process_results")


class _Function(str):
    """The name of a function, as ``!function`` has it."""


class _Dumper(yaml.SafeDumper):
    """YAML with such names."""


_Dumper.add_representer(_Function, lambda dumper, name: dumper.represent_scalar("!function", str(name)))


def write_task(run: Run, folder: Path) -> str:
    """Writes the task of a run into a folder for ``--include_path``; another run of the same task is written over.

    Returns:
        The name of the task.

    Raises:
        DiagramloopError: there is no such task, data set, item or system, or it asks no model.
    """
    of = opened(run.words())
    name = f"diagramloop_{run.task}"
    documents = folder / f"{name}.jsonl"
    lines = (json.dumps({"id": id, "run": run.words()}, ensure_ascii=False) for id in of.posed)
    task = _task(name, documents.name, of)
    folder.mkdir(parents=True, exist_ok=True)
    with naming(folder):
        documents.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        written = yaml.dump(task, Dumper=_Dumper, sort_keys=False, allow_unicode=True)
        (folder / f"{name}.yaml").write_text(written, encoding="utf-8")
    return name


def _task(name: str, documents: str, of: OpenRun) -> dict[str, Any]:
    allowed = question(of, next(iter(of.posed.values()))).max_tokens
    generation = {"temperature": 0, "do_sample": False, "until": []}  # as an endpoint is asked, to the end
    return {
        "task": name,
        "dataset_path": "json",
        "dataset_kwargs": {"data_files": {SPLIT: documents}},
        "test_split": SPLIT,
        "output_type": "generate_until",
        **{called: _named(called) for called in _CALLED},
        "doc_to_target": "",
        "generation_kwargs": generation if allowed is None else {"max_new_tokens": int(allowed), **generation},
        "metric_list": _metrics(of),
    }


def _metrics(of: OpenRun) -> list[dict[str, Any]]:
    found = boards(of)
    values = [
        {
            "metric": name_of(metric, board, len(found) > 1),
            "aggregation": _named("board_value"),
            "higher_is_better": METRICS[metric].higher_is_better,
        }
        for board in found
        for metric in metrics_of(of.task)
    ]
    return [*values, {"metric": NOT_SCORED, "aggregation": _named("not_scored"), "higher_is_better": False}]


def _named(function: str) -> _Function:
    return _Function(f"{functions.__name__}.{function}")
