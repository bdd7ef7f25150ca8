"""The bill of materials and the licences: every package is in it, and none asks more of a user than we do."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from email.message import Message
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from deployment import bill_of_materials
from deployment.bill_of_materials import UNKNOWN, Licence, closure, licence_of

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


class Package(Distribution):
    """A package that says this of itself."""

    def __init__(self, folder: Path, **fields: str) -> None:
        self._folder, self._fields = folder, fields

    @property
    def metadata(self) -> Any:
        told = Message()
        for name, value in self._fields.items():
            told[name.replace("_", "-")] = value
        return told

    def read_text(self, filename: str) -> str | None:
        return "LICENSE.txt,,\n" if filename == "RECORD" else None

    def locate_file(self, path: Any) -> Any:
        return self._folder / path


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ({"License_Expression": "MIT OR GPL-2.0-only", "License": "GPL"}, Licence("MIT OR GPL-2.0-only", is_spdx=True)),
        ({"License": "BSD"}, Licence("BSD")),
        ({"License": "UNKNOWN", "Classifier": "License :: OSI Approved :: MIT License"}, Licence("MIT License")),
        ({"License": "The text\nof it", "Classifier": "License :: OSI Approved"}, Licence("The text")),
        ({}, Licence(UNKNOWN, file="Do what you like")),
    ],
)
def test_what_a_package_says_of_its_licence(tmp_path: Path, fields: dict[str, str], licence: Licence) -> None:
    (tmp_path / "LICENSE.txt").write_text("\n  Do what you like\n...", encoding="utf-8")
    assert licence_of(Package(tmp_path, **fields)) == licence


@pytest.mark.parametrize(
    ("name", "strong"),
    [
        ("GPL-3.0-only", True),
        ("AGPL-3.0-or-later", True),
        ("GNU Affero General Public License v3", True),
        ("GPLv2 with linking exception", True),
        ("GPL-2.0-only OR AGPL-3.0-only", True),
        ("LGPL-2.1-only", False),
        ("GNU Lesser General Public License v3", False),
        ("Apache-2.0 OR GPL-2.0-or-later", False),
        ("GPLv2 | EPLv1", False),
    ],
)
def test_strong_is_who_leaves_no_other_choice(name: str, strong: bool) -> None:
    assert Licence(name).is_strong is strong


def needed(*extras: str) -> dict[str, Distribution]:
    return closure([Requirement(f"{PROJECT['name']}[{','.join(extras)}]")])


def test_nothing_that_the_library_or_a_service_needs_is_under_gpl_or_agpl() -> None:
    packages = needed("serve", "mcp", "documents", "editors", "chat", "papers")
    assert {canonicalize_name(Requirement(one).name) for one in PROJECT["dependencies"]} <= packages.keys()
    assert [name for name, package in packages.items() if licence_of(package).is_strong] == []
    undeclared = {
        name: licence_of(package).file for name, package in packages.items() if licence_of(package).name == UNKNOWN
    }
    polyleven = "Copyright (c) 2021 Fujimoto Seiji <fujimoto@ceptord.net>"  # and the text of the MIT licence
    assert undeclared == {"polyleven": polyleven, "quickjs-ng": "MIT License"}


def test_of_the_pipeline_one_package_is_and_it_may_be_linked_to() -> None:
    strong = {
        name: licence_of(package).name for name, package in needed("pipeline").items() if licence_of(package).is_strong
    }
    assert strong == {"pygit2": "GPLv2 with linking exception"}


def test_the_files_name_every_package_once_with_its_licence(tmp_path: Path) -> None:
    command = [sys.executable, bill_of_materials.__file__]
    for folder in ("a", "b"):
        subprocess.run([*command, str(tmp_path / folder)], check=True)
    content = (tmp_path / "a/sbom.cdx.json").read_bytes()
    assert content == (tmp_path / "b/sbom.cdx.json").read_bytes()
    bill = json.loads(content)
    assert (bill["bomFormat"], bill["metadata"]["component"]["name"]) == ("CycloneDX", "diagramloop")
    installed = {canonicalize_name(package.name) for package in distributions()} - {"diagramloop"}
    assert sorted(canonicalize_name(one["name"]) for one in bill["components"]) == sorted(installed)
    assert all(one["licenses"] for one in bill["components"])
    known = {one["bom-ref"] for one in bill["components"]} | {bill["metadata"]["component"]["bom-ref"]}
    assert {one["ref"] for one in bill["dependencies"]} == known
    assert {to for one in bill["dependencies"] for to in one["dependsOn"]} <= known
    listed = (tmp_path / "a/third-party-licences.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in listed.splitlines() if line.startswith("| ")][1:]
    assert [name.removeprefix("| ") for name, _, _ in rows] == sorted(installed)
    assert ["| quickjs-ng", "UNKNOWN; its file: MIT License |"] in [[name, words] for name, _, words in rows]
