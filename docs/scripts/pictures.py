"""Takes the picture of the leaderboard page that README and documentation show, anew.

    python -m docs.scripts.pictures [artifacts/report/index.html]

The page is the one that the last `make leaderboard` left; its tables of generation show systems, controls and tests.
"""

from __future__ import annotations

import argparse
import io
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

PICTURE = Path(__file__).parents[2] / "docs" / "leaderboard.png"


def main() -> None:
    """Writes ``docs/leaderboard.png``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", type=Path, nargs="?", default=Path("artifacts/report/index.html"))
    report = parser.parse_args().report.resolve()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1300, "height": 1000}, color_scheme="light")
        page.goto(report.as_uri())
        page.locator("#board-filters").get_by_label("Task").select_option("generation")
        shot = Image.open(io.BytesIO(page.screenshot()))
        browser.close()
    shot.convert("RGB").quantize(48).save(PICTURE, optimize=True)
    print(PICTURE)


if __name__ == "__main__":
    main()
