"""GraphML as yEd saves it is read as yEd shows it, and who changes a file of ours in yEd has the last word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import Edge, FlowGraph, Group, Node, NodeKind
from diagramloop.graph.account import Census, LeftOut
from diagramloop.graph.graphml import GRAPHML, read_graphml, write_graphml
from docs.pages.format_reference import EVERYTHING
from tests.diagramloop.graph.graphs import graphs
from tests.diagramloop.graph.wild import check_account, public_files

LETTERS = st.text(alphabet="abc", min_size=1, max_size=3)
FOREIGN = (
    '<hyperedge><endpoint node="n0"/></hyperedge>',
    '<port name="p"/>',
    '<data key="unknown"><y:SVGNode/></data>',
    "<desc>words</desc>",
    "<!-- node -->",
)


def of_yed(body: str, after: str = "") -> str:
    keys = '<key for="node" id="d6" yfiles.type="nodegraphics"/><key for="edge" id="d10" yfiles.type="edgegraphics"/>'
    spaces = 'xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml"'
    return f'<graphml {spaces}>{keys}<graph id="G" edgedefault="directed">{body}</graph>{after}</graphml>'


def node(name: str, graphics: str, inner: str = "", **attributes: str) -> str:
    words = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f'<node id="{name}"{words}><data key="d6">{graphics}</data>{inner}</node>'


def shape_node(label: str, rest: str = "", x: int = 0) -> str:
    geometry = f'<y:Geometry x="{x}" y="0" width="90" height="30"/>'
    return f"<y:ShapeNode>{geometry}<y:NodeLabel>{label}</y:NodeLabel>{rest}</y:ShapeNode>"


def edge(graphics: str, source: str = "n0", target: str = "n1") -> str:
    return f'<edge source="{source}" target="{target}"><data key="d10">{graphics}</data></edge>'


PAIR = node("n0", shape_node("Cook")) + node("n1", shape_node("Serve", x=200))


def test_shapes_of_the_palettes() -> None:
    looks = {
        '<y:ShapeNode><y:Shape type="diamond"/></y:ShapeNode>': "diam",
        '<y:ShapeNode><y:Shape type="star6"/></y:ShapeNode>': "",
        '<y:ShapeNode><y:Geometry width="9" height="9"/><y:Shape type="ellipse"/></y:ShapeNode>': "circle",
        '<y:ShapeNode><y:Geometry width="9" height="5"/><y:Shape type="ellipse"/></y:ShapeNode>': "ellipse",
        '<y:ShapeNode><y:Fill hasColor="false"/><y:BorderStyle hasColor="false"/></y:ShapeNode>': "text",
        '<y:GenericNode configuration="com.yworks.flowchart.dataBase"/>': "cyl",
        '<y:GenericNode configuration="com.yworks.bpmn.Gateway.withShadow"/>': "diam",
        "<y:SVGNode/>": "icon",
        "<y:UMLNoteNode/>": "note",
    }
    graph = read_graphml(of_yed("".join(node(f"n{number}", look) for number, look in enumerate(looks))))
    assert [part.shape for part in graph.nodes] == list(looks.values())


def test_labels_of_all_kinds_in_their_order() -> None:
    graphics = "<y:UMLClassNode><y:NodeLabel>Order<y:LabelModel/></y:NodeLabel>"
    graphics += '<y:NodeLabel visible="false">unseen</y:NodeLabel><y:NodeLabel hasText="false"/>'
    graphics += "<y:UML><y:AttributeLabel>price</y:AttributeLabel></y:UML></y:UMLClassNode>"
    html = shape_node("&lt;html&gt;&lt;b&gt;Pay&lt;/b&gt;&lt;br&gt;now&lt;/html&gt;")
    lines = "<y:SplineEdge><y:EdgeLabel>if paid</y:EdgeLabel><y:EdgeLabel>1..n</y:EdgeLabel></y:SplineEdge>"
    graph = read_graphml(of_yed(node("n0", graphics) + node("n1", html) + edge(lines)))
    assert [part.text for part in graph.nodes] == ["Order\nprice", "Pay\nnow"]
    assert graph.edges[0].label == "if paid\n1..n"


@pytest.mark.parametrize(
    ("arrows", "style", "words"),
    [
        ('source="none" target="standard"', 'type="line" width="1.0"', ("none", "arrow", "solid")),
        ('source="circle" target="none"', 'type="dashed_dotted" width="2.0"', ("circle", "none", "dotted")),
        ('source="delta" target="white_delta"', 'type="line" width="3.0"', ("arrow", "arrow", "thick")),
        ('source="none" target="none"', 'type="line" hasColor="false"', ("none", "none", "invisible")),
    ],
)
def test_heads_and_styles_of_lines(arrows: str, style: str, words: tuple[str, str, str]) -> None:
    graphics = f'<y:PolyLineEdge><y:LineStyle color="#FF0000" {style}/><y:Arrows {arrows}/></y:PolyLineEdge>'
    (line,) = read_graphml(of_yed(PAIR + edge(graphics))).edges
    assert (line.tail, line.head, line.line, line.stroke) == (*words, "#ff0000")


def test_a_line_begins_and_ends_at_the_borders_of_its_shapes() -> None:
    bends = '<y:Path sx="0" sy="5" tx="0" ty="0"><y:Point x="100" y="20"/><y:Point x="150" y="15"/></y:Path>'
    straight = '<y:Path sx="0.0" sy="0.0" tx="0.0" ty="0.0"/>'
    lines = (edge(f"<y:PolyLineEdge>{path}</y:PolyLineEdge>") for path in (bends, straight))
    bent, plain = read_graphml(of_yed(PAIR + "".join(lines))).edges
    assert bent.path == ((90, 20), (100, 20), (150, 15), (200, 15))
    assert plain.path is None


@pytest.mark.parametrize(("active", "text"), [("0", "open"), ("1", "closed")])
def test_groups_open_and_folded_keep_what_is_in_them(active: str, text: str) -> None:
    label = "<y:NodeLabel>{}</y:NodeLabel>"
    ways = f'<y:GroupNode><y:Geometry x="5" y="6" width="70" height="80"/>{label.format("open")}</y:GroupNode>'
    ways += f'<y:GroupNode><y:Geometry width="9" height="9"/>{label.format("closed")}<y:State closed="true"/>'
    graphics = f'<y:ProxyAutoBoundsNode><y:Realizers active="{active}">{ways}</y:GroupNode></y:Realizers>'
    inner = f'<graph id="n0:">{node("n0::n0", shape_node("Cook"))}{edge("<y:PolyLineEdge/>", "n0::n0", "n1")}</graph>'
    folder = node("n0", graphics + "</y:ProxyAutoBoundsNode>", inner, **{"yfiles.foldertype": "folder"})
    read = check_account(GRAPHML, of_yed(folder + node("n1", shape_node("Serve"))))
    (group,) = read.graph.groups
    assert (group.text, group.box, read.graph.nodes[0].group) == (text, (5, 6, 75, 86), "n0")
    assert [(line.source, line.target) for line in read.graph.edges] == [("n0::n0", "n1")]


def test_what_has_no_counterpart_is_told() -> None:
    read = GRAPHML.read_all(of_yed(PAIR + FOREIGN[0] * 2 + node("n2", "", FOREIGN[1])))
    assert read.charts[0].left_out == (LeftOut("lines", 2, "of more than two ends"), LeftOut("ports", 1, "not kept"))
    table = (
        "<y:TableNode><y:NodeLabel>Pool</y:NodeLabel><y:Table><y:Rows><y:Row/><y:Row/></y:Rows><y:Columns><y:Column/>"
    )
    lanes = GRAPHML.read_all(of_yed(node("n0", f"{table}</y:Columns></y:Table></y:TableNode>", "<graph/>")))
    assert lanes.charts[0].left_out == (LeftOut("lanes", 2, "of tables"),)
    assert lanes.graph.groups[0].text == "Pool"
    assert GRAPHML.census is not None
    assert GRAPHML.census(of_yed(PAIR)) == [Census(2, 0)]


def test_a_graph_that_is_broken_costs_no_other() -> None:
    broken = '<graph><edge source="nobody" target="n0"/></graph><graph><node id="x"/></graph>'
    read = GRAPHML.read_all(of_yed(PAIR, broken))
    assert [(chart.number, len(chart.graph.nodes)) for chart in read.charts] == [(1, 2), (3, 1)]
    assert read.left_out == (LeftOut("pages", 1, "edge end 'nobody' is neither a node nor a group", "2"),)


@given(st.lists(st.sampled_from(FOREIGN), max_size=4), graphs())
def test_charts_and_what_is_left_out_are_all_that_is_counted(foreign: list[str], graph: FlowGraph) -> None:
    text = write_graphml(graph).text
    check_account(
        GRAPHML, text.replace("</graph>\n</graphml>", "".join(foreign).replace("y:", "") + "</graph>\n</graphml>")
    )


def test_public_files_of_yed_are_read_whole() -> None:
    for path in public_files(".graphml"):
        read = check_account(GRAPHML, path.read_text("utf-8"))
        assert all(chart.left_out == () for chart in read.charts), path.name
        assert all(part.box for part in read.graph.nodes), path.name


def test_who_changes_the_drawing_in_yed_has_the_last_word() -> None:
    graph = FlowGraph(
        nodes=(
            Node(id="a", text="Files", kind=NodeKind.DOCUMENT, shape="docs", box=(0, 0, 90, 30)),
            Node(id="b", box=(200, 0, 290, 30)),
        ),
        edges=(
            Edge(source="a", target="b", head="none", tail="none", label="so", path=((90, 9), (120, 9), (200, 15))),
        ),
    )
    text = write_graphml(graph).text
    assert read_graphml(text) == graph
    changes = {
        ">Files<": ">Papers<",
        '<y:GenericNode configuration="com.yworks.flowchart.document">': '<y:GenericNode configuration="x.y">',
        'x="0"': 'x="7"',
        "<y:EdgeLabel>so</y:EdgeLabel>": "",
        'target="none"': 'target="standard"',
    }
    for before, after in changes.items():
        head, _, rest = text.rpartition(before)
        assert head, before
        text = head + after + rest
    changed = read_graphml(text)
    first, line = changed.nodes[0], changed.edges[0]
    assert (first.text, first.shape, first.box) == ("Papers", "", (7, 0, 97, 30))
    assert (line.label, line.head, line.tail, line.path and line.path[0]) == ("", "arrow", "none", (97, 9))


def test_what_is_moved_out_of_its_group_in_yed_is_out() -> None:
    groups = (Group(id="g", box=(0, 0, 99, 99)), Group(id="h", parent="g", box=(0, 0, 50, 50)))
    graph = FlowGraph(nodes=(Node(id="a", group="h"), Node(id="b", group="g"), Node(id="c")), groups=groups)
    text = write_graphml(graph).text
    start = text.index('<node id="a">')
    end = text.index("</node>", start) + len("</node>")
    moved = text[:start] + text[end:].replace("</graph>\n</graphml>", text[start:end] + "</graph></graphml>")
    assert {part.id: part.group for part in read_graphml(moved).nodes} == {"a": None, "b": "g", "c": None}


def test_groups_that_are_nested_deeper_than_xml_may_be_come_back() -> None:
    groups = tuple(Group(id=f"g{depth}", parent=f"g{depth - 1}" if depth else None) for depth in range(90))
    graph = FlowGraph(nodes=(Node(id="a", group="g89"),), groups=groups)
    assert write_graphml(graph).dropped == ()


@given(graphs())
def test_nothing_but_the_kind_of_a_shape_is_lost(graph: FlowGraph) -> None:
    graph = graph.replace(nodes=tuple(part.model_copy(update={"shape": part.shape or "rect"}) for part in graph.nodes))
    lost = {"nodes", "nodes.text", "nodes.kind", "nodes.id", "edges.label", "title", "groups.text", "groups.id"}
    assert set(write_graphml(graph).dropped) <= lost


def test_networkx_finds_yeds_labels_and_places() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.parse_graphml(write_graphml(EVERYTHING).text)
    assert {name for name, data in graph.nodes(data=True) if data.get("element") != "group"} == {"a", "b", "c", "d"}
    assert (graph.nodes["b"]["label"], float(graph.nodes["b"]["x"]), graph.nodes["b"]["shape_type"]) == (
        *("Ready?", 200.0, "diamond"),
    )
