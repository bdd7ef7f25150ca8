"""Each agent's thresholds: of the kind and unit that their names say, all in use, and given by plain configuration."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from diagramloop import parse as parser
from diagramloop.engines.parse import HMAS, parse
from diagramloop.engines.parse._agents import ROLES as AGENT_ROLES
from diagramloop.engines.parse.blackboard import RGB, Coded
from diagramloop.engines.parse.settings import Settings
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Edge, FlowGraph

UNITS = ("heights", "widths", "strokes", "dashes", "dots", "thicknesses", "cores", "sides", "px", "levels", "share")
UNITS += (
    "ratio",
    "quantile",
    "percentile",
    "count",
    "rad",
    "deg",
    "sine",
    "cost",
    "bits",
    "blurs",
    "borders",
    "deviations",
)
UNITS += ("grains", "places", "setbacks", "shafts", "slacks", "wings")
ROLES = tuple(AGENT_ROLES)
ROOMS = [
    path.read_text(encoding="utf-8")
    for path in Path(inspect.getfile(parser)).parent.rglob("*.py")
    if "settings" not in path.parts[-1] and "settings" not in path.parts[-2]
]


def thresholds(settings: Settings, place: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in settings:
        if isinstance(value, Settings):
            yield from thresholds(value, f"{place}{name}.")
        else:
            yield from ((f"{place}{name}", one) for one in (value if isinstance(value, tuple) else (value,)))


@pytest.mark.parametrize("part", [*ROLES, "page"])
def test_each_threshold_is_a_number_of_its_kind_that_is_used(part: str) -> None:
    usual = HMAS().page if part == "page" else getattr(HMAS(), part).settings
    assert type(usual).of(usual.model_dump()) == usual  # what a field starts with is not checked on its own
    for place, value in thresholds(usual):
        if isinstance(value, bool):
            continue  # a switch has no unit
        name = place.rpartition(".")[2]
        assert name.rpartition("_")[2] in UNITS, place
        assert math.isfinite(value), place
        assert value >= 0, place
        assert any(re.search(rf"\.{name}\b", room) for room in ROOMS), f"{place} decides nothing"


@pytest.fixture
def chart(sheet: Callable[..., Any]) -> RGB:
    page = sheet(scale=2.0)
    page.box(50, 150, 150, 220)
    page.box(400, 150, 500, 220)
    page.arrow((150, 185), (400, 185))
    for x, text in ((60, "one"), (410, "two"), (190, "then")):
        place = (2 * x, 380 if text != "then" else 350)
        cv2.putText(page.picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, 1.2, (0, 0, 0), 2, cv2.LINE_AA)
    return np.asarray(page.picture)


def read(chart: RGB, role: str = "topology_coder", **settings: Any) -> FlowGraph:
    return parse(chart, HMAS.of({role: {"options": {"settings": settings}}})).graph


def edge(graph: FlowGraph) -> Edge:
    (only,) = graph.edges
    return only


def test_thresholds_given_by_configuration_change_what_is_read(chart: RGB) -> None:
    usual = read(chart)
    assert [node.text for node in usual.nodes] == ["one", "two"]
    assert (edge(usual).head, edge(usual).label) == ("arrow", "then")
    assert edge(read(chart, heads={"disc_share": 0.1})).head == "circle"
    assert edge(read(chart, labels={"farthest_text_heights": 0.01})).label == ""
    assert edge(read(chart, "fusion_arbiter", legible_share=1.0)).label == ""
    illegible = read(chart, "text_spotter", lines={"patches": {"least_contrast_levels": 255}})
    assert [node.text for node in illegible.nodes] == ["", ""]


def test_how_alike_a_text_must_be_is_given_by_configuration(sheet: Callable[..., Any]) -> None:
    page = sheet()
    page.box(50, 150, 150, 220)  # "box 1"
    page.box(400, 150, 500, 220)  # "box 2"
    board = replace(page.board(), coded=Coded("flowchart TB\nA[bag 9] --> N1"))
    for given, ends in (({}, []), ({"same_text_share": 0.3}, [("N2", "N1")])):
        agents = HMAS.of({"graph_architect": {"options": {"settings": given}}})
        assert [(e.source, e.target) for e in agents.graph_architect.build(board).edges] == ends


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("given", [{"nothing_px": 1}, {"lines": 3}, 7, None])
def test_settings_that_there_are_not_are_refused_by_name(role: str, given: Any) -> None:
    with pytest.raises(DiagramloopError, match="Settings: ") as caught:
        HMAS.of({role: {"options": {"settings": given}}})
    assert caught.value.reason == RejectionReason.INVALID
