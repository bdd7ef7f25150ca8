"""The image of the tool alone, as far as that is seen without building it: what it is made of, and its size.

No test builds it: that needs a container engine and a network.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path, PurePath

import pytest
from dockerfile_parse import DockerfileParser
from packaging.requirements import Requirement

from deployment.bill_of_materials import closure
from diagramloop.doors.cli._app import command_named

ROOT = Path(__file__).parents[1]
IMAGE = ROOT / "deployment" / "tool.Dockerfile"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MOST_MEGABYTES = 900
BASE_MEGABYTES = 145  # the slim image and the packages of Debian
LEFT_OUT, LEFT_OUT_FOLDERS = "pyarrow", {"tests", "include"}  # a package that no service needs; folders


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
    assert {value.split()[0] for kind, value in found if kind == "FROM"} == {"python:3.11-slim-bookworm"}
    assert [value for kind, value in found if kind == "USER"] == ["worker"]
    assert all("constraints hashes.txt" in value for kind, value in found if kind == "RUN" and "uv pip" in value)
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
    try:
        return closure(declared(extras))
    except PackageNotFoundError as error:
        pytest.skip(f"{error.name} is not installed: pip install -e '.[dev]'")


@pytest.fixture(scope="module")
def loaded() -> list[Path]:
    """The modules that services load, without what the image leaves out."""
    code = f"""
import sys
sys.modules["{LEFT_OUT}"] = None  # as if it were not installed
from diagramloop.doors.cli import attribute, convert, mcp, parse, read, score, serve
from diagramloop.doors.serve import agent_tools, api, dropped, mcp_server
from diagramloop.doors.services import OPERATIONS
from diagramloop.engines.documents import docx_blocks, pdf_blocks, pptx_blocks
[one.function for one in OPERATIONS.values()]
print(*(module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)), sep=chr(10))
"""
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    return list(map(Path, told.splitlines()))


def is_left_out(path: PurePath) -> bool:
    return bool(LEFT_OUT_FOLDERS & set(path.parts[:-1])) or path.suffix == ".pyc"


def test_no_service_needs_what_the_image_leaves_out(loaded: list[Path]) -> None:
    assert len(loaded) > 500
    within = [(place, place.parts.index("site-packages")) for place in loaded if "site-packages" in place.parts]
    packages = [PurePath(*place.parts[at:]) for place, at in within]
    assert packages
    assert [place for place in packages if is_left_out(place)] == []


def test_it_has_no_torch_and_keeps_within_its_size(loaded: list[Path]) -> None:
    packages = needed(set(arguments()["EXTRAS"].split(",")))
    assert {"starlette", "mcp", "pdfplumber", "python-pptx", "onnxruntime", "pygraphviz"} <= set(packages)
    assert not {"torch", "dagster", "dvc", "mlflow", LEFT_OUT} & set(packages)
    made = " ".join(value for kind, value in instructions() if kind == "RUN")
    assert all(f"-name {folder}" in made for folder in LEFT_OUT_FOLDERS)
    sizes = {
        name: sum(file.size or 0 for file in found.files or () if not is_left_out(file))
        for name, found in packages.items()
    }
    own = (file for file in (ROOT / "diagramloop").rglob("*") if file.is_file() and file.suffix != ".pyc")
    sizes["diagramloop"] = sum(file.stat().st_size for file in own)
    sizes["what is compiled"] = sum(place.stat().st_size for place in loaded if place.suffix == ".py")
    megabytes = BASE_MEGABYTES + sum(sizes.values()) / 1e6
    assert megabytes < MOST_MEGABYTES, sorted(sizes.items(), key=lambda item: -item[1])[:8]
