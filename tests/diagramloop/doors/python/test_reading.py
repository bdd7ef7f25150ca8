"""Charts in picture files, as they are handed to editors."""

from __future__ import annotations

from shapely import Point, box

from diagramloop.doors.python.reading import read
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
