"""Styled pictures per second of processor time of each drawing engine, and of mermaid-cli in the same run.

    python -m benchmarks.render_speed CHARTS [--engines mermaidx merman graphviz] [--mmdc PATH] [--limit N]

CHARTS is a folder of .mmd files or FlowExplainBench's dataset.json. mermaid-cli draws one style, one process a
diagram, as its users run it; without --mmdc it is left out, and the table says so. Processor time is that of this
process and of all that it started, so that others on the machine do not count; seconds that passed stand beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import psutil

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render import draw

CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu"]


def charts(place: Path, limit: int) -> list[tuple[str, FlowGraph]]:
    """(Mermaid text, graph) of every chart that parses, evenly taken over the whole of them."""
    if place.is_dir():
        texts = [path.read_text(encoding="utf-8") for path in sorted(place.rglob("*.mmd"))]
    else:
        texts = sorted({row["mermaid"] for row in json.loads(place.read_text(encoding="utf-8")).values()})
    parsed: list[tuple[str, FlowGraph]] = []
    for text in texts[:: max(1, len(texts) // limit)][:limit]:
        try:
            parsed.append((text, read_mermaid(text)))
        except DiagramloopError as error:
            print(f"left out: {error}")
    return parsed


@dataclass(frozen=True)
class Run:
    """Pictures made, and what they took: seconds of processor time, and seconds that passed."""

    made: int
    processor: float
    passed: float

    @property
    def rate(self) -> float:
        """Pictures a second of processor time."""
        return self.made / self.processor

    def __str__(self) -> str:
        took = f"{self.processor:7.2f} s of processor ({self.passed:.1f} s passed)"
        return f"{self.made:4} pictures in {took}: {self.rate:6.2f} a second"


def timed(work: Callable[[], int]) -> Run:
    """Return what ``work`` made and took."""
    start, processor = time.perf_counter(), processor_time()
    made = work()
    return Run(made, processor_time() - processor, time.perf_counter() - start)


def processor_time() -> float:
    """Seconds of processor time of this process and of all below it, running or ended."""
    own = psutil.Process()
    times = [process.cpu_times() for process in (own, *own.children(recursive=True))]
    return sum(t.user + t.system + t.children_user + t.children_system for t in times)


def diagramloop_pictures(graphs: Iterable[FlowGraph], engine: str) -> int:
    """Pictures that ``engine`` makes of all charts in all styles; refused charts count none."""
    made = 0
    for graph in graphs:
        try:
            made += len(draw(graph, engine=engine))
        except DiagramloopError as error:
            print(f"{engine}: {error}")
    return made


def mmdc_pictures(texts: Iterable[str], mmdc: Path) -> int:
    """Pictures that mermaid-cli makes, one process for each."""
    made = 0
    with tempfile.TemporaryDirectory() as folder:
        browser = Path(folder) / "puppeteer.json"
        browser.write_text(json.dumps({"executablePath": shutil.which("chromium"), "args": CHROMIUM_FLAGS}))
        for text in texts:
            source, target = Path(folder) / "in.mmd", Path(folder) / "out.png"
            source.write_text(text, encoding="utf-8")
            command = [str(mmdc), "-q", "-s", "2", "-p", str(browser), "-i", str(source), "-o", str(target)]
            subprocess.run(command, check=False, capture_output=True, env=os.environ)
            made += target.exists()
            target.unlink(missing_ok=True)
    return made


def main() -> None:
    """Print one row for each engine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("charts", type=Path)
    parser.add_argument("--engines", nargs="+", default=["mermaidx", "merman", "graphviz"])
    parser.add_argument("--mmdc", type=Path)
    parser.add_argument("--limit", type=int, default=20)
    options = parser.parse_args()
    read = charts(options.charts, options.limit)
    print(f"{len(read)} charts, {sum(len(graph.nodes) for _, graph in read) / len(read):.1f} nodes each on average")
    rows: dict[str, Run] = {}
    for engine in options.engines:
        first = timed(lambda name=engine: diagramloop_pictures([read[0][1]], name))
        rows[engine] = timed(lambda name=engine: diagramloop_pictures([graph for _, graph in read], name))
        print(f"{engine:10} {rows[engine]}; started in {first.passed:.1f} s", flush=True)
    if options.mmdc is None:
        print("mermaid-cli: not measured, no --mmdc given")
        return
    mmdc = timed(lambda: mmdc_pictures([text for text, _ in read], options.mmdc))
    print(f"{'mmdc':10} {mmdc}")
    for engine, run in rows.items():
        print(f"{engine} is {run.rate / mmdc.rate:.1f} times as fast as mermaid-cli")


if __name__ == "__main__":
    main()
