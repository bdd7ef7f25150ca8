"""Processor time and memory that parsing takes of hostile pictures, each read in a process of its own.

    OMP_NUM_THREADS=1 python -m benchmarks.parse_hostile [--agents learned] [--seeds 0-499,7] [--log costs.jsonl]
        [--processes 2] [--most-pixels 4000000] [--slowest 8]

Agents are a set of diagramloop/engines/parse/agents.yaml, or ``checked``, which reads by several; the embedded ones by
default.

Memory is the peak of the resident set above that of the process when it had read a trivial picture. A log holds a line
for each picture that was read; one that is there already is added to, and its pictures are not read again.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image
from tqdm import tqdm

from benchmarks._hostile_pictures import MOST_PIXELS, hostile_picture, kind_of
from diagramloop.engines.parse import parse
from diagramloop.engines.parse.hypotheses import CheckedParser
from diagramloop.errors import DiagramloopError

SECONDS = 120  # of processor time, after which a process is killed
ADDRESSES = 8_000_000_000  # bytes that a process may map
WITHIN_SECONDS, WITHIN_BYTES = 5.0, 200e6  # what each picture is allowed
UNIT = 1 if sys.platform == "darwin" else 1024  # bytes that ru_maxrss counts in


class Cost(NamedTuple):
    """The cost of one picture; ``outcome`` is ``read``, the reason of a typed error, or what else ended it."""

    seed: int
    size: tuple[int, ...]
    outcome: str
    seconds: float
    bytes: float


Reader = Callable[[Path], object]


def reader(agents: str) -> Reader:
    """Parsing by these agents."""
    if agents == "checked":
        checked = CheckedParser()
        return lambda path: checked.parse(path.read_bytes())
    return lambda path: parse(path, agents or None)


def costs_of(seeds: Iterable[int], drawn: Callable[[int], Path], processes: int, read: Reader) -> Iterator[Cost]:
    """Yield costs as they come, each from a process of its own, forked from one that has read a picture already."""
    waiting, running = list(seeds)[::-1], dict[Connection, tuple[int, BaseProcess]]()
    while waiting or running:
        while waiting and len(running) < processes:
            seed = waiting.pop()
            ours, theirs = multiprocessing.Pipe(duplex=False)
            child = multiprocessing.get_context("fork").Process(target=_read, args=(seed, drawn(seed), theirs, read))
            child.start()
            theirs.close()
            running[ours] = seed, child
        for ours in wait(list(running)):
            assert isinstance(ours, Connection)
            yield _ended(ours, *running.pop(ours))


def _ended(ours: Connection, seed: int, child: BaseProcess) -> Cost:
    try:
        cost: Cost = ours.recv()
    except EOFError:
        cost = Cost(seed, (), "killed", float(SECONDS), float("nan"))
    child.join()
    return cost


def _read(seed: int, path: Path, reply: Connection, read: Reader) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    with Image.open(path) as image:
        size = image.size
    before, began = _peak(), time.process_time()
    try:
        read(path)
        outcome = "read"
    except DiagramloopError as error:
        outcome = str(error.reason)
    except BaseException as error:
        outcome = f"UNTYPED {type(error).__name__}: {error}"[:200]
    path.unlink()
    reply.send(Cost(seed, size, outcome, time.process_time() - began, _peak() - before))


def _drawn(seed: int, most_pixels: int, folder: Path) -> Path:
    path = folder / f"{seed}.png"
    Image.fromarray(hostile_picture(seed, most_pixels)).save(path, compress_level=1)
    return path


def _peak() -> float:
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT)


def _read_trivial(path: Path, read: Reader) -> None:
    """Loads all that is loaded once: modules, the models that see and read."""
    picture = np.full((600, 500, 3), 255, np.uint8)
    for name, top in (("Start", 140), ("End", 360)):
        cv2.rectangle(picture, (140, top), (340, top + 80), (0, 0, 0), 2)
        cv2.putText(picture, name, (180, top + 50), cv2.FONT_HERSHEY_SIMPLEX, 1, (0, 0, 0), 2)
    cv2.arrowedLine(picture, (240, 222), (240, 356), (0, 0, 0), 2)
    cv2.putText(picture, "yes", (260, 300), cv2.FONT_HERSHEY_SIMPLEX, 1, (0, 0, 0), 2)
    Image.fromarray(picture).save(path)
    read(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", default="", help="such as learned")
    parser.add_argument("--seeds", type=_ranges, default="0-499", help="such as 0-99,384")
    parser.add_argument("--log", type=Path, help="JSON lines")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--most-pixels", type=int, default=MOST_PIXELS)
    parser.add_argument("--slowest", type=int, default=8)
    parser.add_argument("-v", action="store_true", help="each picture's outcome")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    read = reader(asked.agents)
    known = {cost.seed: cost for cost in (_logged(asked.log) if asked.log else ()) if cost.seed in asked.seeds}
    costs, left = list(known.values()), [seed for seed in asked.seeds if seed not in known]
    with tempfile.TemporaryDirectory() as folder, multiprocessing.Pool(1) as pool:  # drawing costs the readers nothing
        _read_trivial(Path(folder) / "trivial.png", read)

        def drawn(seed: int) -> Path:
            return pool.apply(_drawn, (seed, asked.most_pixels, Path(folder)))

        for cost in tqdm(costs_of(left, drawn, asked.processes, read), total=len(left), unit="picture"):
            costs.append(cost)
            if asked.log:
                with asked.log.open("a") as log:
                    log.write(json.dumps(cost._asdict()) + "\n")
            if asked.v:
                tqdm.write(_line(cost))
    _report(sorted(costs), asked.slowest)


def _ranges(text: str) -> list[int]:
    """Of ``0-3,8``: 0, 1, 2, 3, 8."""
    ends = [[int(end) for end in part.split("-")] for part in text.split(",")]
    return sorted({seed for some in ends for seed in range(some[0], some[-1] + 1)})


def _logged(log: Path) -> Iterator[Cost]:
    for line in log.read_text().splitlines() if log.exists() else ():
        cost = Cost(**json.loads(line))
        yield cost._replace(size=tuple(cost.size))


def _report(costs: list[Cost], slowest: int) -> None:
    print("outcomes:", ", ".join(f"{n} {name}" for name, n in Counter(c.outcome.split(":")[0] for c in costs).items()))
    for name, values, unit in (
        ("seconds", np.array([c.seconds for c in costs]), "s"),
        ("memory", np.array([c.bytes for c in costs]) / 1e6, "MB"),
    ):
        quantiles = (f"{word} {value:.1f} {unit}" for word, value in _quantiles(values))
        print(f"{name}: {', '.join(quantiles)}")
    over = [c for c in costs if not (c.seconds <= WITHIN_SECONDS and c.bytes <= WITHIN_BYTES)]
    print(f"over {WITHIN_SECONDS} s or {WITHIN_BYTES / 1e6:.0f} MB, or ended untyped: {len(over)} of {len(costs)}")
    for title, worst in (
        ("slowest", sorted(costs, key=lambda c: -c.seconds)),
        ("largest", sorted(costs, key=lambda c: -np.nan_to_num(c.bytes, nan=np.inf))),
    ):
        print(title)
        for cost in worst[:slowest]:
            print(_line(cost))


def _quantiles(values: np.ndarray) -> list[tuple[str, float]]:
    return [
        ("median", float(np.nanmedian(values))),
        ("p95", float(np.nanquantile(values, 0.95))),
        ("worst", float(np.nanmax(values))),
    ]


def _line(cost: Cost) -> str:
    size = " x ".join(map(str, cost.size))
    took = f"{cost.seconds:.1f} s, {cost.bytes / 1e6:.0f} MB"
    return f"  seed {cost.seed} ({kind_of(cost.seed)}, {size}): {took}, {cost.outcome}"


if __name__ == "__main__":
    main()
