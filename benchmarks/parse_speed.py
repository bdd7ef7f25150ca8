"""Seconds of processor time a chart for parsing as a whole, by chart size, in one process on one core.

    OMP_NUM_THREADS=1 taskset -c 0 python -m benchmarks.parse_speed FLOWEXPLAINBENCH [--every N] [--megapixels M]

With --megapixels, instead, the seconds and the peak of memory for one chart shown at that size, as a large scan is.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import defaultdict
from dataclasses import fields, replace
from pathlib import Path

import cv2
import numpy as np

from diagramloop.engines.parse import HMAS, parse, read_picture

BINS = (12, 24, 45)  # most nodes of small, middle and large charts


class Timed:
    """An agent that notes what processor time it takes."""

    def __init__(self, agent: object, seconds: dict[str, float], name: str) -> None:
        self._agent, self._seconds, self._name = agent, seconds, name

    def __getattr__(self, method: str):  # type: ignore[no-untyped-def]
        call = getattr(self._agent, method)

        def timed(*arguments):  # type: ignore[no-untyped-def]
            start = time.process_time()
            result = call(*arguments)
            self._seconds[self._name] += time.process_time() - start
            return result

        return timed


def size_bin(nodes: int) -> str:
    """The bin of chart sizes that a number of nodes falls into."""
    low = 0
    for high in BINS:
        if nodes <= high:
            return f"{low:2}-{high}"
        low = high + 1
    return f"{low}+  "


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--megapixels", type=float)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    places = sorted((options.folder / "images").iterdir())[:: options.every]
    if options.megapixels:
        measure_scan(places[0] / "original.png", options.megapixels)
    else:
        measure_charts(places)


def measure_scan(path: Path, megapixels: float) -> None:
    """Print what one chart costs that is shown with so many pixels, after it was read as it is."""
    picture = read_picture(path)
    parse(picture)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    scale = (megapixels * 1e6 / (picture.shape[0] * picture.shape[1])) ** 0.5
    large = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    start = time.process_time()
    parsed = parse(large)
    seconds, most = time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{large.shape[1]} x {large.shape[0]} px, {len(parsed.graph.nodes)} nodes: {seconds:.2f} s")
    print(f"memory: at most {most / 1024:.0f} MB, {(most - before) / 1024:.0f} MB more than before")


def measure_charts(places: list[Path]) -> None:
    """Print seconds by size of chart, and the share of each agent."""
    shares: dict[str, float] = defaultdict(float)
    plain = HMAS()
    roles = [field.name for field in fields(HMAS) if field.name != "page"]  # that is settings
    agents = replace(plain, **{role: Timed(getattr(plain, role), shares, role) for role in roles})
    parse(places[0] / "original.png", plain)  # models are loaded once
    seconds: dict[str, list[float]] = defaultdict(list)
    for place in places:
        start = time.process_time()
        parsed = parse(place / "original.png", agents)
        seconds[size_bin(len(parsed.graph.nodes))].append(time.process_time() - start)
    for name, values in sorted(seconds.items()):
        print(f"{name} nodes: {len(values)} charts, median {np.median(values):.2f} s, most {max(values):.2f} s")
    whole = sum(shares.values())
    for name, value in shares.items():
        print(f"{name:20} {value / len(places):.2f} s a chart, {value / whole:.0%}")


if __name__ == "__main__":
    main()
