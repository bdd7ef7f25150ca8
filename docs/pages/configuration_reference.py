"""The body of reference/configuration.md: the choices in ``conf/``, what their comments say, what the modules say."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import yaml

from diagramloop.engines.answer import ANSWERERS
from diagramloop.engines.attribute import ATTRIBUTORS
from diagramloop.engines.converse import AGENTS
from diagramloop.engines.extract import EXTRACTORS
from diagramloop.engines.generate import GENERATORS
from diagramloop.engines.parse.learned.environment_curator import LearnedCuratorSettings
from diagramloop.engines.parse.page.environment_curator import CuratorSettings
from diagramloop.engines.parse.page.page import PageSettings
from diagramloop.plugins import offers
from pipelines.offered_choices import choices
from pipelines.project import Project

PAGE = "reference/configuration.md"
OURS = Project(Path(__file__).parents[2])
CONF = OURS.conf
AGENT_SETTINGS = {
    "environment_curator": CuratorSettings,
    "environment_curator, learned": LearnedCuratorSettings,
    "page": PageSettings,
}
SYSTEMS = {
    "agent": AGENTS,
    "answerer": ANSWERERS,
    "attributor": ATTRIBUTORS,
    "extractor": EXTRACTORS,
    "generator": GENERATORS,
}
"""The kinds of plug-ins whose modules introduce themselves."""


def completed(markdown: str) -> str:
    """Adds the defaults and the groups to the page's own text."""
    return "\n".join([markdown, *_defaults(), *_settings(), *_groups()])


def _defaults() -> Iterator[str]:
    yield "\n## Defaults {#defaults}\n\n`conf/config.yaml`:\n"
    yield f"```yaml\n{(CONF / 'config.yaml').read_text('utf-8')}```\n"


def _settings() -> Iterator[str]:
    yield "## Settings of a parser's agents {#settings}\n"
    yield "Under `agents.ROLE.options.settings`, those of the page under `page`; every other threshold is a constant.\n"
    yield "| of | setting | what it is | value |\n|---|---|---|---|"
    for role, kind in AGENT_SETTINGS.items():
        for name, field in kind.model_fields.items():
            (sentence,) = (part for part in field.metadata if isinstance(part, str))
            yield f"| {role} | `{name}` | {sentence} | {field.default} |"
    yield ""


def _groups() -> Iterator[str]:
    folders = {path.name for path in CONF.iterdir() if path.is_dir()}
    remarks = _remarks_on_rows((CONF / "choices.yaml").read_text("utf-8"))
    for group in sorted({*folders, *(group for group, _ in remarks)}):
        yield f"## {group} {{#{group}}}\n"
        yield "| choice | makes, with options | remarks |\n|---|---|---|"
        rows = {name: _row(group, name, node, remarks[group, name]) for name, node in choices(OURS, group).items()}
        for path in (CONF / group).glob("*.yaml"):
            text = path.read_text("utf-8")
            rows[path.stem] = _row(group, path.stem, yaml.safe_load(text) or {}, " ".join(_comments(text)))
        yield from (rows[name] for name in sorted(rows))
        yield ""


def _row(group: str, name: str, content: dict[str, Any], comments: str) -> str:
    parts = [_introduction(group, content), comments, _note(content)]
    remarks = "\n".join(filter(None, parts)).replace("|", "\\|").replace("<", "&lt;").replace("\n", "<br>")
    return f"| `{name}` | {_maker(content)} | {remarks} |"


def _remarks_on_rows(text: str) -> defaultdict[tuple[str, str], str]:
    """By group and choice, the comments above its row and beside it."""
    remarks: defaultdict[tuple[str, str], str] = defaultdict(str)
    group = above = ""
    for line in text.splitlines():
        entry, _, remark = line.partition("# ")
        name = entry.strip().partition(":")[0]
        if not line.startswith(" "):
            group, above = name, ""
        elif not name:
            above = f"{above} {remark}".strip()
        else:
            if not line.startswith("   "):
                remarks[group, name] = f"{above} {remark}".strip()
            above = ""
    return remarks


def _maker(content: dict[str, Any]) -> str:
    """Maker that the choice names, and its plain options; an experiment names none, for it chooses among the others."""
    named = [f"`{content[key]}`" for key in ("make", "back_end") if key in content]
    options = {name: value for name, value in (content.get("options") or {}).items() if _is_plain(value)}
    return "<br>".join([*named[:1], *(f"`{name}: {json.dumps(value)}`" for name, value in options.items())])


def _is_plain(value: object) -> bool:
    return not isinstance(value, dict | list) and "${" not in str(value)


def _introduction(group: str, content: dict[str, Any]) -> str:
    """The first paragraph of what the module of a system says of itself."""
    name = content.get("make", "")
    if name not in SYSTEMS.get(group, ()):
        return ""
    (place,) = (offer.place for offer in offers(SYSTEMS[group].group) if offer.name == name)
    paragraph, _, _ = (import_module(place.partition(":")[0]).__doc__ or "").partition("\n\n")
    return " ".join(paragraph.split())


def _note(content: dict[str, Any]) -> str:
    return f"*{content['note']}*" if "note" in content else ""


def _comments(text: str) -> Iterator[str]:
    """The comments above the first entry and beside it."""
    for line in text.splitlines():
        entry, _, remark = line.partition("# ")
        if remark and not remark.startswith("@package"):
            yield remark.strip()
        if entry.strip():
            break
