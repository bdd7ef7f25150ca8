"""A small chart that every look draws."""

from __future__ import annotations

import pytest

from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import read_mermaid

CHART = """flowchart TD
subgraph s [Kitchen]
a[Boil water] --> b{Hot?}
b -->|no| a
end
b -->|yes| c([Pour])
"""


@pytest.fixture(scope="session")
def chart() -> FlowGraph:
    return read_mermaid(CHART)
