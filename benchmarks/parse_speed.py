"""Seconds a chart for parsing as a whole, by chart size, in one process on one core.

OMP_NUM_THREADS=1 taskset -c 0 python -m benchmarks.parse_speed FLOWEXPLAINBENCH [--every N]
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from dataclasses import fields
from pathlib import Path

import cv2
import numpy as np

from diagramloop.parse import HMAS, parse

BINS = (12, 24, 45)  # most nodes of small, middle and large charts


class Timed:
    """An agent that notes how long it takes."""

    def __init__(self, agent: object, seconds: dict[str, float], name: str) -> None:
        self._agent, self._seconds, self._name = agent, seconds, name

    def __getattr__(self, method: str):  # type: ignore[no-untyped-def]
        call = getattr(self._agent, method)

        def timed(*arguments):  # type: ignore[no-untyped-def]
            start = time.perf_counter()
            result = call(*arguments)
            self._seconds[self._name] += time.perf_counter() - start
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
    options = parser.parse_args()
    cv2.setNumThreads(1)
    shares: dict[str, float] = defaultdict(float)
    plain = HMAS()
    agents = HMAS(**{f.name: Timed(getattr(plain, f.name), shares, f.name) for f in fields(HMAS)})
    places = sorted((options.folder / "images").iterdir())[:: options.every]
    parse(places[0] / "original.png", plain)  # models are loaded once
    seconds: dict[str, list[float]] = defaultdict(list)
    for place in places:
        start = time.perf_counter()
        parsed = parse(place / "original.png", agents)
        seconds[size_bin(len(parsed.graph.nodes))].append(time.perf_counter() - start)
    for name, values in sorted(seconds.items()):
        print(f"{name} nodes: {len(values)} charts, median {np.median(values):.2f} s, most {max(values):.2f} s")
    whole = sum(shares.values())
    for name, value in shares.items():
        print(f"{name:20} {value / len(places):.2f} s a chart, {value / whole:.0%}")


if __name__ == "__main__":
    main()
