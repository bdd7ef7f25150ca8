"""Definitions of metrics on the page: of those that are shown, with the profile where one was measured."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from diagramloop.evaluation.confidences import CONFIDENCES
from diagramloop.report import LeaderboardRow, profile_figure, write_site
from diagramloop.report._definitions import definitions
from diagramloop.scores import METRICS
from diagramloop.scores.planted_faults import profiles


@given(st.sets(st.sampled_from([*METRICS, *CONFIDENCES, "of/no_registry"])))
def test_every_known_metric_that_is_asked_for_is_defined_once(names: set[str]) -> None:
    found = definitions(names, {})
    assert sorted(one.name for one in found) == sorted(names - {"of/no_registry"})
    assert all(one.description for one in found)


def test_the_profile_of_a_metric_stands_with_its_definition(tmp_path: Path) -> None:
    (profile,) = profiles("graph", 12, [METRICS["edge_f1"]]).values()
    figure = profile_figure("edge_f1", profile.noticed, profile.unmoved, 12)
    assert figure is not None
    assert [bar.value for _, (bar,) in figure.rows] == [*profile.noticed.values(), *profile.unmoved.values()]
    rows = [LeaderboardRow("parsing", "d", "s", metric, 0.5, None, None, 3) for metric in ("edge_f1", "node_f1")]
    page = write_site(tmp_path, rows, [], {}, profiles={"edge_f1": figure, "unused": figure}).read_text()
    (_, shown) = page.split('data-metric="edge_f1"')
    assert "notices: edge missing" in shown
    assert page.count("Profile of edge_f1") == page.count("notices: edge missing") == 1


def test_a_metric_of_which_nothing_was_measured_has_no_figure() -> None:
    assert profile_figure("edge_f1", {}, {}, 12) is None
