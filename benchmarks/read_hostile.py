"""Processor time and memory that reading hostile documents takes, of the reader and all that it starts.

    OMP_NUM_THREADS=1 python -m benchmarks.read_hostile [NAME ...]

Each document is read in a process of its own that has read a trivial one of its format before. Memory is the peak of
the resident sets of the whole tree above what it had then.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil

from benchmarks._hostile_documents import HOSTILE_DOCUMENTS, page_file, stream, word_file
from diagramloop.engines.documents import read_content
from diagramloop.errors import DiagramloopError

WITHIN_SECONDS, WITHIN_BYTES = 10.0, 300e6
PARSER = "hmas_embedded"
_LOOK_SECONDS = 0.01  # between two looks at the memory of the tree
_TRIVIAL = {".docx": word_file("<w:p/>"), ".html": b"<p>a", ".pdf": page_file(stream(b"9 9 90 90 re S"))}


class Cost(NamedTuple):
    """The cost of one document.

    Attributes:
        outcome: ``read``, with the reasons of what was left out, or the reason of a typed error.
    """

    outcome: str
    seconds: float
    bytes: float


def cost_of(path: Path, seconds: float = 60.0) -> Cost:
    """The cost of a document; it is given up after so many seconds by the clock."""
    command = [sys.executable, "-m", "benchmarks.read_hostile", "--child", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        idle_seconds = float(child.stdout.readline())
        idle = _tree_bytes(child.pid)
        child.stdin.write("\n")
        child.stdin.flush()
        peak, end = idle, time.monotonic() + seconds
        while (ended := os.wait4(child.pid, os.WNOHANG))[0] == 0:
            peak = max(peak, _tree_bytes(child.pid))
            time.sleep(_LOOK_SECONDS)
            if time.monotonic() > end:
                os.kill(child.pid, signal.SIGKILL)
        child.returncode = os.waitstatus_to_exitcode(ended[1])
        outcome = child.stdout.read().strip() or f"ended with {child.returncode}"
    return Cost(outcome, ended[2].ru_utime + ended[2].ru_stime - idle_seconds, float(peak - idle))


def _tree_bytes(pid: int) -> int:
    total = 0
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        for one in (process, *process.children(recursive=True)):
            with suppress(psutil.Error):
                total += one.memory_info().rss
    return total


def _processor_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def _outcome(content: bytes, name: str) -> str:
    try:
        document = read_content(content, name, parser=PARSER)
    except DiagramloopError as error:
        return f"{error.reason}: {error}"
    return " | ".join(["read", *(f"{one.reason}: {one.message}" for one in document.refusals)])[:500]


def _child(path: Path) -> None:
    content = path.read_bytes()
    _outcome(_TRIVIAL.get(path.suffix, b""), path.name)
    print(_processor_seconds(), flush=True)
    sys.stdin.readline()
    print(_outcome(content, path.name), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"of {', '.join(HOSTILE_DOCUMENTS)}; all by default")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        _child(arguments.child)
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.names or HOSTILE_DOCUMENTS:
            path = Path(folder) / name
            path.write_bytes(HOSTILE_DOCUMENTS[name]())
            cost = cost_of(path)
            over = "OVER " if cost.seconds > WITHIN_SECONDS or cost.bytes > WITHIN_BYTES else ""
            used = f"{cost.seconds:.1f} s, {cost.bytes / 1e6:.0f} MB"
            print(f"{over}{name} ({path.stat().st_size:,} bytes): {used}: {cost.outcome}", flush=True)


if __name__ == "__main__":
    main()
