"""Pages of HTML as pictures, by one headless Chromium; fonts, icons and formulas come from a folder of npm packages."""

# ruff: noqa: E501 - markup is not broken into lines, and makers are called alike
from __future__ import annotations

import json
import random
import subprocess
from functools import cache
from pathlib import Path
from types import TracebackType

FACES = ["inter", "roboto", "open-sans", "lora", "merriweather", "source-serif-4", "jetbrains-mono", "fira-code"]
PACKAGES = ("world-atlas", "us-atlas", "@mdi/svg", "simple-icons", "katex", *(f"@fontsource/{face}" for face in FACES))
"""All under open licences (OFL, Apache-2.0, CC0, ISC, MIT): ``npm install --ignore-scripts`` of these."""


class Browser:
    """A browser that draws pages.

    Args:
        packages: ``node_modules`` with :data:`PACKAGES`.
    """

    def __init__(self, packages: Path, executable: str = "/usr/bin/chromium") -> None:
        from playwright.sync_api import sync_playwright

        self.packages = packages
        self._manager = sync_playwright()
        driver = self._manager.__enter__()
        arguments = ["--no-sandbox", "--allow-file-access-from-files"]
        self._browser = driver.chromium.launch(executable_path=executable, args=arguments)
        self._tabs = [self._browser.new_context(device_scale_factor=scale).new_page() for scale in (1, 1, 1.5, 2)]
        self._programs: dict[str, subprocess.Popen[str]] = {}

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, type: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        for program in self._programs.values():
            program.kill()
        self._browser.close()
        self._manager.__exit__(type, value, trace)

    def shot(self, body: str, rng: random.Random, *, style: str = "", width: int = 0) -> bytes:
        """The element ``#it`` of a page as PNG."""
        tab = rng.choice(self._tabs)
        tab.set_viewport_size({"width": width or rng.randint(420, 1100), "height": rng.randint(500, 900)})
        file = self.packages.parent / "page.html"
        file.write_text(self._page(body, style, rng), encoding="utf-8")
        tab.goto(file.as_uri())
        tab.evaluate("document.fonts.ready")
        return bytes(tab.locator("#it").first.screenshot())

    def answered(self, program: str, question: object) -> str:
        """The line that a program of Node answers to a line of JSON: ``program`` is the body of a function of ``q``."""
        if program not in self._programs:
            whole = f"const f=async q=>{{{program}}};for await(const l of (await import('readline')).createInterface({{input:process.stdin}}))console.log(JSON.stringify(await f(JSON.parse(l))))"
            command = ["node", "--input-type=module", "-e", whole]
            self._programs[program] = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=self.packages.parent
            )
        pipe = self._programs[program]
        assert pipe.stdin is not None
        assert pipe.stdout is not None
        pipe.stdin.write(json.dumps(question) + "\n")
        pipe.stdin.flush()
        return str(json.loads(pipe.stdout.readline()))

    def _page(self, body: str, style: str, rng: random.Random) -> str:
        face, mono = rng.choice(FACES[:6]), rng.choice(FACES[6:])
        sheets = "".join(
            f'<link rel="stylesheet" href="node_modules/@fontsource/{name}/index.css">' for name in (face, mono)
        )
        katex = '<link rel="stylesheet" href="node_modules/katex/dist/katex.min.css">' if "katex" in body else ""
        own = f"body{{font-family:'{_family(face)}';margin:16px}} pre,code{{font-family:'{_family(mono)}'}}"
        return f"<!doctype html><meta charset=utf-8>{sheets}{katex}<style>{own}{style}</style>{body}"

    def icon(self, rng: random.Random, size: int, colour: str = "#333") -> str:
        """A sign of Material Design Icons as SVG."""
        return _coloured(rng.choice(_icons(self.packages / "@mdi/svg/svg")), size, colour)

    def brand(self, rng: random.Random, size: int, colour: str) -> str:
        """A mark of Simple Icons as SVG."""
        return _coloured(rng.choice(_icons(self.packages / "simple-icons/icons")), size, colour)


def _family(face: str) -> str:
    return " ".join(part.capitalize() for part in face.split("-"))


@cache
def _icons(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(folder.glob("*.svg")))


def _coloured(file: Path, size: int, colour: str) -> str:
    return file.read_text().replace("<svg ", f'<svg width="{size}" height="{size}" fill="{colour}" ', 1)
