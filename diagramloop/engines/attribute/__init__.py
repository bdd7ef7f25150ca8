"""Attributors: answers to the nodes that ground them (Follow the Flow)."""

from diagramloop.evaluation.contestants.attributors import (
    ATTRIBUTORS,
    Attribution,
    AttributionError,
    AttributionTask,
    Attributor,
    Step,
    attributed,
    attributor,
    check_task,
    regions_of,
)

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
