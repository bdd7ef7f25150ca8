"""Visio drawings: pages in their order and by their names, masters and their parts, glue, and what is told."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph.account import Census, account_line
from diagramloop.graph.visio import VISIO, read_visio
from tests.diagramloop.graph.wild import check_account, public_files

Tree = tuple[Mapping[str, object], list[Any]]
OF_VISIO = 'xmlns="http://schemas.microsoft.com/office/visio/2012/main" xmlns:r="r"'
OF_RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'


def cells(**values: object) -> str:
    return "".join(f'<Cell N="{name}" V="{value}"/>' for name, value in values.items())


def shape(name: int, inner: str = "", x: float = 1, y: float = 1, **attributes: object) -> str:
    words = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f'<Shape ID="{name}"{words}>{cells(PinX=x, PinY=y, Width=1, Height=0.5)}{inner}</Shape>'


def connector(name: int, begin: tuple[float, float] = (1.5, 1), end: tuple[float, float] = (2.5, 1)) -> str:
    (x0, y0), (x1, y1) = begin, end
    return f'<Shape ID="{name}">{cells(BeginX=x0, BeginY=y0, EndX=x1, EndY=y1)}</Shape>'


def group(name: int, *inner: str, **attributes: object) -> str:
    return shape(name, f"<Shapes>{''.join(inner)}</Shapes>", **({"Type": "Group"} | attributes))


def glue(line: int, begin: int, end: int) -> str:
    connects = (
        f'<Connect FromSheet="{line}" FromCell="{side}X" ToSheet="{to}"/>'
        for side, to in (("Begin", begin), ("End", end))
    )
    return f"<Connects>{''.join(connects)}</Connects>"


def page(*shapes: str, after: str = "") -> str:
    return f"<PageContents {OF_VISIO}><Shapes>{''.join(shapes)}</Shapes>{after}</PageContents>"


def relations(names: Mapping[str, str]) -> str:
    rows = "".join(f'<Relationship Id="{name}" Target="{target}"/>' for name, target in names.items())
    return f"<Relationships {OF_RELATIONS}>{rows}</Relationships>"


def drawing(pages: Mapping[str, str], masters: Mapping[str, str] | None = None) -> bytes:
    """A file with these pages by their names, whose parts are numbered the other way round, and masters."""
    members: dict[str, str] = {}
    for folder, tag, parts in (("pages", "Page", pages), ("masters", "Master", masters or {})):
        listed, files = "", {}
        for number, (name, content) in enumerate(parts.items()):
            file = f"{tag.lower()}{len(parts) - number}.xml"
            sheet = f"<PageSheet>{cells(PageHeight=10 + number)}</PageSheet>"
            listed += f'<{tag} ID="{number}" Name="{name}">{sheet}<Rel r:id="r{number}"/></{tag}>'
            files[f"r{number}"] = file
            members[f"visio/{folder}/{file}"] = content
        members[f"visio/{folder}/{folder}.xml"] = f"<{tag}s {OF_VISIO}>{listed}</{tag}s>"
        members[f"visio/{folder}/_rels/{folder}.xml.rels"] = relations(files)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


PAIR = (shape(1, "<Text>Cook</Text>"), shape(2, "<Text>Serve</Text>", x=3))


def test_pages_by_their_names_in_the_order_of_the_list_and_one_with_lines_is_meant() -> None:
    legend, order = page(shape(1), shape(2), shape(3), shape(4)), page(*PAIR, connector(3), after=glue(3, 1, 2))
    read = check_account(VISIO, drawing({"Legend": legend, "Order": order}))
    assert [(chart.name, chart.number) for chart in read.charts] == [("Legend", 1), ("Order", 2)]
    assert [(edge.source, edge.target) for edge in read.graph.edges] == [("1", "2")]
    assert [node.text for node in read.graph.nodes] == ["Cook", "Serve"]
    assert [chart.graph.nodes[0].box for chart in read.charts] == [(48, 840, 144, 888), (48, 936, 144, 984)]


def test_a_page_that_is_broken_costs_no_other() -> None:
    read = VISIO.read_all(drawing({"Broken": "<x", "Order": page(*PAIR)}))
    assert [(chart.name, chart.number) for chart in read.charts] == [("Order", 2)]
    assert "read 1 of 2 pages" in account_line(read, read.charts)


def test_parts_of_a_master_are_its_shape_and_a_line_at_one_ends_at_the_shape() -> None:
    parts = (shape(5, "<Text>Count</Text>", MasterShape=6), shape(6, "<Text>stock</Text>", MasterShape=7))
    masters = {"Decision.12": page(shape(5, cells(FillForegnd="#ff0000")))}
    text = page(group(1, *parts, Master=0), shape(2, x=3), connector(3, (9, 9), (9, 9)), after=glue(3, 6, 2))
    graph = check_account(VISIO, drawing({"Page": text}, masters)).graph
    assert [(node.id, node.text, node.shape, node.fill) for node in graph.nodes] == [
        *(("1", "Count\nstock", "diam", "#ff0000"), ("2", "", "rect", None))
    ]
    assert [(edge.source, edge.target) for edge in graph.edges] == [("1", "2")]


def test_what_somebody_put_into_a_group_is_in_it() -> None:
    graph = check_account(VISIO, drawing({"Page": page(group(1, shape(2, x=0.5, y=0.25)))})).graph
    assert [part.id for part in graph.groups] == ["1"]
    assert [node.box for node in graph.nodes] == [graph.groups[0].box]


@pytest.mark.parametrize(
    ("begin", "end", "told"),
    [
        ((1.5, 1), (2.5, 1), ""),
        ((1.5, 5), (2.5, 5), "read 0 of 1 lines: 1 joined to nothing"),
        ((1.5, 1), (2.5, 5), "read 0 of 1 lines: 1 joined to a shape at one end only"),
        ((0.8, 1), (1.2, 1), "read 0 of 1 lines: 1 within one shape"),
    ],
)
def test_a_connector_that_is_glued_to_nothing_joins_what_it_ends_at_or_is_told(
    begin: tuple[float, float], end: tuple[float, float], told: str
) -> None:
    read = check_account(VISIO, drawing({"Page": page(*PAIR, connector(3, begin, end))}))
    assert account_line(read, read.charts) == told


def test_guides_and_what_is_deleted_are_no_shapes() -> None:
    content = drawing({"Page": page(*PAIR, shape(3, Type="Guide"), shape(4, Del=1), group(5, shape(6), Del=1))})
    assert len(check_account(VISIO, content).graph.nodes) == 2
    assert VISIO.census is not None
    assert VISIO.census(content) == [Census(2, 0)]


SHAPES = st.recursive(
    st.sampled_from([{}, {"MasterShape": 5}, {"Type": "Guide"}, {"Del": 1}, {"line": True}]).map(
        lambda kind: (kind, [])
    ),
    lambda inner: st.tuples(
        st.sampled_from([{}, {"Master": 0}, {"MasterShape": 5}, {"Del": 1}]), st.lists(inner, max_size=3)
    ),
    max_leaves=8,
)


def drawn(tree: Tree, names: list[int]) -> str:
    attributes, inside = tree
    names.append(len(names) + 1)
    name = names[-1]
    if "line" in attributes:
        return connector(name)
    return group(name, *(drawn(part, names) for part in inside), **attributes)


@given(st.lists(SHAPES, max_size=4), st.integers(0, 9), st.integers(0, 9))
def test_charts_and_what_is_left_out_are_all_that_is_counted(trees: list[Tree], begin: int, end: int) -> None:
    names: list[int] = []
    shapes = [drawn(tree, names) for tree in trees]
    text = page(*shapes, connector(99), after=glue(99, begin, end))
    check_account(VISIO, drawing({"Page": text, "Other": page(*PAIR)}, {"Box": page(shape(5))}))


def test_of_public_files_all_is_read_or_told() -> None:
    shapes = 0
    for path in public_files(".vsdx"):
        read = check_account(VISIO, path.read_bytes())
        assert read_visio(path.read_bytes()) == read.graph
        shapes += sum(chart.elements["shapes"] for chart in read.charts)
    assert shapes > 0
