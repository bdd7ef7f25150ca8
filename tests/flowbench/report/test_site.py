"""The page: complete, inert, the same bytes every time, and working in a browser from disk."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
from pathlib import Path

import pytest

from flowbench.report import LeaderboardRow, Reading, write_site

ROWS = [
    LeaderboardRow("parsing", "corpus/mono", "embedded", "edge_f1", 0.5, 0.4, 0.6, 9),
    LeaderboardRow("parsing", "corpus/mono", "gold", "edge_f1", 1.0, 1.0, 1.0, 9),
    LeaderboardRow("parsing", "corpus/mono", "embedded", "image/clip", None, None, None, 0, "open_clip <is> missing"),
]


def pages(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}


def test_page_holds_ranking_interval_reasons_and_every_fault(tmp_path: Path, reading: Reading) -> None:
    page = write_site(tmp_path, ROWS, [reading.sample()], {"data": "md5:1"}).read_text()
    assert page.index(">gold<") < page.index(">embedded<")
    assert "[0.400, 0.600]" in page
    assert "image/clip of embedded: open_clip &lt;is&gt; missing (corpus/mono)" in page
    assert page.count("<li><span") == 4


def test_nothing_from_a_chart_is_markup(tmp_path: Path, reading: Reading) -> None:
    page = write_site(tmp_path, ROWS, [reading.sample()], {"<b>": "<i>"}).read_text()
    assert "<script>alert" not in page
    assert "chart<1>" not in page
    assert "<i>" not in page


def test_same_input_same_bytes(tmp_path: Path, reading: Reading) -> None:
    for name in ("one", "two"):
        write_site(tmp_path / name, ROWS, [reading.sample()], {})
    assert pages(tmp_path / "one") == pages(tmp_path / "two")


def test_equal_pictures_are_kept_once(tmp_path: Path, reading: Reading) -> None:
    write_site(tmp_path, ROWS, [reading.sample()] * 2, {})
    assert len(list((tmp_path / "pictures").iterdir())) == 1


def test_a_system_that_gave_nothing_is_shown_first_with_its_reason(tmp_path: Path, reading: Reading) -> None:
    nothing = dataclasses.replace(
        reading, system="broken", predicted=None, alignment=None, score=None, reason="timeout: 60 s"
    )
    page = write_site(tmp_path, ROWS, [reading.sample(), nothing.sample()], {}).read_text()
    assert page.index('data-system="broken"') < page.index('data-system="embedded"')
    assert "timeout: 60 s" in page


def test_no_readings_is_still_a_page(tmp_path: Path) -> None:
    assert "0 samples" in write_site(tmp_path, [], [], {}).read_text()


@pytest.mark.browser
def test_page_works_from_disk_in_a_browser(tmp_path: Path, reading: Reading) -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no Chromium on this machine")
    page = write_site(tmp_path / "site", ROWS, [reading.sample()], {})
    flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-sync",
    ]
    dom = subprocess.run(
        [browser, *flags, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=60, check=True,
    ).stdout  # fmt: skip
    assert "1 shown" in dom
