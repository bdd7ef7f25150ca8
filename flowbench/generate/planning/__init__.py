"""Planning: from a paper to the one prompt that all generators share, by a Methodologist and a Visual Translator."""

from flowbench.generate.planning._agents import (
    METHODOLOGISTS,
    VISUAL_TRANSLATORS,
    Methodologist,
    Plan,
    PlanningError,
    VisualTranslator,
    methodologist,
    planned,
    visual_translator,
)

__all__ = [
    "METHODOLOGISTS",
    "VISUAL_TRANSLATORS",
    "Methodologist",
    "Plan",
    "PlanningError",
    "VisualTranslator",
    "methodologist",
    "planned",
    "visual_translator",
]
