"""`diagramloop serve` under load: what HTTP adds, many at once, large bodies, slow clients, hostile files, leaks.

    OMP_NUM_THREADS=1 python -m benchmarks.serve_load [--charts 12] [--rounds 3] [--parallel 200] [--workers 1]

It starts the server and asks it as programs do. The library and HTTP read the same pictures by turns, so that a busy
machine is busy for both. Of every part it says what the server answered, how quickly it answered others meanwhile
(`/v1/health`, and a small conversion), and at the end what is left: memory, open files, threads, processes.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2

from benchmarks._hostile_files import hostile_files
from diagramloop.doors.python.reading import read
from diagramloop.doors.serve.admission import WaitingRoom
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render import Style, draw

CORPUS = Path(__file__).parents[1] / "diagramloop" / "corpus" / "charts"
FILE = {"content-type": "application/octet-stream"}
SMALL = "flowchart TD\n a[Start] --> b[End]\n"
MOST_NODES = 12  # of the charts that are read for the comparison
LARGE_BYTES, LARGE, SLOW = 10_000_000, 40, 100
IDLE = 40  # seconds after which a server has let go of clients that are slow or gone
PATIENCE = 900  # seconds for an answer


@contextmanager
def served(workers: int) -> Iterator[tuple[str, int]]:
    """The server's address and process id."""
    with socket.create_server(("127.0.0.1", 0)) as bound:
        port = bound.getsockname()[1]
    program = Path(sys.executable).parent / "diagramloop"
    command = [program, "serve", "--port", str(port), "--workers", str(workers)]
    process = subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                httpx2.get(f"{address}/v1/health")
                break
            except httpx2.TransportError:
                time.sleep(0.1)
        yield address, process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def pictures(most: int) -> list[bytes]:
    """Small charts of the corpus, drawn."""
    found = []
    for path in sorted(CORPUS.glob("*/*.mmd")):
        graph = read_mermaid(path.read_text(encoding="utf-8"))
        if len(graph.nodes) <= MOST_NODES and len(found) < most:
            found.append(draw(graph, [Style.MULTI], engine="graphviz", key=path.stem)[Style.MULTI].png)
    return found


def compared(address: str, charts: list[bytes], rounds: int) -> None:
    """Time of the library and of HTTP on the same pictures."""
    times: dict[str, list[float]] = {"library": [], "HTTP": []}
    place = f"{address}/v1/parse"
    with httpx2.Client(timeout=PATIENCE) as client:
        ask = {
            "library": lambda picture: read(picture).mermaid,
            "HTTP": lambda picture: client.post(place, content=picture, headers=FILE).raise_for_status(),
        }
        for name in ask:
            ask[name](charts[0])  # what is loaded at the first one
        for turn in range(rounds):
            for picture in charts:
                for name in sorted(ask, reverse=turn % 2 == 1):
                    began = time.perf_counter()
                    ask[name](picture)
                    times[name].append(time.perf_counter() - began)
    p95 = {name: quantile(found, 0.95) for name, found in times.items()}
    for name, found in times.items():
        print(f"parse, {name}: p50 {quantile(found, 0.5):.3f} s, p95 {p95[name]:.3f} s, {len(found)} readings")
    print(f"parse, p95 of HTTP over the library's: {p95['HTTP'] / p95['library']:.2f}")


def quantile(values: Iterable[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Others:
    """A client in a process of its own that asks for little, over and over, while others load the server."""

    def __init__(self, address: str) -> None:
        context = multiprocessing.get_context("fork")
        self._stop, self._found = context.Event(), context.SimpleQueue()
        self._process = context.Process(target=self._ask, args=(address,))
        self._times = list[float]()

    def __enter__(self) -> Others:
        self._process.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._times = self._found.get()
        self._process.join()

    def __str__(self) -> str:
        return f"others meanwhile: p95 {1000 * quantile(self._times, 0.95):.0f} ms of {len(self._times)}"

    def _ask(self, address: str) -> None:
        times = []
        with httpx2.Client(timeout=PATIENCE) as client:
            while not (times and self._stop.is_set()):
                began = time.perf_counter()
                client.get(f"{address}/v1/health")
                times.append(time.perf_counter() - began)
                time.sleep(0.05)
        self._found.put(times)


async def posted(client: httpx2.AsyncClient, place: str, content: bytes) -> str:
    try:
        found = await client.post(place, content=content, headers=FILE)
    except httpx2.HTTPError as error:
        return type(error).__name__
    return f"{found.status_code}{' with Retry-After' if 'retry-after' in found.headers else ''}"


async def at_once(client: httpx2.AsyncClient, what: str, asked: list[tuple[str, bytes]]) -> None:
    """All of ``asked`` in parallel."""
    began = time.perf_counter()
    with Others(str(client.base_url).rstrip("/")) as others:
        answers = await asyncio.gather(*(posted(client, *one) for one in asked))
    took = time.perf_counter() - began
    print(f"{what}: {len(asked)} at once in {took:.1f} s: {told(answers)}; {others}")


async def slowly(client: httpx2.AsyncClient, address: str) -> None:
    """Clients that send a body byte by byte, and ones that send no end of a header; a conversion goes on."""
    host, port = address.removeprefix("http://").split(":")
    heads = (
        b"POST /v1/parse HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: image/png\r\ncontent-length: 1000\r\n\r\n",
        b"POST /v1/parse HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ",
    )
    writers = []
    for number in range(SLOW):
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(heads[number % 2])
        writers.append(writer)
    times = []
    for _ in range(20):
        for writer in writers:
            writer.write(b"x")
        began = time.perf_counter()
        assert (await posted(client, "/v1/convert?to=dot", SMALL.encode())) == "200"
        times.append(time.perf_counter() - began)
    p95 = 1000 * quantile(times, 0.95)
    print(f"slow clients: {SLOW} of them; a conversion meanwhile: p95 {p95:.0f} ms of {len(times)}")
    for writer in writers:
        writer.close()


async def hoarding(client: httpx2.AsyncClient, address: str) -> None:
    """Clients that fill the room for bodies, all but their last bytes, and then dawdle; others send theirs."""
    host, port = address.removeprefix("http://").split(":")
    lines = "POST /v1/parse HTTP/1.1", "host: 127.0.0.1", "content-type: image/png"
    writers, left_bytes = [], WaitingRoom().all_bytes
    while left_bytes > LARGE_BYTES // 10:
        size = min(2 * LARGE_BYTES, left_bytes)
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write("\r\n".join((*lines, f"content-length: {size}", "", "")).encode() + bytes(size - 100))
        await writer.drain()
        writers.append(writer)
        left_bytes -= size - 100
    answers, times = [], []
    for _ in range(5):
        for writer in writers:
            writer.write(b"x")
        began = time.perf_counter()
        answers.append(await posted(client, "/v1/convert?to=dot", SMALL.encode().ljust(LARGE_BYTES // 8)))
        times.append(time.perf_counter() - began)
    print(f"hoarders: {len(writers)} of them; a conversion of {LARGE_BYTES // 8:,} bytes meanwhile: {told(answers)}, "
          f"at most {max(times):.2f} s")  # fmt: skip
    for writer in writers:
        writer.close()


async def hostile(client: httpx2.AsyncClient) -> None:
    """Each hostile file by itself, and a conversion after it."""
    for name, place, content in hostile_files():
        began = time.perf_counter()
        answer = await posted(client, place, content)
        took = time.perf_counter() - began
        after = await posted(client, "/v1/convert?to=dot", SMALL.encode())
        print(f"hostile, {name} ({len(content):,} bytes): {answer} in {took:.1f} s; the next: {after}")


def told(answers: Iterable[str]) -> str:
    return ", ".join(f"{count} x {answer}" for answer, count in sorted(Counter(answers).items()))


def left(process: int, what: str) -> None:
    """The resources that the server and its workers have."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    fields = dict(line.split(":", 1) for line in status.splitlines())
    workers = subprocess.run(["pgrep", "-P", str(process)], check=False, capture_output=True, text=True).stdout.split()
    resident = [int(Path(f"/proc/{one}/statm").read_text(encoding="ascii").split()[1]) for one in workers]
    files = len(os.listdir(f"/proc/{process}/fd"))  # noqa: PTH208 - of another process
    megabytes = [pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000 for pages in resident]
    print(f"{what}: server {int(fields['VmRSS'].split()[0]) // 1000} MB, {files} files, {fields['Threads'].strip()} "
          f"threads, workers {megabytes} MB", flush=True)  # fmt: skip


async def loaded(address: str, process: int, chart: bytes, parallel: int) -> None:
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=0)  # every request meets the server anew
    async with httpx2.AsyncClient(base_url=address, timeout=PATIENCE, limits=limits) as client:
        for again in ("", " again"):
            await at_once(client, f"conversions{again}", [("/v1/convert?to=dot", SMALL.encode())] * parallel)
            await at_once(client, f"pictures{again}", [("/v1/parse?parser=hmas_embedded", chart)] * parallel)
            await at_once(client, f"large bodies{again}", [("/v1/parse", os.urandom(LARGE_BYTES))] * LARGE)
            await slowly(client, address)
            await hoarding(client, address)
            left(process, f"with its clients{again}")
        await hostile(client)
    await asyncio.sleep(IDLE)
    left(process, "after all, with no client left")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, number in (("charts", 12), ("rounds", 3), ("parallel", 200), ("workers", 1)):
        parser.add_argument(f"--{name}", type=int, default=number)
    options = parser.parse_args()
    charts = pictures(options.charts)
    print(f"{len(charts)} charts of at most {MOST_NODES} nodes; {options.workers} worker(s)")
    with served(options.workers) as (address, process):
        compared(address, charts, options.rounds)
        left(process, "after that")
        asyncio.run(loaded(address, process, min(charts, key=len), options.parallel))


if __name__ == "__main__":
    main()
