"""Drawing: what changes with style, seed and engine, what does not, and what is refused."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from diagramloop.errors import FormatError, RejectionReason, RenderError
from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.render import Style, StyledFigure, draw, read_mermaid_svg
from diagramloop.render.engines import engine as engine_by_name
from diagramloop.render.limits import MAX_DEPTH, MAX_EDGES, MAX_NODES, MAX_TEXT

from .charts import ALL_LINKS, ALL_SHAPES
from .conftest import Drawn

PAIR = FlowGraph(nodes=(Node(id="a", text="One"), Node(id="b", text="Two")), edges=(Edge(source="a", target="b"),))


def test_one_layout_for_all_styles(engine: str, drawn: Drawn) -> None:
    figures = drawn(ALL_LINKS, engine)
    assert list(figures) == list(Style)
    assert len({figure.graph.digest() for figure in figures.values()}) == 1
    assert len({figure.png for figure in figures.values()}) == 4
    bodies = {figure.svg.partition("<style>")[2].partition("</style>")[2] for figure in figures.values()}
    assert len(bodies) == 1
    assert {(figure.engine, figure.style) for figure in figures.values()} == {(engine, style) for style in Style}


@pytest.mark.parametrize("engine", ["merman", "graphviz"])  # the page is made after the layout, whoever makes that
@pytest.mark.parametrize("pixels", [2_000, 30_000, 10_000_000])
def test_a_picture_is_made_to_fit(engine: str, pixels: int) -> None:
    whole = draw(ALL_LINKS, [Style.DEFAULT], engine=engine)[Style.DEFAULT].graph
    fitted = draw(ALL_LINKS, [Style.DEFAULT], engine=engine, fit=pixels)[Style.DEFAULT]
    assert whole.size is not None
    assert fitted.graph.size is not None
    width, height = fitted.graph.size
    assert width * height <= pixels
    assert tuple(int.from_bytes(fitted.png[i : i + 4], "big") for i in (16, 20)) == (width, height)
    if whole.size[0] * whole.size[1] <= pixels:
        assert fitted.graph == whole
    else:
        scale = fitted.graph.nodes[0].box[2] / whole.nodes[0].box[2]
        for one, other in zip(fitted.graph.nodes, whole.nodes, strict=True):
            assert one.box == pytest.approx([side * scale for side in other.box])


def test_the_picture_has_the_graphs_size(engine: str, drawn: Drawn) -> None:
    for figure in drawn(ALL_LINKS, engine).values():
        assert figure.png[:8] == b"\x89PNG\r\n\x1a\n"
        assert tuple(int.from_bytes(figure.png[i : i + 4], "big") for i in (16, 20)) == figure.graph.size


def test_the_graph_drawn_is_the_graph_given(engine: str, drawn: Drawn) -> None:
    figure = drawn(ALL_LINKS, engine)[Style.MULTI]
    assert figure.graph.without_geometry() == ALL_LINKS.replace(title="")


def test_texts_and_labels_stand_in_the_svg_where_the_graph_says(mermaid_engine: str, drawn: Drawn) -> None:
    figure = drawn(ALL_LINKS, mermaid_engine)[Style.MULTI]
    svg = read_mermaid_svg(figure.svg, scale=2.0)
    assert sorted(node.text for node in svg.nodes) == sorted(node.text for node in figure.graph.nodes)
    assert sorted((e.label, e.label_box) for e in svg.edges if e.label_box) == sorted(
        (e.label, pytest.approx(e.label_box, abs=0.01)) for e in figure.graph.edges if e.label_box
    )


def test_default_is_mermaids_own_style_sheet(mermaid_engine: str) -> None:
    (figure,) = draw(PAIR, [Style.DEFAULT], engine=mermaid_engine).values()
    assert "#ECECFF" in figure.svg
    assert "n0-" not in figure.svg.partition("<style>")[2].partition("</style>")[0]


def test_same_bytes_again_and_in_any_order(engine: str) -> None:
    def digests(figures: dict[Style, StyledFigure]) -> dict[Style, str]:
        return {style: hashlib.sha256(f.png + f.svg.encode()).hexdigest() for style, f in figures.items()}

    first = digests(draw(PAIR, engine=engine, seed=1))
    draw(PAIR.replace(direction="LR"), [Style.MONO], engine=engine)
    assert digests(draw(PAIR, list(Style)[::-1], engine=engine, seed=1)) == first
    assert digests(draw(PAIR, [Style.SINGLE], engine=engine, seed=1))[Style.SINGLE] == first[Style.SINGLE]


def test_seed_and_key_choose_the_colours() -> None:
    svgs = [
        draw(PAIR, [Style.SINGLE], engine="graphviz", seed=seed, key=key)[Style.SINGLE].svg
        for seed, key in [(1, "a"), (2, "a"), (1, "b"), (1, "a")]
    ]
    assert svgs[0] == svgs[3]
    assert len(set(svgs)) > 1


@pytest.mark.parametrize("name", ["mermaidx", "merman", "graphviz"])
def test_no_font_locale_or_zone_of_the_machine_takes_part(name: str, tmp_path: Path) -> None:
    empty = tmp_path / "fonts.conf"
    empty.write_text("<fontconfig></fontconfig>")
    code = (
        "import hashlib; from diagramloop.render import *\n"
        f"f = draw('flowchart TB\\n a[Ångström → 1.5] -->|ja| b', [Style.MULTI], engine={name!r})[Style.MULTI]\n"
        "print(hashlib.sha256(f.png + f.svg.encode()).hexdigest())"
    )
    bare = {
        "FONTCONFIG_FILE": str(empty),
        "HOME": str(tmp_path),
        "LC_ALL": "C",
        "TZ": "Asia/Tokyo",
        "PYTHONHASHSEED": "7",
    }
    runs = [
        subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
        for env in ({**os.environ, "PYTHONPATH": "."}, {**bare, "PYTHONPATH": ".", "PATH": os.defpath})
    ]
    assert runs[0] == runs[1]


def test_mermaid_text_is_drawn_as_the_graph_it_is() -> None:
    (figure,) = draw("flowchart LR\n A{Ready?} -->|no| A", [Style.MONO], engine="graphviz").values()
    assert [(n.id, n.text, n.shape) for n in figure.graph.nodes] == [("A", "Ready?", "diam")]
    with pytest.raises(FormatError):
        draw("flowchart LR\n A[unclosed", engine="graphviz")


def test_symbols_say_nothing_and_unknown_shapes_become_rectangles(drawn: Drawn) -> None:
    mermaid = {n.id: n for n in drawn(ALL_SHAPES, "mermaidx")[Style.MONO].graph.nodes}
    graphviz = {n.id: n for n in drawn(ALL_SHAPES, "graphviz")[Style.MONO].graph.nodes}
    assert (mermaid["f-circ"].text, mermaid["rect"].text) == ("", "a rect")
    assert (graphviz["cloud"].shape, graphviz["cloud"].text, mermaid["cloud"].shape) == ("rect", "a cloud", "cloud")


def nested(depth: int) -> FlowGraph:
    groups = tuple(Group(id=f"g{i}", parent=f"g{i - 1}" if i else None) for i in range(depth))
    return FlowGraph(nodes=(Node(id="n", group=groups[-1].id),), groups=groups)


@pytest.mark.parametrize(
    ("graph", "reason"),
    [
        (FlowGraph(), RejectionReason.EMPTY),
        (FlowGraph(nodes=tuple(Node(id=str(i)) for i in range(MAX_NODES + 1))), RejectionReason.TOO_LARGE),
        (PAIR.replace(edges=(Edge(source="a", target="b"),) * (MAX_EDGES + 1)), RejectionReason.TOO_LARGE),
        (FlowGraph(nodes=(Node(id="a", text="x" * (MAX_TEXT + 1)),)), RejectionReason.TOO_LARGE),
        (nested(MAX_DEPTH + 1), RejectionReason.TOO_LARGE),
        (FlowGraph(nodes=(Node(id="a", shape="x]; click"),)), RejectionReason.UNSUPPORTED),
    ],
)
def test_what_is_beyond_a_limit_is_refused_before_drawing(graph: FlowGraph, reason: RejectionReason) -> None:
    with pytest.raises(RenderError) as error:
        draw(graph, engine="mermaidx")
    assert error.value.reason is reason


def test_deeply_nested_groups_are_drawn(engine: str) -> None:
    draw(nested(5), [Style.MONO], engine=engine)


def test_mermaid_draws_one_self_loop_of_a_node_and_says_so(mermaid_engine: str) -> None:
    loops = FlowGraph(nodes=(Node(id="a"),), edges=(Edge(source="a", target="a"),) * 2)
    with pytest.raises(RenderError) as error:
        draw(loops, engine=mermaid_engine)
    assert error.value.reason is RejectionReason.UNSUPPORTED
    draw(loops, [Style.MONO], engine="graphviz")


@pytest.mark.parametrize(
    ("scale", "reason"), [(0, "invalid"), (-1, "invalid"), (float("nan"), "invalid"), (500, "too_large")]
)
def test_senseless_scales_are_refused(scale: float, reason: str) -> None:
    with pytest.raises(RenderError) as error:
        draw(PAIR, [Style.MONO], engine="graphviz", scale=scale)
    assert error.value.reason == reason


def test_unknown_engines_are_named() -> None:
    with pytest.raises(RenderError, match=r"no engine 'etch'.*graphviz"):
        draw(PAIR, engine="etch")


def test_who_names_the_engine_that_is_gone_is_told_of_the_one_that_draws_alike() -> None:
    with pytest.raises(RenderError, match=r"'chromium'.*'mermaidx' draws by the same Mermaid") as error:
        draw(PAIR, engine="chromium")
    assert error.value.reason is RejectionReason.UNSUPPORTED
    assert engine_by_name("auto") is engine_by_name("mermaidx")
