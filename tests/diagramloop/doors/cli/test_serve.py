"""The command serves, asks for its token, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx2

from tests.diagramloop.doors.cli.command import CHART, run
from tests.diagramloop.doors.serve.live_page import free_port

COMMAND = str(Path(sys.executable).parent / "diagramloop")
PLAIN = {"content-type": "application/octet-stream"}


@contextmanager
def served(*options: str, _before: tuple[str, ...] = (), **environment: str) -> Iterator[str]:
    """The address, from when it answers; the command stands behind what is ``_before`` it."""
    port = free_port()
    command = [*_before, COMMAND, "serve", "--port", str(port), "--workers", "1", *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, **environment})
    try:
        address = f"http://127.0.0.1:{port}"
        for _ in range(600):
            assert process.poll() is None
            try:
                httpx2.get(f"{address}/v1/health")
                break
            except httpx2.TransportError:
                time.sleep(0.05)
        yield address
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()


def children(of: str) -> list[str]:
    """Command lines of the workers whose parent's command line has ``of`` in it."""
    listed = subprocess.run(["ps", "-eww", "-o", "args"], check=True, capture_output=True, text=True).stdout
    return [line for line in listed.splitlines() if of in line and "ps -eww" not in line]


def test_it_serves_with_a_token_and_ends_with_its_workers() -> None:
    memory = "--memory-mb", "1777"  # by which its worker is known
    with served(*memory, DIAGRAMLOOP_TOKEN="s3cret") as address:
        assert httpx2.get(f"{address}/v1/health").json() == {"status": "ok"}
        assert httpx2.get(f"{address}/v1/formats").status_code == 401
        program = PLAIN | {"authorization": "Bearer s3cret"}
        found = httpx2.post(f"{address}/v1/convert?to=dot&as=document", content=CHART, headers=program, timeout=60)
        assert found.content.startswith(b"digraph")
        page = httpx2.get(f"{address}/", headers=program)
        assert "Drop a picture" in page.text
        assert children(str(1777 * 2**20))
    assert children(str(1777 * 2**20)) == []


def test_half_sent_headers_leave_room_for_others() -> None:
    few = ("prlimit", "--nofile=128", "--")
    with served(_before=few) as address, ExitStack() as held:
        port = int(address.rpartition(":")[2])
        for _ in range(200):
            half = held.enter_context(socket.create_connection(("127.0.0.1", port), 30))
            half.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        assert httpx2.get(f"{address}/v1/health", timeout=30).status_code == 200
        found = httpx2.post(f"{address}/v1/convert?to=dot&as=document", content=CHART, headers=PLAIN, timeout=60)
        assert found.content.startswith(b"digraph")


def test_a_port_that_is_taken_is_told_in_a_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        found = run("serve", "--port", taken.getsockname()[1], "--workers", 1)
    assert found.exit_code == 1
    assert "in use" in found.output
