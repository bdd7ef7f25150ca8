"""Keys of legends."""

from __future__ import annotations

from diagramloop.engines.parse.fusion.legends import legend_keys


def key(x: float, y: float, side: float = 14) -> tuple[float, float, float, float]:
    return (x, y, x + side, y + side)


def beside(x: float, y: float) -> tuple[float, float, float, float]:
    return (x + 24, y + 1, x + 70, y + 13)


def test_marks_in_a_row_with_their_meanings_are_keys() -> None:
    places = [(10, 300), (120, 300), (230, 300)]
    shapes = [*(key(*place) for place in places), key(400, 20, side=60)]
    assert legend_keys(shapes, [beside(*place) for place in places], 12).tolist() == [True] * 3 + [False]


def test_a_column_too_but_no_mark_alone_and_none_without_a_meaning() -> None:
    column = [key(10, 20), key(10, 45)]
    texts = [beside(10, 20), beside(10, 45)]
    assert legend_keys(column, texts, 12).tolist() == [True, True]
    assert legend_keys(column, texts[:1], 12).tolist() == [False, False]
    assert legend_keys([key(10, 20), key(90, 80)], [beside(10, 20), beside(90, 80)], 12).tolist() == [
        False,
        False,
    ]


def test_large_shapes_with_captions_beside_them_are_no_keys() -> None:
    shapes = [key(10, 20, side=40), key(10, 80, side=40)]
    assert not legend_keys(shapes, [(55, 34, 90, 46), (55, 94, 90, 106)], 12).any()
    assert legend_keys([], [], 12).tolist() == []
