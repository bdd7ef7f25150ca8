"""Plug-ins of installed packages in a checkout: chosen by name, part of the identity, and old spellings are told."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from installed_package import leave_installed

from assets.machinery import CodeIdentity
from pipelines.code_identity import modules_of
from pipelines.compose import ConfigError, compose
from pipelines.composition import planned
from pipelines.preflight import check_systems
from pipelines.project import Project

ROOT = Path(__file__).parents[2]
BLIND = "class Blind:\n    def __init__(self, eyes=0): ...\n    def parse(self, drawing): ...\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Project:
    """A project with the configuration of this one."""
    shutil.copytree(ROOT / "conf", tmp_path / "checkout" / "conf")
    return Project(tmp_path / "checkout")


def install(folder: Path, patch: pytest.MonkeyPatch, version: str = "1.0") -> None:
    """Puts the package on the path, and those of other versions off it."""
    offered = {"diagramloop.parser": {"blind": "theirs:Blind"}, "diagramloop.metric": {"sizes": "theirs:SIZES"}}
    leave_installed(folder / version, "theirs", offered, version, BLIND)
    patch.syspath_prepend(str(folder / version))
    patch.delitem(sys.modules, "theirs", raising=False)


def test_a_parser_of_a_package_is_chosen_without_a_file_and_checked(
    checkout: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ConfigError, match="no parser 'blind'"):
        compose(checkout, ["parser=[blind]"])
    install(tmp_path, monkeypatch)
    params = compose(checkout, ["parser=[hmas_checked,blind]"])
    assert params["parsers"]["blind"] == {"make": "blind", "options": {}, "note": "", "ceiling": False}
    check_systems(checkout, planned(checkout, ["parser=[blind]"])[0])
    with pytest.raises(ConfigError, match=r"parser 'blind' .*its options are eyes"):
        check_systems(checkout, planned(checkout, ["parser=[blind]", "+parsers.blind.options.ears=2"])[0])


def test_the_file_in_conf_goes_before_the_name_of_a_package(
    checkout: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch)
    (checkout.conf / "parser" / "blind.yaml").write_text(
        "# @package parsers.blind\nmake: blind\noptions: {eyes: 2}\nnote: mine\n"
    )
    assert compose(checkout, ["parser=[blind]"])["parsers"]["blind"]["note"] == "mine"


@pytest.mark.long
def test_a_version_is_of_the_identity_of_who_uses_the_package(
    checkout: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for version in ("1.0", "2.0"):
        install(tmp_path, monkeypatch, version)
        params, plan = planned(checkout, ["parser=[hmas_checked,blind]", "source=[corpus]"])
        steps = {step.name: step for step in plan.steps}
        names = ("parsed_figures@corpus-blind", "parsed_figures@corpus-hmas_checked", "parsing_scores@corpus-gold")
        found.append({name: CodeIdentity(ROOT).of(modules_of(steps[name], params)) for name in names})
    first, second = found
    assert [name for name in first if first[name] != second[name]] == [
        "parsed_figures@corpus-blind",
        "parsing_scores@corpus-gold",  # its metrics may be the package's
    ]


def test_the_files_of_an_editable_installation_are_of_the_identity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch)
    (metadata,) = (tmp_path / "1.0").glob("*.dist-info")
    (metadata / "direct_url.json").write_text(json.dumps({"url": "file:///x", "dir_info": {"editable": True}}))
    digests = []
    for text in (BLIND, BLIND, f"{BLIND}# seen\n"):
        (tmp_path / "1.0" / "theirs.py").write_text(text)
        monkeypatch.syspath_prepend(str(tmp_path / str(len(digests))))  # another path is read anew
        digests.append(CodeIdentity(ROOT).of(["theirs:Blind"]))
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize(
    ("group", "line", "told"), [("parser", "call: mine:parse", "make"), ("source", "read: corpus", "make")]
)
def test_an_old_spelling_is_told_with_the_new_one(checkout: Project, group: str, line: str, told: str) -> None:
    (checkout.conf / group / "mine.yaml").write_text(f"# @package {group}s.mine\n{line}\n")
    with pytest.raises(ConfigError, match=f"`{line.partition(':')[0]}:` is called `{told}:` now"):
        compose(checkout, [f"{group}=[mine]"])
