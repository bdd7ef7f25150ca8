"""Which charts were looked at or trained on while embedded systems were made, and which are held."""

from __future__ import annotations

import hashlib

from diagramloop.data.sources import Chart


def attribution_part(chart: str) -> str:
    """``held`` for 30 % of FlowExplainBench's charts by their ids, ``dev`` for the others."""
    return "held" if int(hashlib.sha256(chart.encode()).hexdigest()[:8], 16) % 10 < 3 else "dev"


def pfdial_part(chart: Chart) -> str:
    """``held`` for half of PFDial's charts by their text, ``dev`` for the others."""
    return "held" if int(hashlib.sha256(chart.mermaid.encode()).hexdigest(), 16) % 2 else "dev"
