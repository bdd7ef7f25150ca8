"""Systems: what each configured one is made by, so that a wrong name or option is told before anything runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from diagramloop.by_name import check_options
from diagramloop.data.dialogues import voices_named
from diagramloop.data.sources import SOURCES
from diagramloop.engines.answer import answerer
from diagramloop.engines.attribute import attributor
from diagramloop.engines.converse import BudgetFrom, agent, simulator
from diagramloop.engines.extract import extractor
from diagramloop.engines.generate import generator
from diagramloop.engines.generate.planning import layout_captioner, methodologist, visual_translator
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.contestants import conversion_controls, extraction_controls
from diagramloop.evaluation.contestants.converters import CONVERTERS
from diagramloop.evaluation.contestants.parsers import parser
from diagramloop.models.chat import chat_model
from diagramloop.models.clip import Clip
from diagramloop.models.lpips import Lpips
from diagramloop.scores.judges import judge_named

Node = Mapping[str, Any]
Maker = Callable[[Any], object]


def _named(make: Callable[..., object]) -> Maker:
    return lambda node: make(node["make"], **node["options"])


def _or_control(make: Callable[..., object], controls: Mapping[str, object]) -> Maker:
    """Makes the system of a node by ``make``, unless the node names a control."""
    return lambda node: controls.get(node["make"]) or make(node["make"], **node["options"])


def _data_set(node: Node) -> object:
    made_by = SOURCES.maker(node["make"])
    check_options(made_by, node["options"], Path())
    voices_named(node.get("voices", {}))  # a benchmark that is being built has none
    return made_by


def _budget_from(name: object) -> object:
    if name not in set(BudgetFrom):
        raise DiagramloopError(f"no budget from {name!r}; there are: {', '.join(BudgetFrom)}")
    return name


def _instrument(kind: type[object]) -> Maker:
    return lambda node: check_options(kind, node)


MADE_BY: Mapping[str, Maker] = {
    "sources.*": _data_set,
    "parsers.*": _named(parser),
    "canonical": _named(parser),
    "generators.*": _named(generator),
    "extractors.*": _or_control(extractor, extraction_controls.CONTROLS),
    "converters.*": _or_control(CONVERTERS.made, conversion_controls.CONTROLS),
    "attributors.*": _named(attributor),
    "answerers.*": _named(answerer),
    "agents.*": _named(agent),
    "converse.simulator": _named(simulator),
    "converse.budget_from": _budget_from,
    "converse.judge": chat_model,
    "benchmarks.*": _data_set,
    "benchmarks.*.labels": chat_model,
    "planning.methodologist": _named(methodologist),
    "planning.visual_translator": _named(visual_translator),
    "planning.layout_captioner": _named(layout_captioner),
    "judge": lambda node: judge_named(node["make"], node["options"]),
    "image_level.clip": _instrument(Clip),
    "image_level.lpips": _instrument(Lpips),
    "image_level.siglip": _instrument(Clip),
}
"""By node of the configuration, ``*`` for each system in it: what makes its system, and loads no weights."""
