"""The table of reference/formats.md: every format that there is, and what was found that it carries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from diagramloop.graph.carried import FEATURES, carried
from diagramloop.graph.formats import Format, usable

PAGE = "reference/formats.md"


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Adds the tables to the page's own text."""
    return "\n".join([markdown, *_names(), *_features()]) if page.file.src_uri == PAGE else markdown


def _names() -> Iterator[str]:
    yield "\n## Names\n\n| format | name | files | media type | read | written | needs |\n|---|---|---|---|---|---|---|"
    for one in usable():
        files = ", ".join(f"`{suffix}`" for suffix in one.suffixes)
        needs = f"`diagramloop[{one.needs}]`" if one.needs else ""
        written = "yes" if one.write else "no"
        yield f"| {one.title or one.name} | `{one.name}` | {files} | `{one.media_type}` | yes | {written} | {needs} |"


def _features() -> Iterator[str]:
    yield f"\n## What each carries\n\n| format | {' | '.join(FEATURES)} |\n|{'---|' * (len(FEATURES) + 1)}"
    yield from (_row(one) for one in usable() if one.write)


def _row(one: Format) -> str:
    found = carried(one)
    marks = " | ".join("yes" if name in found else "" for name in FEATURES)
    return f"| {one.title or one.name} | {marks} |"
