"""Duration of finding out that nothing is to be done, in a project that is up to date.

    make leaderboard && python -m benchmarks.pipeline_noop

Prints JSON: wall seconds (and, for this process, the CPU seconds in them, which other work on the machine
does not change) of ``dvc repro`` on the command line, of a refresh through Dagster inside one process
(the first, with all imports, and a later one), and of the whole command ``python -m pipelines refresh``.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from pipelines.compose import recorded_overrides
from pipelines.project import Project


def seconds(action: Callable[[], object]) -> float:
    """Wall time of ``action``."""
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def command(project: Project, *line: str) -> Callable[[], object]:
    """Runs a program of this environment in the project, quietly."""
    return lambda: subprocess.run(line, cwd=project.root, check=True, capture_output=True)


def in_process(project: Project) -> None:
    """One refresh of what is composed."""
    from pipelines.refresh import refresh

    with contextlib.redirect_stdout(io.StringIO()):
        refresh(project, recorded_overrides(project))


def main() -> None:
    """Prints the times."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--project", type=Path, default=Path.cwd())
    arguments.add_argument("--repeats", type=int, default=5)
    chosen = arguments.parse_args()
    project = Project.find(chosen.project)
    os.chdir(project.root)
    project.prepare_environment()
    first = seconds(lambda: in_process(project))
    before = time.process_time()
    later = statistics.median(seconds(lambda: in_process(project)) for _ in range(chosen.repeats))
    processor = (time.process_time() - before) / chosen.repeats
    dvc = command(project, str(Path(sys.executable).with_name("dvc")), "repro", "-q")
    cli = command(project, sys.executable, "-m", "pipelines", "refresh", *recorded_overrides(project))
    measured = {
        "refresh in process, first": first,
        "refresh in process": later,
        "refresh in process, CPU": processor,
        "dvc repro": statistics.median(seconds(dvc) for _ in range(chosen.repeats)),
        "python -m pipelines refresh": statistics.median(seconds(cli) for _ in range(chosen.repeats)),
    }
    print(json.dumps({name: round(value, 2) for name, value in measured.items()}, indent=1))


if __name__ == "__main__":
    main()
