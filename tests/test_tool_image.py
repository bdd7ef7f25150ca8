"""The image of the tool alone, as far as that is seen without building it: what it is made of, and its size.

No test builds it: that needs a container engine and a network.
"""

from __future__ import annotations

import json
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from dockerfile_parse import DockerfileParser
from packaging.requirements import Requirement

from diagramloop.cli._app import command_named

ROOT = Path(__file__).parents[1]
IMAGE = ROOT / "deployment" / "tool.Dockerfile"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MOST_MEGABYTES = 900
BASE_MEGABYTES = 200  # the slim image and the packages of Debian, generously
BYTECODE_SHARE = 1.25  # of the size of packages, once their modules are compiled


def instructions() -> list[tuple[str, str]]:
    parser = DockerfileParser(fileobj=IMAGE.open("rb"))
    return [(found["instruction"], found["value"]) for found in parser.structure]


def arguments() -> dict[str, str]:
    return dict(value.split("=", 1) for name, value in instructions() if name == "ARG")


def test_it_is_made_of_what_is_there_for_a_user_who_is_not_root() -> None:
    found = instructions()
    copied = [value for kind, value in found if kind == "COPY" and not value.startswith("--from")]
    sources = [name for value in copied for name in value.split()[:-1]]
    assert all((ROOT / name).exists() for name in sources)
    listed = IMAGE.with_suffix(".Dockerfile.dockerignore").read_text(encoding="utf-8").split()
    assert {name.removeprefix("!") for name in listed if name.startswith("!")} == set(sources)
    assert {value.split()[0] for kind, value in found if kind == "FROM"} == {"python:3.11.7-slim-bookworm"}
    assert [value for kind, value in found if kind == "USER"] == ["worker"]
    assert f"UV := uv=={arguments()['UV']}" in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert set(arguments()["EXTRAS"].split(",")) < set(PROJECT["optional-dependencies"])


def test_what_it_runs_is_a_command_with_its_options() -> None:
    found = dict(instructions())
    (program,) = json.loads(found["ENTRYPOINT"])
    assert program in PROJECT["scripts"]
    name, *words = json.loads(found["CMD"])
    command = command_named(name)
    with command.make_context(name, words) as context:
        assert context.params["host"] == "0.0.0.0"
        assert str(context.params["port"]) == found["EXPOSE"]


def declared(extras: set[str]) -> list[Requirement]:
    """The requirements of the project itself, as its file has them now."""
    found = [*PROJECT["dependencies"], *(one for extra in extras for one in PROJECT["optional-dependencies"][extra])]
    wanted = [Requirement(one) for one in found]
    more = {extra for one in wanted if one.name == PROJECT["name"] for extra in one.extras} - extras
    return declared(extras | more) if more else [one for one in wanted if one.name != PROJECT["name"]]


def needed(extras: set[str]) -> dict[str, Distribution]:
    """The packages that the image has, as they are installed here."""
    waiting, seen, found = declared(extras), set[tuple[str, str]](), dict[str, Distribution]()
    while waiting:
        wanted = waiting.pop()
        try:
            found[wanted.name.lower()] = package = distribution(wanted.name)
        except PackageNotFoundError:
            pytest.skip(f"{wanted.name} is not installed: pip install -e '.[dev]'")
        for extra in {"", *wanted.extras} - {known for name, known in seen if name == wanted.name}:
            seen.add((wanted.name, extra))
            requirements = map(Requirement, package.requires or ())
            waiting += [one for one in requirements if one.marker is None or one.marker.evaluate({"extra": extra})]
    return found


def test_it_has_no_torch_and_keeps_within_its_size() -> None:
    packages = needed(set(arguments()["EXTRAS"].split(",")))
    assert {"starlette", "mcp", "pdfplumber", "python-pptx", "onnxruntime"} <= set(packages)
    assert not {"torch", "dagster", "dvc", "mlflow"} & set(packages)
    sizes = {name: sum(file.size or 0 for file in found.files or ()) for name, found in packages.items()}
    own = sum(file.stat().st_size for file in (ROOT / "diagramloop").rglob("*") if file.is_file())
    megabytes = BASE_MEGABYTES + BYTECODE_SHARE * (sum(sizes.values()) + own) / 1e6
    assert megabytes < MOST_MEGABYTES, sorted(sizes.items(), key=lambda item: -item[1])[:8]
