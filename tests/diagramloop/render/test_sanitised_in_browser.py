"""Nothing of a hostile SVG runs inline in a page of a real browser."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from local_server import LocalServer, QuietHandler

from diagramloop.render.sanitised_svg import SanitisedSvg, sanitised
from tests.diagramloop.render.hostile_svg import STRIPPED, drawing

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture
def canary() -> Iterator[tuple[str, list[str]]]:
    """A server's address, and the paths that it was asked for."""
    asked: list[str] = []

    class Handler(QuietHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    with LocalServer(Handler) as server:
        yield server.address, asked


def all_attacks(address: str) -> list[SanitisedSvg]:
    """Every drawing that is only stripped, with its canary at ``address`` and its payload changing the title."""
    attacks = [drawing(a.replace("http://canary", address).replace("//canary", address)) for a in STRIPPED.values()]
    return [sanitised(a.replace("steal()", "document.title='stolen'"), f"p{i}-") for i, a in enumerate(attacks)]


@pytest.mark.browser
@pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")
def test_nothing_executes_inline_in_a_page(canary: tuple[str, list[str]], tmp_path: Path) -> None:
    address, asked = canary
    page = tmp_path / "page.html"
    body = "".join(safe.svg for safe in all_attacks(address))
    page.write_text(f"<!DOCTYPE html><title>untouched</title><body><p>visible</p>{body}</body>", "utf-8")
    assert "untouched" in _title(page, tmp_path / "safe")
    assert asked == []
    raw = drawing(f'<image href="{address}/raw.png" width="9" height="9"/><script>document.title="stolen"</script>')
    page.write_text(f"<!DOCTYPE html><title>untouched</title><body>{raw}</body>", "utf-8")
    assert "stolen" in _title(page, tmp_path / "raw")  # the check sees what it must
    assert asked == ["/raw.png"]


def _title(page: Path, profile: Path) -> str:
    """The title that Chromium gives the page in the end."""
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    flags += [
        "--disable-component-update",
        "--disable-sync",
        "--virtual-time-budget=2000",
        f"--user-data-dir={profile}",
    ]
    command = [str(BROWSER), *flags, "--dump-dom", page.as_uri()]
    dom = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    return dom[dom.index("<title>") : dom.index("</title>")]
