"""Charts in picture files, as they are handed to editors."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from PIL import Image
from shapely import Point, box

from diagramloop.doors.python.reading import read
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import formats
from tests.diagramloop.doors.services.asked_pictures import picture


def test_lines_for_an_editor_end_at_the_nodes_that_they_join() -> None:
    reading = read(picture())
    shown = reading.editable()
    nodes = {node.id: box(*node.box) for node in shown.nodes if node.box is not None}
    assert len(shown.edges) == 2
    for edge in shown.edges:
        assert edge.path is not None
        gaps = [
            nodes[end].distance(Point(point))
            for end, point in ((edge.source, edge.path[0]), (edge.target, edge.path[-1]))
        ]
        assert max(gaps) < 1
    assert [node.fill for node in shown.nodes] != [node.fill for node in reading.graph.nodes]


def test_what_a_file_states_has_no_pixels(tmp_path: Path) -> None:
    chart = tmp_path / "tea.mmd"
    chart.write_text("flowchart TD\n a --> b\n", encoding="utf-8")
    with pytest.raises(DiagramloopError) as caught:
        read(chart).pixels()
    assert caught.value.reason is RejectionReason.NOT_ASKED
    assert read(picture()).pixels().ndim == 3


@pytest.mark.parametrize("format", ["drawio_png", "excalidraw_svg"])
def test_a_picture_is_read_from_the_source_that_it_carries_whatever_it_is_called(format: str, tmp_path: Path) -> None:
    tea = formats.read("flowchart LR\n a[Boil] -->|done| b[Pour]", "mermaid")
    chart = tmp_path / "screenshot.bin"
    chart.write_bytes(formats.write(tea, format).content)
    reading = read(chart)
    assert (reading.origin, [edge.label for edge in reading.graph.edges]) == ("stated", ["done"])
    assert reading.account.line.startswith("read from the source in ")
    assert not reading.account.loss


def test_a_pdf_of_drawio_is_read_from_the_file_in_its_subject(tmp_path: Path) -> None:
    tea = formats.read("flowchart LR\n a[Boil] -->|done| b[Pour]", "mermaid")
    chart = tmp_path / "tea.pdf"
    subject = quote(formats.write(tea, "drawio").text, safe="")
    Image.new("L", (30, 30), 255).save(chart, "PDF", subject=subject)
    assert [edge.label for edge in read(chart).graph.edges] == ["done"]
    Image.new("L", (30, 30), 255).save(chart, "PDF", subject="tea")
    with pytest.raises(DiagramloopError):
        read(chart)
