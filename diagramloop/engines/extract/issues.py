"""Faults of a procedural graph that is executed: the structured issues of text2flow, Section 4.3.1."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class IssueKind(StrEnum):
    """The kind of a fault; the value is the words for a reader."""

    NO_START = "no Start"
    NO_END = "no End"
    UNREACHABLE_NODE = "unreachable node"  # no path from a Start leads to it
    DEAD_NODE = "dead node"  # a path leads to it, and no run gets there
    NO_PATH_TO_END = "no path to End"  # the flow stops at a node that is no End
    ENDLESS_LOOP = "endless loop"  # a loop that nothing leads out of
    JOIN_NEVER_FIRES = "join that never fires"
    DEADLOCK = "deadlock"  # a join that waits in vain in some runs
    LACK_OF_SYNCHRONISATION = "lack of synchronisation"  # parallel branches merged without waiting
    IMPROPER_COMPLETION = "improper completion"  # the same End is reached more than once in a run
    IMPLICIT_SPLIT = "branching without a gateway"
    GATEWAY_WITH_ONE_BRANCH = "gateway with one branch"
    MISSING_CONDITION = "missing condition"
    DUPLICATE_BRANCHES = "duplicate branches"
    SAME_CONDITION = "branches under the same condition"
    START_WITH_INCOMING = "Start with an incoming flow"
    END_WITH_OUTGOING = "End with an outgoing flow"
    UNATTACHED_CONSTRAINT = "unattached constraint"  # a data object or annotation of no action


@dataclass(frozen=True)
class GatewayChoice:
    """The choice of a gateway in a run.

    Attributes:
        gateway: its node id.
        branches: the target ids of the flows taken, in the graph's order.
    """

    gateway: str
    branches: tuple[str, ...]


@dataclass(frozen=True)
class Issue:
    """One structured issue (tau, i, c), with how often it is met.

    Attributes:
        kind: what goes wrong.
        nodes: where, by id; the node at fault first.
        message: what goes wrong, in a sentence.
        trace: tau, the run that meets it most often, as node ids in the order of execution; empty where no
            run does, as with a node that nothing leads to.
        choices: c, what the gateways of the trace chose.
        share: of the trials that meet it. What no single run can meet (a node nothing leads to, no End) is
            missed by all of them: 1.
        frequency: u(f) of Equation 6: its share over the sum of all issues' shares.
    """

    kind: IssueKind
    nodes: tuple[str, ...]
    message: str
    trace: tuple[str, ...] = ()
    choices: tuple[GatewayChoice, ...] = ()
    share: float = 1.0
    frequency: float = 0.0
