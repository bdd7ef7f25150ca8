"""A real browser, where there is one; a worker of services."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from diagramloop.doors.services import ServiceLimits, WorkerPool

PATIENCE = 30_000  # milliseconds: a loaded machine's browser may take seconds for what takes it none alone


@pytest.fixture(scope="session")
def workers() -> Iterator[WorkerPool]:
    """One worker for all tests of services: to start one takes seconds."""
    made = WorkerPool(ServiceLimits(workers=1))
    yield made
    made.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The system's Chromium; skips the test without it or without Playwright.

    Not for the whole session: while Playwright runs, no other test of the process could run an event loop.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="no browser to drive: pip install playwright")
    playwright.expect.set_options(timeout=PATIENCE)
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Any) -> Iterator[Callable[[str], Any]]:
    """Opens an address as a person of its own (storage, cookies); errors in its console fail the test.

    That a server is not reached or refuses something is what the browser says there, and no error of the page.
    """
    contexts: list[Any] = []
    complaints: list[str] = []

    def complain(message: Any) -> None:
        if message.type == "error" and "/api/" not in message.location["url"]:
            complaints.append(message.text)

    def opened(address: str) -> Any:
        context = chromium.new_context(viewport={"width": 1300, "height": 850})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", complain)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
