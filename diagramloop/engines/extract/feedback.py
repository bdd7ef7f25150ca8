"""Remarks of the evaluation sandbox on a graph: feedback items (text2flow, Section 4.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from diagramloop.graph import FlowGraph

Repair = Callable[[FlowGraph], FlowGraph]
"""Carries a suggestion out on the graph it was made for; raises GraphError where it no longer fits."""


@dataclass(frozen=True)
class Feedback:
    """One suggestion f, in words, and for the embedded refiner as an operation.

    Attributes:
        text: what is wrong and how to mend it, as the next prompt is to say it.
        structural: True for feedback of the simulation agent (F^stru), False for the semantic agent's (F^sem).
        frequency: u(f) of Equation 6; 0 for logical feedback.
        repair: the suggestion as an operation; None where it can only be said.
    """

    text: str
    structural: bool
    frequency: float = 0.0
    repair: Repair | None = None
