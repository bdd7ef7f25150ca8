"""Files of several charts at the command line: one page or all, what is left out told, and ``--strict``."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diagramloop.doors.cli._batch import LOSSY, parts_of_names
from diagramloop.graph import Edge, FlowGraph, Node, NodeKind, formats
from diagramloop.graph.json_form import write_json
from tests.diagramloop.doors.boards import TWO
from tests.diagramloop.doors.cli.command import CHART, run

pytestmark = pytest.mark.usefixtures("boards")
GLOBS = "read 2 of 3 shapes: 1 by globs"
MAIN = "read 1 of 2 pages: 1 left out, --page all has them"


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "tea.boards"
    path.write_text(TWO, encoding="utf-8")
    return path


def targets(path: Path) -> str:
    graph = formats.read(path.read_bytes(), formats.format_of(path))
    return "".join(next(node.text for node in graph.nodes if node.id == edge.target) for edge in graph.edges)


@pytest.mark.parametrize("command", ["convert", "parse"])
def test_what_is_in_no_result_is_told_in_one_line(two: Path, command: str) -> None:
    for options, line in (((), MAIN), (("--page", "1"), GLOBS), (("--page", "Order"), GLOBS), (("--page", "2"), "")):
        done = run(command, two, "--to", "json", *options)
        assert done.exit_code == 0, done.stderr
        assert done.stderr == (f"diagramloop {command}: {two}: {line}\n" if line else "")
        assert len(formats.read(done.stdout, "json").edges) == (1 if line == GLOBS else 2)


@pytest.mark.parametrize("command", ["convert", "parse"])
def test_all_pages_go_into_a_folder_or_beside_a_file(two: Path, tmp_path: Path, command: str) -> None:
    for place, names in (
        (tmp_path / "out", ["tea-Order.dot", "tea-Return.dot"]),
        (tmp_path / "beside" / "all.gv", ["all-Order.gv", "all-Return.gv"]),
    ):
        done = run(command, two, "--to", "dot", "--page", "all", "-o", place)
        assert done.exit_code == 0, done.stderr
        assert "read 5 of 6 shapes: 1 by globs" in done.stderr
        folder = place.parent if place.suffix else place
        assert sorted(path.name for path in folder.iterdir()) == names
        assert [targets(folder / name) for name in names] == ["b", "cd"]
    assert run(command, two, "--to", "dot", "--page", "all").exit_code == 2


def test_drawings_of_all_pages_have_names_of_their_own(two: Path, tmp_path: Path) -> None:
    done = run("render", two, "--page", "all", "-s", "default", "-s", "mono", "-f", "svg", "-o", tmp_path / "out")
    assert done.exit_code == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        f"tea-{page}.{style}.svg" for page in ("Order", "Return") for style in ("default", "mono")
    ]


def test_pages_of_different_files_never_go_over_each_other(tmp_path: Path) -> None:
    (tmp_path / "a.boards").write_text("= b-c\na > b\n= x\na > b\n")
    (tmp_path / "a-b.boards").write_text("= c\na > d\n= y\na > b\n")
    done = run("convert", tmp_path, "--to", "dot", "--page", "all", "-o", tmp_path / "out")
    assert done.exit_code == 1
    assert done.stderr.count("would overwrite") == 1
    assert (tmp_path / "out" / "a-b-c.dot").is_file()


@pytest.mark.parametrize(
    "command",
    [
        ("convert", "--to", "dot"),
        ("parse", "--to", "dot"),
        ("render", "-f", "svg"),
        ("simulate",),
        ("attribute", "-q", "What?"),
        ("score", "-p", "{file}", "-g"),
    ],
)
@pytest.mark.parametrize("chart", ["two", "one"])
def test_a_page_that_does_not_exist_is_told(two: Path, tmp_path: Path, command: tuple[str, ...], chart: str) -> None:
    file = two if chart == "two" else tmp_path / "one.mmd"
    (tmp_path / "one.mmd").write_text(CHART)
    there = "there are 1 'Order', 2 'Return'" if chart == "two" else "there are 1 ''"
    done = run(*(part.format(file=file) for part in command), file, "--page", "3")
    assert done.exit_code == 1
    assert f"missing: no page '3'; {there}" in done.stderr


def test_a_loss_in_reading_or_writing_has_an_exit_code_and_the_batch_goes_on(two: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.mmd"
    whole.write_text(CHART)
    kinds = tmp_path / "kinds.json"
    kinds.write_text(write_json(FlowGraph(nodes=(Node(id="a", kind=NodeKind.XOR),))).text)
    for number, (files, code) in enumerate(
        (
            ([whole], 0),
            ([two], LOSSY),
            ([kinds], LOSSY),
            ([two, kinds, whole], LOSSY),
            ([two, tmp_path / "no.mmd"], 1),
        )
    ):
        out = tmp_path / f"out{number}"
        assert run("convert", *files, "--to", "mermaid", "--strict", "-o", out).exit_code == code
        assert len(list(out.iterdir())) == sum(file.exists() for file in files)
        assert run("convert", *files, "--to", "mermaid", "-o", out).exit_code == (1 if code == 1 else 0)
    assert run("convert", two, "--to", "json", "--page", "Return", "--strict").exit_code == 0


@pytest.mark.parametrize(
    ("heads", "fill", "code"), [("none arrow", None, 0), ("arrow none", None, 0), ("none arrow", "#ff0000", LOSSY)]
)
def test_what_nobody_wrote_is_told_and_no_loss(heads: str, fill: str | None, code: int, tmp_path: Path) -> None:
    tail, head = heads.split()
    nodes = tuple(
        Node(id=f"{name} {name}", text=name, box=(0.0, top, 50.0, top + 40.0), fill=fill)
        for name, top in (("a", 0.0), ("b", 90.0))
    )
    edge = Edge(source="a a", target="b b", head=head, tail=tail)
    place = tmp_path / "chart.json"
    place.write_text(write_json(FlowGraph(nodes=nodes, edges=(edge,))).text)
    done = run("convert", place, "--to", "mermaid", "--strict")
    assert done.exit_code == code
    assert "dropped nodes.id, nodes.box" in done.stderr
    assert "edges." not in done.stderr


def test_what_is_only_mended_is_told_and_no_loss(two: Path) -> None:
    two.write_text("= A\na > b")
    done = run("convert", two, "--to", "json", "--strict")
    assert (done.exit_code, done.stderr) == (
        0,
        f"diagramloop convert: {two}: repaired: a board without an end\n",
    )


def test_scores_tell_what_predictions_and_references_lack(two: Path, tmp_path: Path) -> None:
    gold = tmp_path / "gold.boards"
    gold.write_text(TWO)
    for options, lines, code in (
        ((), [MAIN, MAIN], 0),
        (("--page", "Order"), [GLOBS, GLOBS], 0),
        (("--strict",), [MAIN, MAIN], LOSSY),
    ):
        done = run("score", "-p", two, "-g", gold, "-f", "json", "-m", "edge_f1", *options)
        assert done.exit_code == code, done.stderr
        told = done.stderr.splitlines()
        assert told[:2] == [f"diagramloop score: {path}: {line}" for path, line in zip((gold, two), lines, strict=True)]
        kind = "shapes" if GLOBS in lines else "pages"
        assert told[2] == f"diagramloop score: repaired: {kind} left out 1 of 1"
        assert json.loads(done.stdout)[0]["value"] == 1.0
    assert run("score", "-p", two, "-g", gold, "--page", "all").exit_code == 2


def test_charts_of_a_file_are_diagrams_of_a_document(two: Path, tmp_path: Path) -> None:
    two.write_text(f"{TWO}= Broken\n! no end\n")
    done = run("read", two, "-o", tmp_path / "out", "--strict", "-f", "dot")
    assert done.exit_code == LOSSY
    assert f"{two}: 2 diagrams, 2 left out: 1 shapes: by globs; 1 pages: no end, 'Broken'" in done.stderr
    assert [targets(tmp_path / "out" / f"tea.{number}.dot") for number in (1, 2)] == ["b", "cd"]
    listed = json.loads((tmp_path / "out" / "tea.json").read_text())
    assert [(one["page"], one["origin"], one["title"]) for one in listed["diagrams"]] == [
        (1, "stated", "Order"),
        (2, "stated", "Return"),
    ]
    assert [(one["page"], one["message"]) for one in listed["rejections"]] == [
        (1, "1 shapes: by globs"),
        (None, "1 pages: no end, 'Broken'"),
    ]
    assert "## Order\n\n```mermaid\nflowchart" in (tmp_path / "out" / "tea.md").read_text()


@pytest.mark.parametrize(("option", "value"), [("--page", "Return"), ("--page", "2"), ("--pages", "2")])
def test_one_chart_of_a_file_is_read(two: Path, tmp_path: Path, option: str, value: str) -> None:
    done = run("read", two, "-o", tmp_path / "out", option, value, "--strict", "-f", "dot")
    assert (done.exit_code, targets(tmp_path / "out" / "tea.1.dot")) == (0, "cd"), done.stderr


def test_read_takes_a_page_of_a_document_by_number_alone(tmp_path: Path) -> None:
    (tmp_path / "tea.md").write_text("# Tea\n")
    for page in ("Return", "1", "0"):
        done = run("read", tmp_path / "tea.md", "-o", tmp_path / "out", "--page", page)
        assert (done.exit_code, "no page" in done.stderr) == (1, True)
    assert run("read", tmp_path / "tea.md", "-o", tmp_path / "out", "--page", "1", "--pages", "1").exit_code == 2


@pytest.mark.parametrize("command", ["convert", "parse", "extract", "render"])
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x.drwaio", "no result is a .drwaio file; did you mean '.drawio'?"),
        ("x.vsdx", ".vsdx files are only read"),
        ("x.unheard", "no result is a .unheard file"),
    ],
)
def test_a_place_that_is_not_written_is_an_error(tmp_path: Path, command: str, name: str, why: str) -> None:
    chart = tmp_path / "chart.mmd"
    chart.write_text(CHART)
    options = ("--to", "dot") if name == "x.unheard" and command != "render" else ()
    done = run(command, chart, "-o", tmp_path / name, *options)
    assert done.exit_code == 2
    if command != "render" or "drwaio" not in name:
        assert " ".join(why.split()) in " ".join(done.stderr.replace("│", " ").split())
    assert not (tmp_path / name).exists()


def test_a_folder_with_a_dot_is_one_where_it_is_there_or_has_no_letter(tmp_path: Path) -> None:
    chart = tmp_path / "chart.mmd"
    chart.write_text(CHART)
    (tmp_path / "of.charts").mkdir()
    for folder in ("of.charts", "v1.2", "plain"):
        assert run("convert", chart, "--to", "dot", "-o", tmp_path / folder).exit_code == 0
        assert (tmp_path / folder / "chart.dot").is_file()


def test_a_format_is_named_by_a_suffix(two: Path, tmp_path: Path) -> None:
    assert run("convert", two, "--to", "pptx", "-o", tmp_path / "out").exit_code == 0
    assert (tmp_path / "out" / "tea.pptx").read_bytes()[:2] == b"PK"
    (tmp_path / "tea.txt").write_text(TWO)
    assert run("convert", tmp_path / "tea.txt", "--from", "boards.txt", "--to", "mmd").stdout.startswith("flowchart")
    misspelt = run("convert", two, "--to", "mermiad")
    assert (misspelt.exit_code, "did you mean 'mermaid'" in misspelt.stderr) == (2, True)


names = st.lists(st.text(max_size=90), max_size=8)


@given(names)
@example(["a", "A", "", "a-2", "2", ".", "../../x", "con", "x" * 300, "x" * 300 + "y", "é", "e\u0301", "ﬁ", "fi"])
def test_parts_of_file_names_are_plain_and_differ(labels: list[str]) -> None:
    parts = parts_of_names(labels)
    assert len(parts) == len(labels)
    assert len({unicodedata.normalize("NFC", part).casefold() for part in parts}) == len(parts)
    for part in parts:
        assert not set(part) & set('/\\.:*?"<>| \n\0')
        assert len(part.encode()) < 240  # a name of a file has 255 at most
        assert part.startswith("-") or (part == "" and len(labels) == 1)


@given(st.text(alphabet=st.characters(categories=["Ll", "Lo", "Nd"]), min_size=1, max_size=20))
def test_a_plain_name_stays_as_it_is(label: str) -> None:
    assert unicodedata.normalize("NFC", label) in parts_of_names([label, "other/"])[0]
