"""Labels go to their lines, one to one."""

from __future__ import annotations

from diagramloop.engines.parse.blackboard import FreeText
from diagramloop.engines.parse.lines.edge_labels import assign_texts

LEFT, RIGHT = ((0.0, 0.0), (0.0, 100.0)), ((20.0, 0.0), (20.0, 100.0))


def text(x, y):
    return FreeText((x - 5, y - 5, x + 5, y + 5), "t", 1.0)


def labels(paths, texts):
    return assign_texts(paths, texts, [], 10)[0]


def test_nearest_line():
    assert labels([LEFT, RIGHT], [text(19, 50)]) == {1: 0}


def test_two_labels_share_out():
    assert labels([LEFT, RIGHT], [text(2, 20), text(9, 80)]) == {0: 0, 1: 1}


def test_far_text_is_no_label():
    assert labels([LEFT], [text(400, 50)]) == {}


def test_nothing():
    assert labels([], [text(0, 0)]) == {}
    assert labels([LEFT], []) == {}


NEAR, BELOW = text(2, 20), text(-30, 120)


def test_a_text_names_a_node_unless_another_one_does():
    assert assign_texts([LEFT], [NEAR], [{0: 1.0}], 10) == ({}, {0: 0})
    assert assign_texts([LEFT], [NEAR, BELOW], [{0: 1.0, 1: 0.5}], 10) == ({0: 0}, {0: 1})


def test_without_captions_labels_are_as_they_are_alone():
    texts = [text(2, 20), text(9, 80), text(400, 50)]
    assert assign_texts([LEFT, RIGHT], texts, [{}], 10) == (labels([LEFT, RIGHT], texts), {})


def test_nodes_have_names_where_there_is_no_line():
    assert assign_texts([], [NEAR], [{0: 1.0}], 10) == ({}, {0: 0})
