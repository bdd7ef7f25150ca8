"""A doubtful reading is done again, a good one is not, and the best one wins."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse import hypotheses, parse
from diagramloop.engines.parse.hmas import looked_at
from diagramloop.engines.parse.hypotheses import CheckedParser, Hypothesis, checked, plan, shipped
from diagramloop.engines.parse.page.page_kind import PageKind
from diagramloop.errors import DiagramloopError, ModelError, PictureError, RejectionReason
from diagramloop.models.pixels import png


@pytest.fixture
def chart(sheet):
    page = sheet(scale=2.0)
    for x in (50, 400):
        page.box(x, 150, x + 100, 220)
        cv2.putText(page.picture, "box", (2 * x + 20, 380), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (0, 0, 0), 2, cv2.LINE_AA)
    page.arrow((150, 185), (400, 185))
    return page.picture


@pytest.fixture
def read(monkeypatch) -> list[tuple[int, ...]]:
    """Sizes of the pictures that were read."""
    seen: list[tuple[int, ...]] = []

    def parsed(picture, agents):
        seen.append(picture.shape[:2])
        return looked_at(picture, agents)

    monkeypatch.setattr(hypotheses, "looked_at", parsed)
    return seen


def test_a_good_reading_ends_the_search(chart, read):
    found = CheckedParser([{}, {"scale": 0.5}], good_enough=0.0).read(chart)
    assert found.hypothesis == 0
    assert len(read) == 1
    assert found.figure.graph.estimated_edge_f1 == found.confidence.edge_f1


def test_a_doubtful_one_is_read_again_and_the_best_wins(chart, monkeypatch):
    whole = parse(chart)
    bare = whole.graph.replace(edges=())
    readings = iter([replace(whole, graph=bare, board=replace(whole.board, graph=bare)), whole])
    monkeypatch.setattr(hypotheses, "looked_at", lambda picture, agents: next(readings))
    found = CheckedParser([{}, {}, {}]).read(chart)
    assert found.hypothesis == 1
    assert len(found.figure.graph.edges) == 1


@pytest.mark.parametrize(
    ("given", "shown"), [({}, True), ({"longest_side_px": 599}, False), ({"most_pixels": 179_999}, False)]
)
def test_a_picture_is_not_shown_beyond_a_side_or_an_area(given, shown):
    picture = np.full((150, 300, 3), 255, np.uint8)
    larger = Hypothesis(scale=2.0, **given).shown(picture)
    assert (larger is not None) is shown
    assert Hypothesis(**given).shown(picture) is picture


def test_places_are_those_of_the_picture_as_given(chart):
    plain, half = (CheckedParser([{"scale": scale}]).read(chart).figure for scale in (1.0, 0.5))
    assert half.graph.size == plain.graph.size
    for one, other in zip(plain.graph.nodes, half.graph.nodes, strict=True):
        assert np.allclose(one.box, other.box, atol=4)


def test_what_would_be_too_large_is_not_enlarged(chart, read):
    CheckedParser([{}, {"scale": 2.0, "longest_side_px": 1500}], good_enough=1.0).read(chart)
    assert len(read) == 1


def test_a_reading_where_the_first_is_refused(chart):
    nothing = {"agents": {"shape_hunter": {"make": "none"}}}
    assert len(CheckedParser([nothing, {}]).read(chart).figure.graph.nodes) == 2
    with pytest.raises(PictureError) as refused:
        CheckedParser([nothing]).parse(png(chart))
    assert refused.value.reason is RejectionReason.NO_DIAGRAM


def with_grain(picture):
    """The picture as a camera takes it: no two neighbours are quite alike."""
    noise = np.random.default_rng(1).normal(0, 4, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


@pytest.fixture
def refusing() -> set[int]:
    """Numbers of the hypotheses under which nothing is found."""
    return set()


@pytest.fixture
def asked(monkeypatch, refusing) -> list[int]:
    """Numbers of the hypotheses that a page is read under."""
    numbers: list[int] = []

    def under(parser, number, pixels):
        numbers.append(number)
        if number in refusing:
            raise PictureError("no node in the picture", reason=RejectionReason.NO_DIAGRAM)
        return checked(parse(pixels))

    monkeypatch.setattr(CheckedParser, "_under", under)
    return numbers


def test_the_kind_of_page_says_who_reads_it_and_a_doubtful_one_is_read_by_all_of_its_own(chart, asked):
    CheckedParser(good_enough=1.1, joins=False).read(chart)
    assert asked == plan(PageKind.EXPORTED)[0]
    asked.clear()
    CheckedParser(good_enough=1.1, joins=False).read(with_grain(chart))
    assert asked == plan(PageKind.CAMERA)[0]


def test_no_kind_of_page_is_read_more_than_twice_and_no_hypothesis_is_idle():
    orders = [plan(kind)[0] for kind in PageKind]
    assert all(1 <= len(order) == len(set(order)) <= 2 for order in orders)
    assert {number for order in orders for number in order} == set(range(len(shipped())))


def test_where_the_likely_reader_refuses_the_others_are_asked(chart, asked, refusing):
    page = with_grain(chart)
    (likely,) = plan(PageKind.CAMERA)[0]
    asked_in_turn = [likely, *(number for number in range(len(shipped())) if number != likely)]
    refusing.add(likely)
    CheckedParser(joins=False).read(page)
    assert asked == asked_in_turn[:2]


def test_a_first_look_sees_the_first_reading_alone_and_may_end_the_search(chart, asked, refusing):
    seen = []
    CheckedParser(good_enough=1.1, joins=False).read(chart, seen.append)
    assert len(seen) == 1
    assert len(seen[0].nodes) == 2

    def end(graph):
        raise DiagramloopError("enough")

    asked.clear()
    with pytest.raises(DiagramloopError, match="enough"):
        CheckedParser().parse(png(chart), end)
    assert len(asked) == 1
    refusing.update(asked)
    seen.clear()
    CheckedParser(joins=False).read(chart, seen.append)
    assert seen == [None]


def test_confidences_are_in_the_graph_and_readings_stay(chart):
    figure = parse(chart)
    found = checked(figure)
    assert found.figure.graph.without_geometry() == figure.graph.without_geometry()
    assert [edge.confidence for edge in found.figure.graph.edges] == list(found.confidence.edges)
    assert checked(parse(chart)).confidence == found.confidence


@pytest.mark.parametrize("given", [[], [{"scale": 0}], [{"sclae": 1}], [{"agents": {"painter": {}}}]])
def test_what_is_no_hypothesis_is_refused(given):
    with pytest.raises(DiagramloopError):
        CheckedParser(given)


def test_weights_that_are_none_are_refused(tmp_path):
    with pytest.raises(ModelError):
        CheckedParser(weights=str(tmp_path / "none.json"))
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(ModelError):
        CheckedParser(weights=str(tmp_path / "other.json"))
