"""Generators: one shared prompt in, one picture out; and the controls that say what a score is worth."""

from diagramloop.evaluation.contestants.generator_registry import GENERATORS, expected_of, generator, is_control
from diagramloop.evaluation.contestants.generators import (
    Control,
    GeneratedImage,
    Generator,
    Gold,
    Provenance,
    Rejected,
    item_seed,
    one_by_one,
)
from diagramloop.evaluation.contestants.prompts import Component, Module, Prompt, Relation, graph_of, prompt_of

__all__ = [
    "GENERATORS",
    "Component",
    "Control",
    "GeneratedImage",
    "Generator",
    "Gold",
    "Module",
    "Prompt",
    "Provenance",
    "Rejected",
    "Relation",
    "expected_of",
    "generator",
    "graph_of",
    "is_control",
    "item_seed",
    "one_by_one",
    "prompt_of",
]
