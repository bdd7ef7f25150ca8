"""Attributors: answers to the nodes that ground them (Follow the Flow)."""

from diagramloop.attribute._attributor import (
    Attribution,
    AttributionError,
    AttributionTask,
    Attributor,
    Step,
    attributed,
    check_task,
    regions_of,
)
from diagramloop.attribute._registry import ATTRIBUTORS, attributor

__all__ = [
    "ATTRIBUTORS",
    "Attribution",
    "AttributionError",
    "AttributionTask",
    "Attributor",
    "Step",
    "attributed",
    "attributor",
    "check_task",
    "regions_of",
]
