"""Plug-ins by name: the library's own and others', and what is told of those that are not as they should be."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from installed_package import leave_installed

from diagramloop.by_name import NoSuchSystemError, standing_at
from diagramloop.doors.cli._app import app
from diagramloop.engines.extract import EXTRACTORS, Extraction, Extractor
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.formats import FORMATS, format_named, format_of
from diagramloop.plugins import OWN, offers
from diagramloop.scores import METRICS
from diagramloop.scores.registry import is_own

ROOT = Path(__file__).parents[2]
GROUP = EXTRACTORS.group
Installed = Callable[..., None]
THEIRS = """
from diagramloop.graph import FlowGraph
from diagramloop.graph.formats import Format, Written
from diagramloop.scores import Compared, MetricFamily
from diagramloop.scores.metric import chart_mean
LINES = Format("lines", (".lines",), lambda text: FlowGraph(title=text), lambda graph: Written(graph.title, ()))
SIZES = MetricFamily(Compared.GRAPH, (chart_mean("theirs/size", lambda c: 1.0, "one", "nobody"),))
TAKEN = MetricFamily(Compared.GRAPH, (chart_mean("node_f1", lambda c: 0.0, "nought", "nobody"),))
"""


class Own:
    """An extractor from outside."""

    name = "own"

    def __init__(self, title: str = "") -> None:
        self.title = title

    def extract(self, text: str) -> Extraction:
        return Extraction(FlowGraph(title=self.title))


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """Installs packages where Python finds them."""

    def install(name: str, offered: dict[str, dict[str, str]], **told: Any) -> None:
        leave_installed(tmp_path / name, name, offered, **told)
        monkeypatch.syspath_prepend(str(tmp_path / name))
        monkeypatch.delitem(sys.modules, name, raising=False)

    return install


def test_every_own_plug_in_is_declared_in_pyproject_and_stands_where_it_says() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    others = {"markitdown.plugin", "docling", "inspect_ai"}  # groups of other programs, whose plug-ins we are
    declared = {group: names for group, names in declared.items() if group not in others}
    found = {(offer.group, offer.name, offer.place) for offer in offers() if offer.own}
    assert found == {(group, name, place) for group, names in declared.items() for name, place in names.items()}
    for _, _, place in found:
        standing_at(place)


@pytest.mark.parametrize("name", ["nothing", "nowhere:Nothing", "diagramloop.engines.extract:Nothing", ":"])
def test_what_is_not_there_is_missing(name: str) -> None:
    with pytest.raises(DiagramloopError) as caught:
        EXTRACTORS.made(name)
    assert caught.value.reason is RejectionReason.MISSING


def test_a_misspelt_name_is_told_with_what_there_is() -> None:
    told = r"no extractor 'zero_short'; did you mean 'zero_shot'\?; there are .*few_shot"
    with pytest.raises(NoSuchSystemError, match=told):
        EXTRACTORS.made("zero_short")


@pytest.mark.parametrize("name", ["diagramloop.graph:FlowGraph", "builtins:__name__"])
def test_something_else_is_no_extractor(name: str) -> None:
    with pytest.raises(DiagramloopError, match="makes no extractor") as caught:
        EXTRACTORS.made(name)
    assert caught.value.reason is RejectionReason.INVALID


def test_a_name_of_a_package_and_a_place_make_the_same(installed: Installed) -> None:
    installed("theirs", {GROUP: {"own": f"{__name__}:Own"}})
    for name in ("own", f"{__name__}:Own"):
        made = EXTRACTORS.made(name, title="mine")
        assert isinstance(made, Extractor)
        assert made.extract("").graph.title == "mine"
    assert list(EXTRACTORS)[-1] == "own"


def test_a_broken_plug_in_costs_its_own_name_alone(installed: Installed) -> None:
    installed("theirs", {GROUP: {"own": f"{__name__}:Own", "gone": "no_such_module:Gone"}})
    told = r"no extractor 'gone', which theirs 1\.0 offers.*no_such_module"
    with pytest.raises(DiagramloopError, match=told) as caught:
        EXTRACTORS.made("gone")
    assert caught.value.reason is RejectionReason.MISSING
    assert EXTRACTORS.made("own")


ENDS = [
    "import sys\nsys.exit(0)",
    "raise SystemExit",
    "raise GeneratorExit",
    "raise BaseException('x')",
    "raise RuntimeError('x')",
    "1 +",
    "def __getattr__(name):\n    raise SystemExit(0)",
]


@pytest.mark.parametrize("module", ENDS)
def test_a_plug_in_that_ends_itself_costs_its_own_name_alone(
    installed: Installed, module: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    installed("theirs", {FORMATS.group: {"theirs": "theirs:LINES"}}, module=module)
    (broken,) = [made for offer, made in FORMATS.objects() if offer.name == "theirs"]
    assert isinstance(broken, DiagramloopError)
    chart = tmp_path / "a.mmd"
    chart.write_text("flowchart TD\n a --> b\n", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        app(["convert", str(chart), "--to", "dot"])
    assert ended.value.code == 0
    assert "digraph" in capsys.readouterr().out


def test_who_interrupts_an_import_ends_it(installed: Installed) -> None:
    installed("theirs", {FORMATS.group: {"theirs": "theirs:LINES"}}, module="raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        list(FORMATS.objects())


@pytest.mark.parametrize(("name", "both"), [("own", ("theirs", "others")), ("embedded", ("diagramloop", "theirs"))])
def test_a_name_that_two_packages_claim_is_refused_when_it_is_asked_for(
    installed: Installed, name: str, both: tuple[str, str]
) -> None:
    for package in {"theirs", *both} - {OWN}:
        installed(package, {GROUP: {name: f"{__name__}:Own", f"of_{package}": f"{__name__}:Own"}})
    with pytest.raises(DiagramloopError, match=f"the extractor {name!r} is claimed by ") as caught:
        EXTRACTORS.made(name)
    assert all(package in str(caught.value) for package in both)
    assert EXTRACTORS.made("of_theirs")
    assert EXTRACTORS.made("text2flow", builder=f"{__name__}:Own")


def test_of_two_installations_of_a_package_the_first_on_the_path_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("1.0", "2.0"):
        leave_installed(tmp_path / version, "theirs", {GROUP: {"own": f"{__name__}:Own"}}, version)
        monkeypatch.syspath_prepend(str(tmp_path / version))
    assert [offer.version for offer in offers(GROUP) if not offer.own] == ["2.0"]
    assert EXTRACTORS.made("own")


def test_an_own_plug_in_that_the_installation_does_not_know_yet_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("diagramloop.plugins._scanned", lambda path: ())
    with pytest.raises(NoSuchSystemError, match=r"older than .*pyproject\.toml, .*: install diagramloop again"):
        EXTRACTORS.made("embedded")


def test_a_format_of_a_package_is_read_and_written_as_any(installed: Installed) -> None:
    installed("theirs", {FORMATS.group: {"lines": "theirs:LINES", "gone": "theirs:GONE"}}, module=THEIRS)
    assert format_of("a.lines") == "lines"
    assert format_of("a.json") == "json"
    assert format_named("lines").read("a").title == "a"
    with pytest.raises(DiagramloopError, match="'gone'"):
        format_named("gone")


def test_metrics_of_a_package_come_last_and_hide_none_of_the_library(
    installed: Installed, caplog: pytest.LogCaptureFixture
) -> None:
    before = list(METRICS)
    installed("theirs", {"diagramloop.metric": {"sizes": "theirs:SIZES", "taken": "theirs:TAKEN"}}, module=THEIRS)
    assert list(METRICS) == [*before, "theirs/size"]
    assert not is_own("theirs/size")
    assert is_own("node_f1")
    assert "diagramloop has a metric 'node_f1' already" in caplog.text
