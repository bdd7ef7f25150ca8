"""Our examples are read as PlantUML's own program draws them, and a second count finds no more."""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.graph.account import LINES, PAGES, SHAPES, Chart, explained_in
from diagramloop.graph.formats import PLANTUML
from diagramloop.graph.plantuml import plantuml_census, plantuml_charts, print_program, read_plantuml
from diagramloop.graph.plantuml import program as p
from diagramloop.graph.plantuml._creole import shown, written
from tests.diagramloop.graph.plantuml.examples import EXAMPLES
from tests.diagramloop.graph.plantuml.programs import programs

JAR = Path(os.environ.get("PLANTUML_JAR", "/usr/share/plantuml/plantuml.jar"))  # of the Debian package "plantuml"
GRAPHVIZ = """#!{python}
import sys
import pygraphviz
if "-V" in sys.argv:
    sys.exit("dot - graphviz version 2.42.2 (20200629.0846)")
sys.stdout.buffer.write(pygraphviz.AGraph(string=sys.stdin.read()).draw(format="svg", prog="dot"))
"""
TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")
COUNTED = Counter[str]


def diagram(text: str, name: str = "") -> str:
    return f"@startuml {name}\n{text}\n@enduml\n"


def drawn_words(drawing: str) -> COUNTED:
    texts = [html.unescape(text) for text in TEXT.findall(drawing)]
    return Counter(" ".join(texts).replace("\xa0", " ").split())


def read_words(graph: FlowGraph) -> COUNTED:
    """All words; PlantUML draws the letters of connectors as curves, and a lane's name once."""
    texts = [node.text for node in graph.nodes if node.kind is not NodeKind.CONNECTOR]
    texts += [edge.label for edge in graph.edges]
    texts += [group.text for group in graph.groups]
    texts += {node.actor for node in graph.nodes}
    return Counter(" ".join((*texts, graph.title)).split())


DRAWN_LINE = re.compile(r'<path[^>]* id="([^"]*?)(&lt;)?-(?:&gt;)?([^"]*)"')


def drawn_lines(drawing: str) -> int:
    """The number of lines, which PlantUML names in the drawing of the older notation."""
    return len(DRAWN_LINE.findall(drawing))


def test_texts_are_those_that_plantuml_draws(tmp_path: Path) -> None:
    if not JAR.exists() or shutil.which("java") is None:
        pytest.skip("no plantuml.jar: install the Debian package, or name one in PLANTUML_JAR")
    graphviz = tmp_path / "dot"
    graphviz.write_text(GRAPHVIZ.format(python=sys.executable))
    graphviz.chmod(0o755)
    command = ["java", "-Djava.awt.headless=true", f"-DGRAPHVIZ_DOT={graphviz}", "-jar", str(JAR), "-tsvg", "-pipe"]
    whole = "".join(map(diagram, EXAMPLES.values()))
    done = subprocess.run([*command, "-charset", "UTF-8"], input=whole.encode(), capture_output=True, check=False)
    drawings = done.stdout.decode().split("<?xml")[1:]
    read = plantuml_charts(whole)
    assert read.left_out == ()
    for name, drawing, chart in zip(EXAMPLES, drawings, read.charts, strict=True):
        assert read_words(chart.graph) == drawn_words(drawing), name
        if name.startswith("older"):
            pointers = sum(node.kind is NodeKind.NOTE for node in chart.graph.nodes)
            assert len(chart.graph.edges) - pointers == drawn_lines(drawing), name


def balance(chart: Chart, text: str) -> tuple[int, int]:
    """Shapes and lines that are read or left out, beyond those that a second count finds."""
    (census,) = plantuml_census(text)
    elements = Counter(chart.elements) + explained_in(chart.left_out)
    return elements[SHAPES] - census.shapes, elements[LINES] - census.lines


def ends_added(graph: FlowGraph, text: str) -> int:
    """Ends to which a decision's answer leads that leads nowhere in the text."""
    circles = sum(node.kind is NodeKind.END for node in graph.nodes)
    return circles - len(re.findall("^ *(?:stop|end)$", text, re.MULTILINE))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_second_count_finds_what_is_read(name: str) -> None:
    text = diagram(EXAMPLES[name])
    (chart,) = PLANTUML.read_all(text).charts
    assert chart.left_out == ()
    if any(node.shape == "state" for node in chart.graph.nodes) or "(*)" in text:
        assert balance(chart, text) == (0, 0)
    else:
        assert balance(chart, text)[0] == ends_added(chart.graph, text)


@given(program=programs())
def test_programs_and_what_nothing_leads_to_are_the_second_count(program: p.Program) -> None:
    text = print_program(program)
    (chart,) = plantuml_charts(text).charts
    assert balance(chart, text)[0] == ends_added(chart.graph, text)


ARROW_ROWS = st.sampled_from(
    (
        *(
            '(*) --> "a"',
            '--> "b"',
            '-->[no: x] "c" as z',
            "z -> (*)",
            "-left-> == B ==",
            "===B=== --> z",
            '"a" --> "b"',
        ),
        *(
            'if "a?" then',
            "if then",
            "else",
            "endif",
            '--> if "b?" then',
            "partition P {",
            'partition "Q r" #red {',
            "}",
        ),
        *("note right: n", "note left\nlong: -->\nend note", 'note right of "a": --> n', '--> "d\ne"'),
    )
)


@given(st.lists(ARROW_ROWS, max_size=14))
def test_arrows_of_the_older_notation_are_the_second_count(rows: list[str]) -> None:
    text = diagram("\n".join(['(*) --> "a"', *rows]))
    try:
        (chart,) = plantuml_charts(text).charts
    except FormatError:
        return  # braces, branches that nothing opens
    assert balance(chart, text) == (0, 0)


STATE_ROWS = st.sampled_from(
    (
        *("[*] --> A", "A --> B : x", "B -[#red]-> [*]", "state C {", "}", "--", "A : y", "state D <<choice>>"),
        *("A --> [H]", "note left of A : n", "note right of C\nlong\nend note", 'state "E f" as E', "E --> C"),
        "note on link : z",
    )
)


@given(st.lists(STATE_ROWS, max_size=14))
def test_states_are_the_second_count(rows: list[str]) -> None:
    text = diagram("\n".join(["state Z", *rows]))
    try:
        (chart,) = plantuml_charts(text).charts
    except FormatError:
        return  # braces that close nothing
    assert balance(chart, text) == (0, 0)


@given(st.text(alphabet='*/_"-[]<>b a#\n&$|', max_size=16))
def test_marks_of_style_in_texts_are_written_as_texts(text: str) -> None:
    assert shown(written(text.strip())) == text.strip()


def test_each_diagram_of_a_file_is_a_chart() -> None:
    whole = diagram(":a;", "one") + diagram("class A", "two") + diagram("A --> B\nstate C") + "@startgantt\n@endgantt\n"
    read = PLANTUML.read_all(whole)
    assert [(chart.name, chart.number, len(chart.graph.nodes)) for chart in read.charts] == [("one", 1, 1), ("", 3, 3)]
    assert [(part.kind, part.page) for part in read.left_out] == [(PAGES, "2"), (PAGES, "4")]
    assert "a class diagram" in read.left_out[0].reason
    assert "a Gantt chart" in read.left_out[1].reason
    assert read_plantuml(whole) == read.charts[1].graph


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("class Shop {\n+open()\n}", "a class diagram"),
        ("Shop <|-- Bakery", "a class diagram"),
        ("actor Bob\nBob -> Shop : asks", "a sequence diagram"),
        ("participant A\nA --> B", "a sequence diagram"),
        ("Bob -> Alice : hello", "a sequence diagram"),
        ("usecase eat\nguest --> eat", "a use case diagram"),
        ("object x", "an object diagram"),
        ("[shop] ..> HTTP", "a component diagram"),
        ('robust "Web" as W', "a timing diagram"),
        ("@startmindmap\n* a\n@endmindmap", "a mind map"),
    ],
)
def test_other_kinds_are_refused_by_name(text: str, name: str) -> None:
    with pytest.raises(FormatError, match=f"{name}; activity and state diagrams are read") as error:
        read_plantuml(text)
    assert error.value.reason is RejectionReason.UNSUPPORTED


def test_regions_have_circles_of_their_own() -> None:
    graph = read_plantuml("state K {\n[*] --> A\n--\n[*] --> B\nB --> [H]\n}\nA --> K\nK -[dashed]-> [*]")
    starts = [node for node in graph.nodes if node.kind is NodeKind.START]
    assert [node.group for node in starts] == ["K", "K"]
    assert [(edge.source, edge.target) for edge in graph.edges[-2:]] == [("A", "K"), ("K", "[end 1]")]
    assert graph.edges[-1].line == "dotted"
