"""Cost of writing the report, and how long loading it from disk and opening an item take in headless Chromium.

    python -m benchmarks.report_speed [--samples 500] [--systems 5] [--nodes 40] [--pictures 100]

Every sample is a reading of a chart; the pictures are taken in turn. Processor time and memory are of making the
samples and writing them; the page's ``loadEventEnd`` and the time from the choice of an item to its drawn marks are the
medians of five tries.
"""

from __future__ import annotations

import argparse
import io
import resource
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import numpy as np
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.report import Drawing, Reading, Sample, write_site
from diagramloop.scores import align

TRIES = 5


def main() -> None:
    """Makes the site and prints the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("samples", 500), ("systems", 5), ("nodes", 40), ("pictures", 100)):
        parser.add_argument(f"--{name}", type=int, default=default)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        made = samples(asked.samples, asked.systems, asked.nodes, asked.pictures)
        before, begun = peak_megabytes(), time.process_time()
        site = write_site(Path(folder), [], made, {})
        print(f"write: {time.process_time() - begun:.1f} s of processor time, {peak_megabytes() - before:.0f} MB more")
        print(f"the list: {(site.parent / 'items.js').stat().st_size / 1e6:.1f} MB")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        tries = [timed(browser.new_page(), site.as_uri()) for _ in range(TRIES)]
    for name, values in zip(("load", "open an item"), zip(*tries, strict=True), strict=True):
        print(f"{name}: {median(values):.0f} ms (most {max(values):.0f})")


def peak_megabytes() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def timed(page: Page, address: str) -> tuple[float, float]:
    """Milliseconds to load the page and to open its first item."""
    page.goto(address)
    page.locator("#list a").first.wait_for()
    load = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    begun = time.perf_counter()
    page.locator("#list a").first.click()
    page.locator(".layer polygon").first.wait_for()
    return load, 1000 * (time.perf_counter() - begun)


def samples(count: int, systems: int, nodes: int, pictures: int) -> Iterator[Sample]:
    """Readings by ``systems`` systems, each of which missed some nodes."""
    random = np.random.default_rng(0)
    for at in range(count // systems):
        gold, picture = chart(nodes), noise(np.random.default_rng(at % pictures))
        for system in range(systems):
            kept = {node.id for node in gold.nodes if random.random() < 0.9}
            edges = tuple(edge for edge in gold.edges if {edge.source, edge.target} <= kept)
            pred = gold.replace(nodes=tuple(node for node in gold.nodes if node.id in kept), edges=edges)
            drawings = (Drawing(gold, picture), Drawing(pred, picture), align(pred, gold))
            yield Reading(
                "parsing", "made", f"system {system}", f"chart {at}", "edge_f1", random.random(), *drawings
            ).sample()


def chart(nodes: int) -> FlowGraph:
    """A row of nodes, each linked to the next."""
    row = tuple(Node(id=str(at), text=f"node {at}", box=(30 * at, 10, 30 * at + 20, 40)) for at in range(nodes))
    edges = tuple(
        Edge(source=str(at), target=str(at + 1), path=((30 * at + 20, 25), (30 * at + 30, 25)))
        for at in range(nodes - 1)
    )
    return FlowGraph(nodes=row, edges=edges, size=(30 * nodes, 300))


def noise(random: np.random.Generator) -> bytes:
    """A picture that no other equals."""
    buffer = io.BytesIO()
    Image.fromarray(random.integers(0, 255, (150, 600, 3), dtype=np.uint8)).save(buffer, "PNG")
    return buffer.getvalue()


if __name__ == "__main__":
    main()
