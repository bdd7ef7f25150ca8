"""Writes the code that guides show into them, from docs/examples, where tests run it.

    python -m docs.scripts.shown_code [--check]

A fenced block behind ``<!-- code: FILE -->`` holds that file, behind ``<!-- code: FILE:PART -->`` its lines between
``# --8<-- [start:PART]`` and ``# --8<-- [end:PART]``. So a guide reads the same in the repository and on the site.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

DOCS = Path(__file__).parents[1]
EXAMPLES = DOCS / "examples"
SHOWN = re.compile(r"^<!-- code: ([^\s:]+)(?::(\w+))? -->\n```(\w+)\n.*?^```$", re.MULTILINE | re.DOTALL)


def with_code(page: str) -> str:
    """A page with its blocks of code made anew.

    Raises:
        ValueError: an example has no such part.
    """
    return SHOWN.sub(lambda found: _block(*found.group(0, 1, 2, 3)), page)


def _block(whole: str, file: str, part: str | None, language: str) -> str:
    text = (EXAMPLES / file).read_text(encoding="utf-8")
    mark = whole.partition("\n")[0]
    return f"{mark}\n```{language}\n{(_part(text, part) if part else text).strip()}\n```"


def _part(text: str, name: str) -> str:
    found = re.search(rf"^# --8<-- \[start:{name}\]\n(.*?)^# --8<-- \[end:{name}\]", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"no part {name!r}")
    return found[1]


def stale_pages() -> dict[Path, str]:
    """The text, made anew, of each page that is not what the examples make of it."""
    pages = ((path, path.read_text(encoding="utf-8")) for path in sorted(DOCS.rglob("*.md")))
    return {path: anew for path, text in pages if (anew := with_code(text)) != text}


def main(
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if a page is stale.")] = False,
) -> None:
    """Write the code that guides show into them."""
    stale = stale_pages()
    for path, text in stale.items():
        typer.echo(f"{'stale' if check else 'made anew'}: {path.relative_to(DOCS.parent)}")
        if not check:
            path.write_text(text, encoding="utf-8")
    raise typer.Exit(1 if check and stale else 0)


if __name__ == "__main__":
    typer.run(main)
