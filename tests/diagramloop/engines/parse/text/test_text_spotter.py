"""Lines of a whole picture, found and read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from diagramloop.engines.parse.blackboard import RGB, Shape
from diagramloop.engines.parse.budget import Budget
from diagramloop.engines.parse.fusion.text_blocks import joined
from diagramloop.engines.parse.page.environment_curator import EmbeddedEnvironmentCurator
from diagramloop.engines.parse.text import text_spotter
from diagramloop.engines.parse.text.recogniser import Reading, Recogniser
from diagramloop.engines.parse.text.scripts import read_part, unread_reason
from diagramloop.engines.parse.text.text_spotter import EmbeddedTextSpotter
from diagramloop.errors import PictureError, RejectionReason
from diagramloop.render.mermaid_svg import read_mermaid_svg
from tests.diagramloop.engines.parse.lettering import ENVIRONMENT, box_node, canvas, font, pixels, rectangle


def test_each_node_and_label_of_a_drawing_is_read() -> None:
    image, draw = canvas(900, 700)
    texts = ["Start here", "Check that the value\nis larger than 10", "Write 'done'"]
    boxes = [(300, 20, 600, 100), (200, 260, 700, 400), (300, 580, 600, 660)]
    shapes = tuple(box_node(draw, box, text) for box, text in zip(boxes, texts, strict=True))
    draw.line((450, 100, 450, 259), fill="#333", width=2)
    draw.line((450, 400, 450, 579), fill="#333", width=2)
    draw.text((470, 490), "otherwise", fill="#333", font=font(), anchor="lm")
    lines = EmbeddedTextSpotter().spot(pixels(image), ENVIRONMENT, shapes)
    assert [line.text for line in lines] == [
        "Start here",
        "Check that the value",
        "is larger than 10",
        "Write 'done'",
        "otherwise",
    ]
    assert all(line.confidence > 0.8 for line in lines)


@pytest.mark.parametrize(("fill", "ink"), [("#1f2020", "#cccccc"), ("#f0c000", "#222222"), ("#800000", "#ffffff")])
def test_dark_and_coloured_nodes_read_alike(fill: str, ink: str) -> None:
    image, draw = canvas(700, 200, "#333333")
    shape = box_node(draw, (50, 50, 650, 150), "Send the order 42 times", fill, ink)
    (line,) = EmbeddedTextSpotter().spot(pixels(image), ENVIRONMENT, (shape,))[:1]
    assert line.text == "Send the order 42 times"


def test_the_text_of_a_node_within_a_node_is_read_once() -> None:
    image, draw = canvas(600, 300)
    inner = box_node(draw, (120, 120, 480, 180), "Inside")
    lines = EmbeddedTextSpotter().spot(pixels(image), ENVIRONMENT, (rectangle((110, 110, 490, 190)), inner))
    assert [line.text for line in lines] == ["Inside"]


def four_boxes() -> tuple[RGB, tuple[Shape, ...]]:
    image, draw = canvas(700, 600)
    shapes = tuple(box_node(draw, (50, 50 + 120 * i, 650, 130 + 120 * i), "Again") for i in range(4))
    return pixels(image), shapes


@pytest.mark.parametrize("budget", [Budget(text_lines=2), Budget(text_columns=200)])
def test_of_many_lines_the_first_are_read_and_the_others_say_so(
    monkeypatch: pytest.MonkeyPatch, budget: Budget
) -> None:
    monkeypatch.setattr(text_spotter, "BUDGET", budget)
    picture, shapes = four_boxes()
    lines = EmbeddedTextSpotter().spot(picture, ENVIRONMENT, shapes)
    assert [read_part(line.text) for line in lines] == ["Again", "Again", "", ""]
    assert [unread_reason(line.text) for line in lines] == ["", "", "too many lines", "too many lines"]


def test_more_lines_than_a_diagram_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_spotter, "BUDGET", Budget(lines_found=2))
    picture, shapes = four_boxes()
    with pytest.raises(PictureError, match="2 lines found") as caught:
        EmbeddedTextSpotter().spot(picture, ENVIRONMENT, shapes)
    assert caught.value.reason == RejectionReason.TOO_LARGE


@pytest.mark.parametrize("size", [(1, 1), (8, 8), (5, 900)])
def test_tiny_pictures_and_shapes_beyond_the_picture_give_no_lines(size: tuple[int, int]) -> None:
    picture = np.full((*size, 3), 255, dtype=np.uint8)
    assert (
        EmbeddedTextSpotter().spot(
            picture, ENVIRONMENT, (rectangle((-50, -50, 40, 40)), rectangle((900, 900, 950, 950)))
        )
        == ()
    )


def test_gigantic_and_foreign_text_is_read_without_failing() -> None:
    image, draw = canvas(1600, 500)
    draw.text((800, 150), "HUGE", fill="black", font=font(300), anchor="mm")
    draw.text((800, 420), "مرحبا ‮abc\x00", fill="black", font=font(), anchor="mm")
    for line in EmbeddedTextSpotter().spot(pixels(image), ENVIRONMENT, ()):
        assert line.text.strip()


@pytest.mark.real_data
def test_real_pictures_are_read(real_data: Path) -> None:
    """Of a few published charts nearly all node texts are exact; the others are cut off in the picture."""
    exact, total = 0, 0
    for folder in sorted((real_data / "flowexplainbench" / "images").iterdir())[:200:50]:
        picture = np.asarray(Image.open(folder / "original.png").convert("RGB"))
        svg = (folder / "flowchart.svg").read_text()
        graph = read_mermaid_svg(svg)
        assert graph.size is not None
        graph = read_mermaid_svg(svg, picture.shape[1] / graph.size[0])
        shapes = tuple(
            text_spotter.Shape(node.polygon or (), "rect", "node", 3.0, (255, 255, 255), 1.0) for node in graph.nodes
        )
        environment = EmbeddedEnvironmentCurator().survey(picture)
        lines = EmbeddedTextSpotter().spot(picture, environment, shapes)
        for node in graph.nodes:
            x0, y0, x1, y1 = node.box or (0.0, 0.0, 0.0, 0.0)
            own = [t for t in lines if x0 < (t.box[0] + t.box[2]) / 2 < x1 and y0 < (t.box[1] + t.box[3]) / 2 < y1]
            exact += "".join(joined(own).split()) == "".join(node.text.split())
        total += len(graph.nodes)
    assert exact >= 0.85 * total


class Scripted(Recogniser):
    """Reads each strip with the next of some confidences."""

    def __init__(self, confidences: list[float]) -> None:
        vars(self)["left"] = confidences

    def read(self, strips):
        return [Reading("word", vars(self)["left"].pop(0), (0.5,)) for _ in strips]


@pytest.mark.parametrize(
    ("first", "count"),
    [
        pytest.param([0.4] * 8, 8, id="none of its first lines is legible"),
        pytest.param([0.4] * 7 + [0.6], 12, id="one of its first lines is legible"),
    ],
)
def test_a_long_text_is_read_to_its_end_if_it_is_writing(first: list[float], count: int) -> None:
    image, draw = canvas(400, 700)
    for line in range(12):
        draw.text((40, 40 + 30 * line), f"line {line}", fill="#333", font=font())
    second_looks = [0.4] * 36
    spotter = EmbeddedTextSpotter(recogniser=Scripted(first + [0.4] * 4 + second_looks))
    assert len(spotter.spot(pixels(image), ENVIRONMENT, ())) == count
