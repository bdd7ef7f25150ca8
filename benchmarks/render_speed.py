"""Styled pictures per second of each drawing engine in one process, and of mermaid-cli in the same run.

    python -m benchmarks.render_speed CHARTS [--engines mermaidx chromium graphviz] [--mmdc PATH] [--limit N]

CHARTS is a folder of .mmd files or FlowExplainBench's dataset.json. mermaid-cli draws one style, one process a
diagram, as its users run it; without --mmdc it is left out, and the table says so.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render import draw
from diagramloop.render.engines._browser import find

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


def timed(work: Callable[[], int]) -> tuple[int, float]:
    """(pictures made, seconds)."""
    start = time.perf_counter()
    return work(), time.perf_counter() - start


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
        browser.write_text(json.dumps({"executablePath": find(), "args": CHROMIUM_FLAGS}))
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
    parser.add_argument("--engines", nargs="+", default=["mermaidx", "chromium", "graphviz"])
    parser.add_argument("--mmdc", type=Path)
    parser.add_argument("--limit", type=int, default=20)
    options = parser.parse_args()
    read = charts(options.charts, options.limit)
    print(f"{len(read)} charts, {sum(len(graph.nodes) for _, graph in read) / len(read):.1f} nodes each on average")
    rows: dict[str, float] = {}
    for engine in options.engines:
        _, start = timed(lambda name=engine: diagramloop_pictures([read[0][1]], name))
        made, seconds = timed(lambda name=engine: diagramloop_pictures([graph for _, graph in read], name))
        rows[engine] = made / seconds
        print(f"{engine:10} {made:4} pictures in {seconds:6.1f} s: {rows[engine]:6.2f} a second (first {start:.1f} s)")
    if options.mmdc is None:
        print("mermaid-cli: not measured, no --mmdc given")
        return
    made, seconds = timed(lambda: mmdc_pictures([text for text, _ in read], options.mmdc))
    print(f"{'mmdc':10} {made:4} pictures in {seconds:6.1f} s: {made / seconds:6.2f} a second")
    for engine, rate in rows.items():
        print(f"{engine} is {rate / (made / seconds):.1f} times as fast as mermaid-cli")


if __name__ == "__main__":
    main()
