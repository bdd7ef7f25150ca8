"""Every command that a page or the README shows exists, with its options, its configuration and its files."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name

import pytest
import typer

from diagramloop.data.sources.fetch import read_manifest
from docs.pages.command_reference import PROGRAMS
from pipelines.composition import planned
from pipelines.data import split_real_data
from pipelines.preflight import check_systems
from pipelines.project import Project

ROOT = Path(__file__).parents[2]
SHOWN = (
    "README.md",
    "diagramloop/corpus/README.md",
    "diagramloop/corpus/papers/README.md",
    *map(str, ROOT.glob("docs/**/*.md")),
    *map(str, ROOT.glob("design/*.md")),
)
CODE = re.compile(r"^```(\w*)\n(.*?)^```|`([^`\n]+(?:\n[^`\n]+)?)`", re.MULTILINE | re.DOTALL)
FOLDERS = ("benchmarks", "diagnosis", "docs.scripts")
KNOWN = re.compile(
    r"(diagramloop|make|python -m (pipelines|(diagramloop|benchmarks|diagnosis|docs\.scripts)\.\S+))( \S|$)"
)

OF_A_COMMIT = re.compile(r"python -m \S+@[0-9a-f]{8}( |$)")
"""Of a note: a script that stands in that commit and in no later one."""


def lines() -> Iterator[str]:
    """The lines of shell that are shown: of a console those behind its prompt, and code within a sentence."""
    for page in SHOWN:
        for language, fence, inline in CODE.findall((ROOT / page).read_text("utf-8")):
            if language == "console":
                yield from (line.removeprefix("$ ") for line in fence.splitlines() if line.startswith("$ "))
            elif language in ("", "sh"):
                yield from fence.splitlines() or [" ".join(inline.split())]


def commands() -> Iterator[str]:
    """The commands in them, without what is piped and without comments."""
    parts = (re.split(r"[|;<>]|&&|\s#\s", line)[0].strip() for line in lines())
    return (part for part in parts if KNOWN.match(part) and not OF_A_COMMIT.match(part))


def starting(*words: str) -> list[str]:
    return sorted({one for one in commands() if one.startswith(words)})


def check(program: str, arguments: list[str]) -> None:
    """The command is there, and so are the options given."""
    app = resolve_name(f"{PROGRAMS[program]}:app")
    command, words = typer.main.get_command(app), iter(arguments)
    known = {"--help", "--version"}
    while hasattr(command, "get_command"):
        word = next(words, None)
        if word is None or word.startswith("-"):
            assert word is None or word in known
            return
        inner = command.get_command(None, word)
        assert inner is not None, f"no command {word!r}"
        command = inner
    known |= {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    for word in words:
        assert not word.startswith("-") or word == "-" or word in known, f"no option {word!r}"


@pytest.mark.parametrize("command", starting("diagramloop "))
def test_diagramloop_has_what_is_shown(command: str) -> None:
    check("diagramloop", shlex.split(command)[1:])


@pytest.mark.parametrize("command", starting("python -m pipelines"))
def test_pipelines_has_what_is_shown(command: str) -> None:
    check("python -m pipelines", shlex.split(command)[3:])


def overrides(command: str) -> list[str]:
    """Return what a command overrides; an address and an experiment for the words that stand for one."""
    shown = command.replace("=URL", "=http://127.0.0.1/v1").replace("experiment=NAME", "experiment=quick")
    words = shlex.split(shown)
    if words[0] == "make":
        given = [word.removeprefix("ARGS=") for word in words if word.startswith("ARGS=")]
        words = [word for text in given for word in text.split()]
    return [word for word in words if word.startswith("~") or ("=" in word and not word.startswith("-"))]


@pytest.mark.parametrize("command", starting("make "))
def test_make_has_what_is_shown(command: str, root: Path) -> None:
    target = shlex.split(command)[1]
    assert re.search(rf"^{re.escape(target)}:", (root / "Makefile").read_text("utf-8"), re.MULTILINE)


COMPOSED = starting("make leaderboard", "make quick", "python -m pipelines refresh", "python -m pipelines compose")


@pytest.mark.parametrize("command", COMPOSED)
def test_what_is_shown_can_start(command: str, project: Project, examples: Path) -> None:
    check_systems(project, planned(project, split_real_data(overrides(command))[0])[0])


def test_commands_with_overrides_are_among_those_that_start() -> None:
    refreshed = [command for command in COMPOSED if command.startswith("python -m") and overrides(command)]
    assert any("experiment=build_benchmark" in command for command in refreshed)
    assert overrides('make quick ARGS="a=1 ~b"') == ["a=1", "~b"]
    assert overrides("python -m pipelines refresh --in /tmp/try a.b=3 'c=\"30 5\"'") == ["a.b=3", 'c="30 5"']


@pytest.mark.parametrize("command", starting("python -m diagramloop.engines.training "))
def test_trainings_that_are_shown_can_be_called(command: str) -> None:
    from diagramloop.engines.training.__main__ import app

    known = {one.name or one.callback.__name__ for one in app.registered_commands if one.callback}
    assert command.split()[3] in known


@pytest.mark.parametrize("command", starting("python -m diagramloop.data.sources"))
def test_manifests_that_are_fetched_exist(command: str) -> None:
    module, name, *_ = command.split()[2:]
    assert module == "diagramloop.data.sources.fetch"
    assert name.isupper() or read_manifest(name).name == name


@pytest.mark.parametrize("command", starting(*(f"python -m {folder}." for folder in FOLDERS)))
def test_scripts_that_are_named_exist(command: str, root: Path) -> None:
    module = command.split()[2]
    script = root / module.replace(".", "/")
    assert module.endswith(".NAME") or script.with_suffix(".py").is_file() or (script / "__main__.py").is_file()
