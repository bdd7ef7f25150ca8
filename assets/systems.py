"""Systems: what each configured one is made by, so that a wrong name or option is told before anything runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from assets._scores import GOLD
from diagramloop.attribute import attributor
from diagramloop.by_name import check_options, standing_at
from diagramloop.converse import agent, simulator
from diagramloop.extract import extractor
from diagramloop.extract.controls import CONTROLS
from diagramloop.generate import generator
from diagramloop.generate.planning import layout_captioner, methodologist, visual_translator
from diagramloop.models.chat import chat_model
from diagramloop.models.clip import Clip
from diagramloop.models.lpips import Lpips
from diagramloop.parse import HMAS
from diagramloop.parse.svg_reader import refiner_of
from diagramloop.score.judges import judge_named
from diagramloop.sources import data_set_class

Node = Mapping[str, Any]
Maker = Callable[[Node], object]

_OF_AN_OPTION: dict[str, Callable[[Any], object]] = {"agents": HMAS.of, "refine": refiner_of, "chat": chat_model}
"""What the library's own parsers make of an option, once they have a picture."""


def _named(make: Callable[..., object]) -> Maker:
    return lambda node: make(node["make"], **node["options"])


def _extractor(node: Node) -> object:
    return CONTROLS[node["make"]] if node["make"] in CONTROLS else extractor(node["make"], **node["options"])


def _parser(node: Node) -> object:
    """A parser is a function: it takes its options, and those that configure systems make them."""
    parse = standing_at(node["call"], "parser")
    check_options(parse, node["options"], b"")
    if parse.__module__.startswith("diagramloop."):
        for option, value in node["options"].items():
            if option in _OF_AN_OPTION and value is not None:
                _OF_AN_OPTION[option](value)
    return parse


def _data_set(node: Node) -> object:
    made_by = data_set_class(node["read"])
    check_options(made_by, node["options"], Path())
    return made_by


def _instrument(kind: type[object]) -> Maker:
    return lambda node: check_options(kind, node)


MADE_BY: Mapping[str, Maker] = {
    "sources.*": _data_set,
    "parsers.*": _parser,
    "canonical": _parser,
    "generators.*": _named(generator),
    "extractors.*": _extractor,
    "attributors.*": _named(attributor),
    "agents.*": _named(agent),
    "converse.simulator": _named(simulator),
    "converse.judge": chat_model,
    "planning.methodologist": _named(methodologist),
    "planning.visual_translator": _named(visual_translator),
    "planning.layout_captioner": _named(layout_captioner),
    "judge": lambda node: judge_named(node["make"], node["options"]),
    "image_level.clip": _instrument(Clip),
    "image_level.lpips": _instrument(Lpips),
    "image_level.siglip": _instrument(Clip),
}
"""By node of the configuration, ``*`` for each system in it: what makes its system, and loads no weights."""

INDISPENSABLE = {"extractor": GOLD}
"""By dimension of the steps, the control that no board goes without; other branches score their gold by themselves."""
