"""No function and no statement of the packages holds more than a person takes in; names say what a thing is.

What is over a cap is listed in ``oversize.yaml``; a name leaves the list and none enters.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PACKAGES = ("assets", "diagramloop", "pipelines")
LISTED = yaml.safe_load(Path(__file__).with_name("oversize.yaml").read_text(encoding="utf-8"))
FUNCTION_NODES, FUNCTION_BRANCHES, STATEMENT_NODES = 300, 12, 60
NO_NAMES = frozenset({"at", "found", "made", "one", "ones", "said", "told"})
"""How a writer came upon a thing, not what it is (CONTRIBUTING.md, Words)."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
_BRANCHES = (
    *(ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.match_case),
    *(ast.comprehension, ast.Assert),
)


def trees() -> Iterator[tuple[str, ast.Module]]:
    """The syntax tree of each module of the packages, by its path."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def nodes(tree: ast.AST) -> int:
    return sum(1 for _ in ast.walk(tree))


def branches(tree: ast.AST) -> int:
    """Places where the way divides: a comprehension and its conditions, each further operand of ``and`` and ``or``."""
    count = 0
    for node in ast.walk(tree):
        if isinstance(node, _BRANCHES):
            count += 1
        if isinstance(node, ast.comprehension):
            count += len(node.ifs)
        if isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
    return count


def large_functions(tree: ast.Module) -> set[str]:
    functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
    return {f.name for f in functions if nodes(f) > FUNCTION_NODES or branches(f) > FUNCTION_BRANCHES}


def large_statements(tree: ast.Module) -> int:
    """Statements without statements in them that are over the cap; tables of a module are data."""
    inside = [s for f in ast.walk(tree) if isinstance(f, Function) for s in ast.walk(f) if isinstance(s, ast.stmt)]
    return sum(1 for s in set(inside) if not hasattr(s, "body") and nodes(s) > STATEMENT_NODES)


def poor_names(tree: ast.Module) -> int:
    """Places where a local is bound to a name that says nothing."""
    stored = (node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return sum(1 for name in stored if name in NO_NAMES)


def room_of(path: str) -> str:
    return "/".join(Path(path).parts[:-1][:3])


def by_room(count: dict[str, int]) -> dict[str, int]:
    rooms: Counter[str] = Counter()
    for path, number in count.items():
        rooms[room_of(path)] += number
    return {room: number for room, number in sorted(rooms.items()) if number}


def test_no_function_is_over_the_caps() -> None:
    over = {f"{path}:{name}" for path, tree in trees() for name in large_functions(tree)}
    listed = set(LISTED["functions"])
    assert over - listed == set(), "divide it; the list only becomes shorter"
    assert listed - over == set(), "they are small enough now: take them from tests/oversize.yaml"


@pytest.mark.parametrize(("what", "count"), [("statements", large_statements), ("names", poor_names)])
def test_statements_and_names_get_no_worse(what: str, count: object) -> None:
    assert callable(count)
    rooms = by_room({path: count(tree) for path, tree in trees()})
    worse = {room: number for room, number in rooms.items() if number > LISTED[what].get(room, 0)}
    assert worse == {}, f"{what} in tests/oversize.yaml only become fewer"
    better = {room: number for room, number in LISTED[what].items() if number > rooms.get(room, 0)}
    assert better == {}, f"they are fewer now: lower the numbers of {what} in tests/oversize.yaml"


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("if a and b or c: pass", 4 - 1),
        ("x = [i for i in y if i if not i]", 3),
        ("for i in y:\n    x = 1 if i else 2", 2),
        ("try:\n    x()\nexcept E:\n    pass\nmatch x:\n    case 1: pass\n    case _: pass", 3),
    ],
)
def test_branches_count_comprehensions_and_operands(body: str, count: int) -> None:
    assert branches(ast.parse(body)) == count


@pytest.mark.parametrize(("more", "over"), [(0, set()), (1, {"f"})])
def test_the_cap_sees_one_node_too_many(more: int, over: set[str]) -> None:
    empty = ast.parse("def f():\n    pass\n")
    (function,) = empty.body
    filler = FUNCTION_NODES - nodes(function)
    lines = "    pass\n" * (filler + more)
    assert large_functions(ast.parse(f"def f():\n    pass\n{lines}")) == over


def test_a_name_that_says_nothing_is_seen_wherever_it_is_bound() -> None:
    tree = ast.parse("found = 1\nfor one in y: pass\nx = [at for at in y]\nwith z() as told: pass\nnode = found")
    assert poor_names(tree) == 4
