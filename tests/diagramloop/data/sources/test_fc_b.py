"""FC_B as a source: what is drawn, what the annotation says, and files that are broken or hostile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diagramloop.data.sources import Chart, FcB
from diagramloop.data.sources.fc_b import Page
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.graph import EdgeKind, NodeKind
from diagramloop.models.pixels import rgb_image
from tests.diagramloop.data.sources.inkml_pages import ID, PARTS, RELATIONS, STROKES, SYMBOLS, inkml, written


def read(root: Path, document: str | None = None, **options: Any) -> Page:
    (page,) = written(root, document, **options).pages()
    assert isinstance(page, Page), page
    return page


def dark(chart: Chart) -> Any:
    assert chart.picture is not None
    return np.asarray(rgb_image(chart.picture)).min(axis=2) < 128


class TestGraph:
    def test_symbols_texts_and_arrows_are_as_annotated(self, tmp_path: Path) -> None:
        page = read(tmp_path)
        assert (page.id, page.split, page.writer, page.origin) == (ID, "train", "writer000", f"FC_1.0/{ID}.inkml")
        assert [(n.text, n.kind, n.shape) for n in page.graph.nodes] == [
            ("Read n", NodeKind.IO, "lean-r"),
            ("", NodeKind.DECISION, "diam"),
        ]
        (edge,) = page.graph.edges
        assert (edge.source, edge.target, edge.label, edge.head) == ("n0", "n1", "Yes", "arrow")
        assert page.defects == {}

    def test_places_are_in_pixels_of_the_picture(self, tmp_path: Path) -> None:
        page = read(tmp_path, longest_side_px=641, margin_px=20)  # 300 units on 600 px
        assert page.graph.size == (481, 641)
        data, decision = page.graph.nodes
        assert (data.box, decision.box) == ((20, 20, 460, 180), (60, 420, 460, 620))
        assert data.polygon is not None
        assert set(data.polygon) == {(60, 20), (460, 20), (420, 180), (20, 180)}
        edge = page.graph.edges[0]
        assert edge.label_box == (300, 280, 340, 320)
        assert edge.path is not None
        assert (edge.path[0], edge.path[-1]) == ((260, 184), (260, 416))

    def test_an_outline_is_clockwise_where_y_points_down(self, tmp_path: Path) -> None:
        x, y = np.array(read(tmp_path).graph.nodes[0].polygon).T
        assert (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() > 0

    def test_an_arrow_runs_from_where_it_leaves_whatever_way_it_was_drawn(self, tmp_path: Path) -> None:
        strokes = list(STROKES)
        strokes[2] = tuple(reversed(strokes[2]))
        symbols = {**SYMBOLS, "2": ("arrow", {"connectionPointFrom": "0 2", "connectionPointTo": "1 1"}, (2, 3))}
        turned = read(tmp_path, inkml(strokes, symbols)).graph.edges[0]
        assert turned == read(tmp_path).graph.edges[0]

    def test_a_shaft_of_parts_of_strokes_in_any_order_is_one_course(self, tmp_path: Path) -> None:
        one = ((200, 296), (200, 230), (260, 230))  # the upper part was drawn last, and to the left
        strokes = [*STROKES[:2], one, ((200, 182), (260, 182), (260, 228)), *STROKES[4:]]
        symbols = {**SYMBOLS, "2": ("arrow", {"connectionPointFrom": "1 0", "connectionPointTo": "0 0"}, (2, 3))}
        shaft = '<traceView traceDataRef="2" from="1" to="2"/><traceView traceDataRef="3"/>'
        page = read(tmp_path, inkml(strokes, symbols, parts={"2": f"<shaft>{shaft}</shaft>"}))
        path = np.array(page.graph.edges[0].path)
        corners = page.sheet.place(np.array([(200, 182), (260, 182), (260, 230), (200, 230), (200, 296)]))
        assert len(path) == len(corners)
        assert np.abs(path - corners).max() < page.sheet.scale * 3

    def test_texts_of_a_symbol_are_lines_from_the_top(self, tmp_path: Path) -> None:
        says = {"0": ("text", {"textMeaning": "Open"}, (4,)), "1": ("text", {"textMeaning": "file"}, (5,))}
        inside = [RELATIONS[0], ("text_inside", "1", "3"), ("text_inside", "0", "3")]
        page = read(tmp_path, inkml(symbols={**SYMBOLS, **says}, relations=inside))
        assert page.graph.nodes[0].text == "Open\nfile"

    @pytest.mark.parametrize(
        ("meaning", "text"),
        [
            (r"Promising\\Solutions", "Promising\nSolutions"),
            (r"LEFT SHIFT (1) \\ OR", "LEFT SHIFT (1)\nOR"),
            ("$P&gt;0$ or $N$", "P>0 or N"),
            (r"5 $ of \alpha", r"5 $ of \alpha"),
            ("", ""),
        ],
    )
    def test_texts_lose_what_of_tex_is_not_written(self, tmp_path: Path, meaning: str, text: str) -> None:
        symbols = {**SYMBOLS, "0": ("text", {"textMeaning": meaning}, (4,))}
        assert read(tmp_path, inkml(symbols=symbols)).graph.nodes[0].text == text

    @pytest.mark.parametrize(
        ("says", "kind"), [("Start", NodeKind.START), ("End", NodeKind.END), ("Go", NodeKind.PROCESS)]
    )
    def test_a_terminator_is_a_start_or_an_end_by_its_word(self, tmp_path: Path, says: str, kind: NodeKind) -> None:
        symbols = {**SYMBOLS, "0": ("text", {"textMeaning": says}, (4,)), "3": ("terminator", {}, (0,))}
        node = read(tmp_path, inkml(symbols=symbols)).graph.nodes[0]
        assert (node.shape, node.kind) == ("stadium", kind)

    def test_a_label_at_a_decision_is_its_condition(self, tmp_path: Path) -> None:
        back = [("arrow_connection", "2", "4", "3"), *RELATIONS[1:]]
        kinds = [read(tmp_path, inkml(relations=r)).graph.edges[0].kind for r in (RELATIONS, back)]
        assert kinds == [EdgeKind.SEQUENCE, EdgeKind.CONDITION]

    @pytest.mark.parametrize("parts", [{}, PARTS])
    @pytest.mark.parametrize("points", [{}, {"connectionPointFrom": "7 0", "connectionPointTo": "x"}, None])
    def test_an_arrow_of_which_no_relation_tells_joins_what_is_nearest(
        self, tmp_path: Path, points: dict[str, str] | None, parts: dict[str, str]
    ) -> None:
        """Without points it runs as it was drawn."""
        symbols = SYMBOLS if points is None else {**SYMBOLS, "2": ("arrow", points, (2, 3))}
        source = written(tmp_path, inkml(symbols=symbols, relations=RELATIONS[1:], parts=parts))
        (page,) = source.pages()
        assert isinstance(page, Page)
        assert [(edge.source, edge.target) for edge in page.graph.edges] == [("n0", "n1")]
        assert [(d.item, d.kind, d.count) for d in source.defects()] == [(ID, "end_joined_by_place", 2)]

    def test_a_relation_to_what_is_no_symbol_counts_as_none(self, tmp_path: Path) -> None:
        relations = [("arrow_connection", "2", "0", "99"), *RELATIONS[1:]]
        page = read(tmp_path, inkml(relations=relations))
        assert [(edge.source, edge.target) for edge in page.graph.edges] == [("n0", "n1")]
        assert page.defects == {"end_joined_by_place": 2}

    def test_a_text_that_no_relation_places_is_of_the_symbol_around_it_or_of_nothing(self, tmp_path: Path) -> None:
        page = read(tmp_path, inkml(relations=RELATIONS[:1]))
        assert [node.text for node in page.graph.nodes] == ["Read n", ""]
        assert (page.graph.edges[0].label, page.graph.edges[0].label_box) == ("", None)
        assert page.defects == {"text_joined_by_place": 1, "text_of_nothing": 1}

    def test_strokes_of_no_symbol_are_drawn_and_namespaces_do_not_matter(self, tmp_path: Path) -> None:
        spaced = inkml([*STROKES, ((90, 90), (500, 90))]).replace("<ink>", '<ink xmlns="http://www.w3.org/2003/InkML">')
        page = read(tmp_path, spaced)
        assert len(page.graph.nodes) == 2
        assert page.graph.size[0] > page.graph.size[1]  # type: ignore[index]


class TestPicture:
    def chart(self, root: Path, **options: Any) -> Chart:
        (chart,) = written(root, **options).charts()
        assert isinstance(chart, Chart)
        return chart

    def test_strokes_are_where_the_graph_says(self, tmp_path: Path) -> None:
        chart = self.chart(tmp_path, longest_side_px=641, pen_px=3)
        ink = dark(chart)
        assert ink.shape == (641, 481)
        assert chart.graph.size == (481, 641)
        for node in chart.graph.nodes:
            assert node.polygon is not None
            for x, y in node.polygon:
                assert ink[round(y), round(x)]
        assert not ink[100, 60:280].all()  # nothing is filled

    @pytest.mark.parametrize("pen", [1, 2.5, 3, 8])
    def test_a_line_is_as_wide_as_the_pen_and_its_middle_is_where_the_graph_says(
        self, tmp_path: Path, pen: float
    ) -> None:
        chart = self.chart(tmp_path, longest_side_px=641, pen_px=pen)
        assert chart.picture is not None
        across = 1 - np.asarray(rgb_image(chart.picture))[:60, 200].mean(axis=1) / 255  # the upper side, at y = 20
        assert across.sum() == pytest.approx(pen, abs=0.3)
        assert (across * np.arange(60)).sum() / across.sum() == pytest.approx(20, abs=0.3)

    def test_the_same_file_gives_the_same_bytes(self, tmp_path: Path) -> None:
        assert self.chart(tmp_path) == self.chart(tmp_path)

    def test_a_stroke_of_one_point_is_a_dot(self, tmp_path: Path) -> None:
        (chart,) = written(tmp_path, inkml([*STROKES, ((350, 200),)]), longest_side_px=641).charts()
        assert isinstance(chart, Chart)
        (page,) = FcB(tmp_path, longest_side_px=641).pages()
        assert isinstance(page, Page)
        ((x, y),) = page.sheet.place(np.array([(350, 200)])).round().astype(int)
        assert dark(chart)[y, x]

    def test_a_chart_is_of_its_writer_and_says_that_no_licence_is_stated(self, tmp_path: Path) -> None:
        chart = self.chart(tmp_path)
        assert (chart.id, chart.source, chart.domain) == (ID, "fc_b", "writer000")
        assert chart.licence.startswith("none stated")
        assert 'n0[/"Read n"/]' in chart.mermaid

    @pytest.mark.parametrize(
        "options",
        [{"pen_px": 0}, {"pen_px": 101}, {"longest_side_px": 4_001}, {"longest_side_px": 64}, {"margin_px": -1}],
    )
    def test_a_picture_that_cannot_be_drawn_so_is_refused_at_once(
        self, tmp_path: Path, options: dict[str, int]
    ) -> None:
        with pytest.raises(SourceError, match="drawing: ") as told:
            FcB(tmp_path, **options)  # type: ignore[arg-type]
        assert told.value.reason is RejectionReason.INVALID


def test_a_point_can_be_named_twice_and_a_part_can_reach_beyond_its_stroke(tmp_path: Path) -> None:
    shaft = (
        '<shaft><traceView traceDataRef="2" from="1" to="900000000000"/><traceView traceDataRef="2" from="9"/></shaft>'
    )
    assert read(tmp_path, inkml(parts={"2": shaft})).graph.edges[0].path is not None
