"""Planning: from a paper to the one prompt that all generators share, by a Methodologist and a Visual Translator."""

from diagramloop.engines.generate.planning._agents import (
    LAYOUT_CAPTIONERS,
    METHODOLOGISTS,
    VISUAL_TRANSLATORS,
    LayoutCaptioner,
    Methodologist,
    Plan,
    PlanningError,
    VisualTranslator,
    layout_captioner,
    methodologist,
    planned,
    visual_translator,
)

__all__ = [
    "LAYOUT_CAPTIONERS",
    "METHODOLOGISTS",
    "VISUAL_TRANSLATORS",
    "LayoutCaptioner",
    "Methodologist",
    "Plan",
    "PlanningError",
    "VisualTranslator",
    "layout_captioner",
    "methodologist",
    "planned",
    "visual_translator",
]
