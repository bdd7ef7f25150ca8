"""``python -m diagramloop.doors.lmms_tasks TASK FOLDER``: the task for lmms-eval, as ``diagramloop run TASK`` would
do it.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from diagramloop.doors.lmms_tasks._run import SYSTEMS, Run
from diagramloop.doors.lmms_tasks._written import write_task
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.data_sets import SHIPPED
from diagramloop.evaluation.tasks import TASKS


def main(arguments: list[str] | None = None) -> int:
    """Writes the task and prints how it is run."""
    chosen = _parser().parse_args(arguments)
    try:
        name = write_task(_run(chosen), chosen.folder)
    except DiagramloopError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"lmms-eval --include_path {chosen.folder} --tasks {name} --model MODEL")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m diagramloop.doors.lmms_tasks", description="A task for lmms-eval.")
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("folder", type=Path, help="for --include_path")
    parser.add_argument("--data", default="corpus", help="as diagramloop run takes it")
    parser.add_argument("--system", help="asks a model once; picture_model, vision_parser, zero_shot")
    parser.add_argument("--options", default="{}", help="of the system, but its model, as a JSON object")
    parser.add_argument("--limit", type=int, help="charts, documents or dialogues")
    parser.add_argument("--styles", help="in which charts are drawn for parsers: mono+multi")
    parser.add_argument("--similarity", help="of texts: lexical, exact, minilm")
    parser.add_argument("--view", help="of the task answer: graph or pixels")
    return parser


def _run(chosen: argparse.Namespace) -> Run:
    given = {name: value for name, value in vars(chosen).items() if value is not None and name != "folder"}
    if "system" not in given and chosen.task not in SYSTEMS:
        raise DiagramloopError(f"no system of the task {chosen.task} by default: name one that asks a model once")
    if chosen.styles:
        given["styles"] = tuple(chosen.styles.split("+"))
    given |= {"data": _rooted(chosen.data), "options": _object(chosen.options)}
    return Run(**{"system": SYSTEMS.get(chosen.task), **given})


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise DiagramloopError(f"no JSON object: {text}")
    return value


def _rooted(data: str) -> str:
    """The data set by an address that holds in any folder."""
    name, equals, folder = data.partition("=")
    if equals and not Path(data).exists():
        return f"{name}={Path(folder).resolve()}"
    return data if data in SHIPPED else str(Path(data).resolve())


if __name__ == "__main__":
    sys.exit(main())
