"""Steps as Dagster's partitions: a step of a stage with a matrix is a partition of its asset, filled from the plan.

A partition has the name of the step's folder below its stage's: ``corpus/graphviz/hmas_checked``. So a cell of the
board is materialised, filled, checked and looked at by itself, and the graph keeps one node for each stage.
"""

from collections.abc import Sequence
from functools import cache

import dagster as dg

from assets.machinery import Stage
from pipelines.plan import Plan, Step


@cache
def partitions_of(name: str) -> dg.DynamicPartitionsDefinition:
    """The partitions of the asset ``name``; which there are, its instance of Dagster knows."""
    return dg.DynamicPartitionsDefinition(name=name)


def partition_of(step: Step) -> str:
    """The name of a step among the partitions of its stage's asset."""
    return "/".join(step.key.values())


def step_of(plan: Plan, stage: Stage, partition: str) -> Step | None:
    """The step that a partition is, or None where the plan has none of that name."""
    return next((step for step in plan.steps_of(stage.name) if partition_of(step) == partition), None)


def fill(instance: dg.DagsterInstance, plan: Plan, stages: Sequence[Stage]) -> None:
    """Makes the partitions of each stage's asset those that the plan has steps for; histories of others are kept."""
    for request in requests(instance, plan, stages):
        if isinstance(request, dg.AddDynamicPartitionsRequest):
            instance.add_dynamic_partitions(request.partitions_def_name, list(request.partition_keys))
        else:
            for key in request.partition_keys:
                instance.delete_dynamic_partition(request.partitions_def_name, key)


def requests(
    instance: dg.DagsterInstance, plan: Plan, stages: Sequence[Stage]
) -> list[dg.AddDynamicPartitionsRequest | dg.DeleteDynamicPartitionsRequest]:
    """Changes that :func:`fill` would make."""
    found: list[dg.AddDynamicPartitionsRequest | dg.DeleteDynamicPartitionsRequest] = []
    for stage in stages:
        if stage.matrix:
            there = instance.get_dynamic_partitions(stage.name)
            wanted = [partition_of(step) for step in plan.steps_of(stage.name)]
            definition = partitions_of(stage.name)
            if added := [key for key in wanted if key not in there]:
                found.append(definition.build_add_request(added))
            if gone := [key for key in there if key not in wanted]:
                found.append(definition.build_delete_request(gone))
    return found
