"""Findings of axe on pages: ``python -m diagnosis.pages_accessibility AXE_MIN_JS ADDRESS_OR_FILE [...]``.

``npm install axe-core`` leaves ``node_modules/axe-core/axe.min.js``. Pages are the report, a page of the documentation,
or what a local server shows (``diagramloop verify FOLDER``, with a name filled in; ``diagramloop serve``, as it opens
or, with ``--picture PNG``, with that picture read), each in both colour schemes and in three widths. Prints every
violation, and whether the page is wider than its window; exit code 1 for a serious one. ``--pictures FOLDER`` keeps
what was looked at.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import typer
from playwright.sync_api import Browser, Page, sync_playwright

WIDTHS, SCHEMES, GRAVE = (1440, 900, 390), ("light", "dark"), ("serious", "critical")


def opened(browser: Browser, address: str, width: int, scheme: Any, picture: Path | None) -> Page:
    """The page with all that can be opened open, an annotator's name where one is asked for, or a picture likewise."""
    page = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True
    ).new_page()
    page.goto(address if "://" in address else Path(address).resolve().as_uri())
    if (name := page.locator("[name=annotator]")).count():
        name.fill("Ada")
        name.press("Tab")
        page.locator("main:not([inert])").wait_for()
    if picture and (file := page.locator("[name=file]")).count():
        file.set_input_files(picture)
        page.locator("#mending:not([inert])").wait_for()
        page.locator("#graph .node").first.focus()
        page.keyboard.press("Space")
    page.wait_for_timeout(500)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    return page


def violations(page: Page, axe: str) -> Iterator[tuple[str, str]]:
    """Gravity and what it is about."""
    page.evaluate(axe)
    for found in page.evaluate("axe.run({ preload: false })")["violations"]:
        yield found["impact"], f"{found['id']} x {len(found['nodes'])}, as {found['nodes'][0]['html'][:120]}"
    if (beyond := page.evaluate("document.documentElement.scrollWidth - innerWidth")) > 0:
        yield "serious", f"{beyond} pixels wider than the window"


def main(axe: str, addresses: list[str], picture: Path | None = None, pictures: Path | None = None) -> None:
    """Prints a line for each page, scheme and width, and one for each violation."""
    script, grave = Path(axe).read_text(encoding="utf-8"), 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for address, scheme, width in product(addresses, SCHEMES, WIDTHS):
            page = opened(browser, address, width, scheme, picture)
            if pictures:
                page.screenshot(path=pictures / f"{scheme}-{width}.png", full_page=True)
            found = list(violations(page, script))
            print(f"{address} {scheme} {width}: {len(found)} violations")
            for impact, told in found:
                print(f"    {impact}: {told}")
            grave += sum(impact in GRAVE for impact, _ in found)
            page.context.close()
        browser.close()
    sys.exit(1 if grave else 0)


if __name__ == "__main__":
    typer.run(main)
