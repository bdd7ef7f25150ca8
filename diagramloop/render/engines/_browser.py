"""A headless Chromium with one page, spoken to in the Chrome DevTools Protocol over a pair of pipes.

Pipes instead of the usual port: nothing on the machine can connect to it, and the browser ends by itself
when this process does, however that happens.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from typing import Any

from diagramloop.errors import RejectionReason, RenderError

PROGRAMS = (
    "chromium",
    "chromium-browser",
    "chromium-headless-shell",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
START_LIMIT = 60.0  # seconds

_FLAGS = (
    *("--headless", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu", "--hide-scrollbars", "--mute-audio"),
    # The page is ours and holds only text that we encoded; the sandbox needs rights that containers lack.
    "--no-sandbox",
    # Nothing is fetched, whatever happens.
    *("--host-resolver-rules=MAP * ~NOTFOUND", "--disable-quic", "--disable-background-networking", "--disable-sync"),
    *("--disable-component-update", "--disable-extensions", "--disable-default-apps", "--no-service-autorun"),
    # The same pixels on every machine.
    *(
        "--font-render-hinting=none",
        "--disable-lcd-text",
        "--force-color-profile=srgb",
        "--force-device-scale-factor=1",
    ),
)


def find() -> str | None:
    """Path of the Chromium to use: ``DIAGRAMLOOP_CHROMIUM`` if set, else the first found on PATH."""
    if os.name != "posix":
        return None
    named = os.environ.get("DIAGRAMLOOP_CHROMIUM")
    return named or next((path for path in map(shutil.which, PROGRAMS) if path), None)


class Page:
    """One page of one browser process."""

    def __init__(self, program: str) -> None:
        self._profile = tempfile.TemporaryDirectory(prefix="diagramloop-chromium-", ignore_cleanup_errors=True)
        self._process, self._requests, self._answers = _start(
            [program, *_FLAGS, f"--user-data-dir={self._profile.name}"]
        )
        self._buffer = bytearray()
        self._count = 0
        self._session: dict[str, str] = {}
        target = self.call("Target.createTarget", START_LIMIT, url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", START_LIMIT, targetId=target, flatten=True)["sessionId"]
        self._session = {"sessionId": session}

    def evaluate(self, script: str, time_limit: float) -> Any:
        """Value of a JavaScript expression, awaited if it is a promise.

        Raises:
            RenderError: it threw, the browser broke, or the time limit passed (reason TIMEOUT).
        """
        answer = self.call("Runtime.evaluate", time_limit, expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            thrown = answer["exceptionDetails"].get("exception", {})
            raise RenderError(f"chromium: {str(thrown.get('description', thrown))[:500]}")
        return answer["result"].get("value")

    def call(self, method: str, time_limit: float, **parameters: Any) -> dict[str, Any]:
        """Result of one protocol method; errors as for :meth:`evaluate`. After one, the page is of no more use."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters, **self._session}
        deadline = time.monotonic() + time_limit
        try:
            self._send(json.dumps(message).encode() + b"\0", deadline)
            answer = self._receive(deadline)
            while answer.get("id") != self._count:
                answer = self._receive(deadline)
        except OSError as error:
            raise RenderError(f"chromium: crashed ({error})") from error
        if "error" in answer:
            raise RenderError(f"chromium: {answer['error'].get('message')}")
        result: dict[str, Any] = answer["result"]
        return result

    def close(self) -> None:
        """Ends the browser with all its processes."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._requests)
        os.close(self._answers)
        self._profile.cleanup()

    def _send(self, message: bytes, deadline: float) -> None:
        view = memoryview(message)
        while view:
            self._wait(deadline, writing=True)
            view = view[os.write(self._requests, view) :]

    def _receive(self, deadline: float) -> dict[str, Any]:
        start = 0
        while (end := self._buffer.find(b"\0", start)) < 0:
            start = len(self._buffer)
            self._wait(deadline, writing=False)
            chunk = os.read(self._answers, 1 << 20)
            if not chunk:
                raise BrokenPipeError("its pipe closed")
            self._buffer += chunk
        message: dict[str, Any] = json.loads(bytes(self._buffer[:end]))
        del self._buffer[: end + 1]
        return message

    def _wait(self, deadline: float, *, writing: bool) -> None:
        readers, writers = ([], [self._requests]) if writing else ([self._answers], [])
        if not any(select.select(readers, writers, [], max(0.0, deadline - time.monotonic()))):
            raise RenderError("chromium: no answer in time", reason=RejectionReason.TIMEOUT)


def _start(command: list[str]) -> tuple[subprocess.Popen[bytes], int, int]:
    """The process, and the ends of the pipes to write requests to and to read answers from.

    Chromium reads requests from descriptor 3 and writes answers to 4.
    """
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (theirs_in, theirs_out)]

    def place_pipes() -> None:
        for descriptor, end in zip((3, 4), high, strict=True):
            os.dup2(end, descriptor)

    try:
        process = subprocess.Popen(  # noqa: S603 - no shell; the program is the user's own browser
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(3, 4),
            preexec_fn=place_pipes,
            start_new_session=True,
        )
    except OSError as error:
        raise RenderError(f"chromium: does not start ({error})", reason=RejectionReason.MISSING) from error
    finally:
        for end in (theirs_in, theirs_out, *high):
            os.close(end)
    os.set_blocking(ours_out, False)
    return process, ours_out, ours_in
