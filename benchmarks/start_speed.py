"""Seconds of a cold start: `import diagramloop`, the command's help, reading one picture; each a process of its own.

    OMP_NUM_THREADS=1 python -m benchmarks.start_speed [--rounds 5] [--chart code/leap-year]

Processor time is that of the process and of those it started; the first round fills the machine's caches and does not
count.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import diagramloop
from diagramloop.render import Style, draw

CORPUS = Path(diagramloop.__file__).parent / "corpus" / "charts"
PROGRAM = str(Path(sys.executable).parent / "diagramloop")


def main() -> None:
    """Print the medians."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--chart", default="code/leap-year")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "chart.png"
        text = (CORPUS / f"{asked.chart}.mmd").read_text(encoding="utf-8")
        picture.write_bytes(draw(text, [Style.MULTI], engine="graphviz")[Style.MULTI].png)
        for name, command in (
            ("import diagramloop", [sys.executable, "-c", "import diagramloop"]),
            ("python alone", [sys.executable, "-c", ""]),
            ("diagramloop --help", [PROGRAM, "--help"]),
            ("diagramloop parse PICTURE", [PROGRAM, "parse", str(picture)]),
        ):
            rounds = [_seconds(command) for _ in range(asked.rounds + 1)][1:]
            used, took = (statistics.median(one[at] for one in rounds) for at in (0, 1))
            print(f"{name}: {used:.2f} s of processor time, {took:.2f} s by the clock, median of {len(rounds)}")


def _seconds(command: list[str]) -> tuple[float, float]:
    """Processor time and time by the clock of a process."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after, took = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - began
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, took


if __name__ == "__main__":
    main()
