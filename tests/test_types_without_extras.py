"""The type checker says the same whatever extras are installed: it looks into none of what they bring."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]
NOT_EVERYWHERE = ("models", "training", "tuning")  # `make test` does without
EVERYWHERE = ("chat", "dev", "extraction", "merman", "papers", "pipeline", "serve", "talk")
SKIPPED = next(rule["module"] for rule in PROJECT["tool"]["mypy"]["overrides"] if rule.get("follow_imports") == "skip")


def named(extra: str) -> set[str]:
    return {re.split(r"[^A-Za-z0-9._-]", wanted)[0].lower() for wanted in EXTRAS[extra]}


def imported() -> set[str]:
    """Top-level names of all that the library imports, at the top of files and within functions."""
    names = set()
    for path in ROOT.glob("diagramloop/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
    return {name.partition(".")[0] for name in names}


def test_what_extras_bring_is_not_looked_into() -> None:
    extras = set[str]().union(*map(named, NOT_EVERYWHERE)).difference(*map(named, EVERYWHERE))
    brought_by = packages_distributions()
    found = {
        n for n in imported() if n.replace("_", "-") in extras or extras & {d.lower() for d in brought_by.get(n, ())}
    }
    assert {"onnx", "torch", "transformers"} <= found
    assert {name for name in found if f"{name}.*" not in SKIPPED} == set()
