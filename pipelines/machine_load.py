"""The load of the machine while a training runs, sampled for MLflow, which shows it beside the curves.

It lies in the project's state, in no artifact: another machine has another load, and artifacts have the same bytes.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from pipelines.project import Project

SECONDS_BETWEEN = 10.0  # samples, as MLflow takes them of runs of its own


def load_file(project: Project, out: str) -> Path:
    """The samples of the last run that made the folder ``out``: JSON lines of MLflow's system metrics.

    Each line has ``seconds`` since the beginning beside them.
    """
    return project.state / "machine_load" / f"{out}.jsonl"


@contextmanager
def sampled(path: Path, seconds_between: float = SECONDS_BETWEEN) -> Iterator[None]:
    """Samples the machine's load into ``path`` until the block ends, in a thread of its own."""
    path.parent.mkdir(parents=True, exist_ok=True)
    ended = threading.Event()
    with path.open("w", encoding="utf-8") as file:
        thread = threading.Thread(target=_sample, args=(file, ended, seconds_between), daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


def _sample(file: IO[str], ended: threading.Event, seconds_between: float) -> None:
    monitors, began = _monitors(), time.monotonic()
    while True:
        found: dict[str, float] = {"seconds": round(time.monotonic() - began, 1)}
        for monitor in monitors:
            monitor.collect_metrics()
            found |= monitor.aggregate_metrics()
            monitor.clear_metrics()
        file.write(json.dumps(found) + "\n")
        file.flush()
        if ended.wait(seconds_between):
            return


def _monitors() -> list[Any]:
    """MLflow's own, so that its page knows the names; of GPUs where there are some."""
    from mlflow.system_metrics.metrics.cpu_monitor import CPUMonitor
    from mlflow.system_metrics.metrics.gpu_monitor import GPUMonitor

    try:
        return [CPUMonitor(), GPUMonitor()]
    except (ImportError, RuntimeError):  # no library of the vendor's, or no device
        return [CPUMonitor()]
