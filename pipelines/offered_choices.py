"""Choices of a configuration group without a file of their own: rows of ``conf/choices.yaml``, and plug-ins by name."""

from __future__ import annotations

from typing import Any

from diagramloop.plugins import OWN, offers
from pipelines.project import Project, load_yaml

_SYSTEMS = {
    "source": "sources.{name}",
    "parser": "parsers.{name}",
    "generator": "generators.{name}",
    "extractor": "extractors.{name}",
    "attributor": "attributors.{name}",
    "answerer": "answerers.{name}",
    "agent": "agents.{name}",
    "converter": "converters.{name}",
    "judge": "judge",
    "layout": "planning.layout_captioner",
    "canonical": "canonical",
    "simulator": "converse.simulator",
}
"""By configuration group, the node that a choice of it makes: a system, called as the choice where it says no name."""
_SETTINGS = {"planner": "planning", "dialogue_judge": "converse"}
"""Likewise, nodes that are no system."""
_USES = {
    "charts": "figures",
    "questions": "questions",
    "documents": "documents",
    "dialogues": "dialogues",
    "papers": "papers",
    "files": "files",
}
"""What a data set is used for, by the methods that its class has; another use is a file's to say."""
_USES_OF = "uses_of"  # a resolver: the class of a data set is imported where that is chosen, and not else


def choices(project: Project, group: str) -> dict[str, dict[str, Any]]:
    """The nodes of the choices of ``group`` that are rows, or plug-ins of that name alone, by their names."""
    table = project.conf / "choices.yaml"
    rows = load_yaml(table).get(group, {}) if table.is_file() else {}
    if group not in _SYSTEMS:
        return dict(rows)
    nodes: dict[str, dict[str, Any]] = {offer.name: {} for offer in offers(f"{OWN}.{group}")} | rows
    nodes = {name: {"make": name, "options": {}, **node} for name, node in nodes.items()}
    if group == "source":
        for name, node in nodes.items():
            node.setdefault("use", f"${{{_USES_OF}:{name}}}")
    return nodes


def register_choices(project: Project) -> None:
    """Makes them known to Hydra, which looks for a file of that name first."""
    from hydra.core.config_store import ConfigStore
    from omegaconf import OmegaConf

    OmegaConf.register_resolver(_USES_OF, _uses_of, replace=True)
    for group, place in {**_SYSTEMS, **_SETTINGS}.items():
        for name, node in choices(project, group).items():
            package = place.format(name=name)
            ConfigStore.instance().store(name, node, group, package, replace=True)


def _uses_of(name: str) -> list[str]:
    from diagramloop.data.sources import SOURCES  # every reader of data with its libraries: a second of its own

    return [use for method, use in _USES.items() if hasattr(SOURCES.maker(name), method)]
