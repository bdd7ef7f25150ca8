"""Scripts for people: each says how it is used, is listed once, and imports no other script."""

from __future__ import annotations

import ast
import re
import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "benchmarks": "benchmarks/README.md",
    "benchmarks/training": "benchmarks/README.md",
    "diagnosis": "diagnosis/README.md",
    "docs/scripts": "docs/scripts/README.md",
}
ELSEWHERE = ("open_clip", "playwright", "sklearn", "torch")  # what some scripts need and not every environment has


def scripts(folder: str) -> list[str]:
    modules = [path.stem for path in (ROOT / folder).glob("[a-z]*.py")]
    packages = [path.parent.name for path in (ROOT / folder).glob("*/__main__.py")]
    return [f"{folder.replace('/', '.')}.{name}" for name in sorted(modules + packages)]


EVERY = [module for folder in FOLDERS for module in scripts(folder)]


@pytest.mark.parametrize("module", EVERY)
def test_a_script_says_how_it_is_used(
    module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [module, "--help"])
    monkeypatch.setattr(sys, "path", [*sys.path])
    try:
        with pytest.raises(SystemExit) as left:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ELSEWHERE:
            pytest.skip(f"needs {error.name}")
        raise
    assert left.value.code in (0, None)
    assert "usage" in capsys.readouterr().out.lower()


@pytest.mark.parametrize("page", sorted(set(FOLDERS.values())))
def test_the_tables_list_just_the_scripts_there_are(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    listed = re.findall(r"^\| .* \| `[^`]*python -m ([\w.]+)", text, re.MULTILINE)
    assert sorted(listed) == sorted(m for folder, its in FOLDERS.items() if its == page for m in scripts(folder))


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_script_imports_another(folder: str) -> None:
    """Modules that scripts share have names that begin with an underscore; none comes by a changed path."""
    for path in (ROOT / folder).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not set(names) & set(EVERY), (path.name, names)
            assert not set(names) & {module.rpartition(".")[2] for module in EVERY}, (path.name, names)
