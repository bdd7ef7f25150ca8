"""Conversion: the files that ship, held against the formats' own programs; rivals, controls, and several pages."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import diagramloop
from diagnosis.graph_mermaid import MermaidOracle, compare
from diagramloop.data.sources import Corpus, FormatFile, Rejected
from diagramloop.engines.convert import Embedded, Graphviz, NetworkX, PythonPptx
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.contestants.conversion_controls import CONTROLS
from diagramloop.evaluation.contestants.converters import AskedFile, Conversion, Converter, converted, joined
from diagramloop.evaluation.conversion import READ_SHARE, ConversionItem, account_rows
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.evaluation.table import Table
from diagramloop.graph import FlowGraph
from tests.diagramloop.graph.graphs import graphs

FILES = [file for file in Corpus(shipped_corpus()).files() if isinstance(file, FormatFile)]
FORMATS = sorted({file.format for file in FILES})
ALL_RIGHT = "text/all_right"
MISSED = {"powerpoint-glued"}  # a label beside a cornered connector: its owner is not told


def right(file: FormatFile, answer: Conversion) -> bool:
    (row,) = ConversionItem(file.id, file.format, Conversion(file.charts)).score(answer, (ALL_RIGHT,))
    return row.value == 1.0


def by(converter: Converter, file: FormatFile) -> Conversion:
    return converted(converter, AskedFile(file.id, file.format, file.content), "mine")


def test_ten_formats_have_files_and_none_is_refused() -> None:
    assert len(FORMATS) == 10
    assert [file for file in Corpus(shipped_corpus()).files() if isinstance(file, Rejected)] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.id)
def test_own_readers_make_what_is_right_of_it(file: FormatFile) -> None:
    conversion = by(Embedded(), file)
    assert right(file, conversion) is (file.id not in MISSED)
    assert len(conversion.charts) == len(file.charts)


@pytest.mark.parametrize(
    ("converter", "whole"),
    [
        (NetworkX(), {"graphml-plain", "graphml-yed"}),
        (Graphviz(), {"dot-defaults", "dot-undirected"}),
        (PythonPptx(), {"powerpoint-slides"}),
    ],
)
def test_other_programs_agree_where_they_read_all_of_it(converter: Converter, whole: set[str]) -> None:
    (format,) = type(converter).formats  # type: ignore[attr-defined]
    assert {file.id for file in FILES if file.format == format and right(file, by(converter, file))} == whole


@pytest.mark.parametrize("file", [file for file in FILES if file.format == "mermaid"], ids=lambda file: file.id)
def test_mermaid_reads_the_same(file: FormatFile) -> None:
    oracle = MermaidOracle()
    if file.id != "mermaid-states":  # the oracle asks for flowcharts
        assert compare(oracle, file.content.decode().split("---\n")[-1]).outcome == "same"
    oracle.close()


@pytest.mark.parametrize("format", FORMATS)
def test_controls_lose_what_they_leave_out(format: str) -> None:
    files = [file for file in FILES if file.format == format]
    for name, control in CONTROLS.items():
        left = [right(file, control(file.charts)) for file in files]
        touched = [len(file.charts) > 1 for file in files] if name == "one_page" else None
        assert not all(left) or touched is not None
        assert touched is None or left == [not several for several in touched]


@given(st.lists(graphs(), min_size=1, max_size=3))
def test_pages_that_are_joined_lose_and_gain_nothing(charts: list[FlowGraph]) -> None:
    whole = joined(tuple(charts))
    for elements in ("nodes", "edges", "groups"):
        assert len(getattr(whole, elements)) == sum(len(getattr(chart, elements)) for chart in charts)
    texts = Counter(node.text for chart in charts for node in chart.nodes)
    assert Counter(node.text for node in whole.nodes) == texts
    ends = {
        (f"{number}/{edge.source}", f"{number}/{edge.target}") for number, c in enumerate(charts, 1) for edge in c.edges
    }
    assert {(edge.source, edge.target) for edge in whole.edges} == ends


def row_of(table: Table, data: str, metric: str) -> float | None:
    (row,) = (row for row in table.rows if (row.data, row.metric) == (data, metric))
    return row.value


def test_who_reads_one_format_has_a_row_on_its_board_alone() -> None:
    table = diagramloop.evaluate("convert", "corpus", "networkx", metrics=[ALL_RIGHT, READ_SHARE])
    scored = {row.data for row in table.rows if row.scored}
    assert scored == {"corpus/graphml"}
    assert all(row.not_asked == row.items for row in table.rows if row.data not in scored)
    assert "corpus/dot  " not in str(table)
    assert "it reads no dot" in str(table)
    assert READ_SHARE not in {row.metric for row in table.rows}  # it has no account


def half(file: AskedFile) -> Conversion:
    return replace(converted(Embedded(), file, "own"), elements=1, left_out=1)


def test_what_is_left_out_is_a_share_of_its_board() -> None:
    table = diagramloop.evaluate("convert", "corpus", half, metrics=[ALL_RIGHT, READ_SHARE])
    assert row_of(table, "corpus/dot", READ_SHARE) == 0.5
    own = diagramloop.evaluate("convert", "corpus", "embedded", metrics=[ALL_RIGHT, READ_SHARE])
    assert row_of(own, "corpus/visio", READ_SHARE) == 1.0
    assert account_rows(own.rows, [("corpus/visio", Conversion((), 1, None))]) == []


def test_a_file_without_its_other_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "files" / "dot"
    folder.mkdir(parents=True)
    for name in ("alone.true.mmd", "two.true.mmd", "two.dot", "two.gv", "odd.true.mmd", "odd.ppt"):
        (folder / name).write_text("flowchart TB\n a")
    (folder / "pair.true.mmd").write_text('flowchart TB\n a\nflowchart LR\n b(" ")\n')
    (folder / "pair.dot").write_text("digraph { a } digraph { b }")
    found = list(Corpus(tmp_path).files())
    told = [(row.reason, row.detail) for row in found if isinstance(row, Rejected)]
    assert [reason for reason, _ in told] == [
        RejectionReason.INVALID,
        RejectionReason.UNSUPPORTED,
        RejectionReason.INVALID,
    ]
    (pair,) = (row for row in found if isinstance(row, FormatFile))
    assert [[node.text for node in chart.nodes] for chart in pair.charts] == [["a"], [""]]
