"""The size of each room in substance: nodes of syntax trees, which no layout of lines makes fewer."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
BUDGETS = Path(__file__).with_name("budgets.yaml")
SLACK = 1_000  # nodes that a room may be below its budget: then the budget goes down


STOREYS = {"base", "data", "doors", "engines"}  # folders of the library that hold rooms


def room_of(path: Path) -> str:
    """A folder of the library is a room; what lies beside them is one, and so are ``assets`` and ``pipelines``."""
    folders = path.relative_to(ROOT).parts[:-1]
    if folders[0] != "diagramloop":
        return folders[0]
    if len(folders) > 1 and folders[1] in STOREYS:
        return "/".join(folders[:3])
    return "/".join(folders[:2])


def sizes() -> Counter[str]:
    """The nodes of each room."""
    nodes: Counter[str] = Counter()
    for top in ("assets", "diagramloop", "pipelines"):
        for path in (ROOT / top).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            nodes[room_of(path)] += sum(1 for _ in ast.walk(tree))
    return nodes


def test_each_room_keeps_its_budget() -> None:
    budgets: dict[str, int] = yaml.safe_load(BUDGETS.read_text(encoding="utf-8"))
    nodes = sizes()
    assert budgets.keys() == nodes.keys()
    over = {room: count for room, count in nodes.items() if count > budgets[room]}
    assert over == {}, "make it smaller, or raise the budget with a reason in its line"
    loose = {room: count for room, count in nodes.items() if count < budgets[room] - SLACK}
    assert loose == {}, "lower the budget"
