"""The body of reference/configuration.md, made of the files in ``conf/`` and what their comments say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

PAGE = "reference/configuration.md"
CONF = Path(__file__).parents[2] / "conf"


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Adds the defaults and the groups to the page's own text."""
    return "\n".join([markdown, *_defaults(), *_groups()]) if page.file.src_uri == PAGE else markdown


def _defaults() -> Iterator[str]:
    yield "\n## Defaults {#defaults}\n\n`conf/config.yaml`:\n"
    yield f"```yaml\n{(CONF / 'config.yaml').read_text('utf-8')}```\n"


def _groups() -> Iterator[str]:
    for group in sorted(path for path in CONF.iterdir() if path.is_dir()):
        yield f"## {group.name} {{#{group.name}}}\n"
        yield "| choice | makes, calls or reads | remarks |\n|---|---|---|"
        yield from (_row(path) for path in sorted(group.glob("*.yaml")))
        yield ""


def _row(path: Path) -> str:
    text = path.read_text("utf-8")
    content = yaml.safe_load(text) or {}
    remarks = " ".join([*_comments(text), *_note(content)]).replace("|", "\\|").replace("<", "&lt;")
    return f"| `{path.stem}` | {_maker(content)} | {remarks} |"


def _maker(content: dict[str, Any]) -> str:
    """What the choice names; an experiment names nothing, for it chooses among the others."""
    named = [f"`{content[key]}`" for key in ("make", "call", "read", "back_end") if key in content]
    return named[0] if named else ""


def _note(content: dict[str, Any]) -> list[str]:
    return [f"*{content['note']}*"] if "note" in content else []


def _comments(text: str) -> Iterator[str]:
    """The comments above the first entry and beside it."""
    for line in text.splitlines():
        entry, _, remark = line.partition("# ")
        if remark and not remark.startswith("@package"):
            yield remark.strip()
        if entry.strip():
            break
