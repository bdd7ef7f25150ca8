"""Choices of a configuration group without a file in ``conf/``: the plug-ins of installed packages."""

from __future__ import annotations

from typing import Any

from diagramloop.plugins import OWN, offers

PACKAGES = {  # by configuration group, the node that a choice of it makes
    "source": "sources.{name}",
    "parser": "parsers.{name}",
    "generator": "generators.{name}",
    "extractor": "extractors.{name}",
    "attributor": "attributors.{name}",
    "answerer": "answerers.{name}",
    "agent": "agents.{name}",
    "judge": "judge",
}
_USES = {
    "charts": "figures",
    "questions": "questions",
    "documents": "documents",
    "dialogues": "dialogues",
    "papers": "papers",
}
"""What a data set is used for, by the methods that its class has; another use is a file's to say."""


def choices(group: str) -> tuple[str, ...]:
    """The names that packages offer for a configuration group."""
    every = offers(f"{OWN}.{group}") if group in PACKAGES else ()
    return tuple(offer.name for offer in every if not offer.own)


def offer_choice(choice: str) -> bool:
    """Lets Hydra know ``GROUP/NAME`` as ``make: NAME``, where a package offers such a plug-in.

    Returns:
        Whether one does.
    """
    from hydra.core.config_store import ConfigStore

    group, _, name = choice.rpartition("/")
    if name not in choices(group):
        return False
    node: dict[str, Any] = {"make": name, "options": {}}
    if group == "source":
        from diagramloop.data.sources import SOURCES  # every reader of data with its libraries: a second of its own

        node["use"] = [use for method, use in _USES.items() if hasattr(SOURCES.maker(name), method)]
    ConfigStore.instance().store(group=group, name=name, node=node, package=PACKAGES[group].format(name=name))
    return True
