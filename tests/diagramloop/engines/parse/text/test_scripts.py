"""Scripts of lines: none is taken for another, and what is not read says why, to the end of a reading."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

import diagramloop
from diagramloop.doors.python.reading import read
from diagramloop.engines.parse import parse
from diagramloop.engines.parse.text.recogniser import Reading, Recogniser
from diagramloop.engines.parse.text.scripts import (
    SCRIPTS,
    ByScript,
    read_part,
    scripts_in,
    told_scripts,
    unread_reason,
    unread_script,
    unread_small,
    without_unread,
)
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.models.pixels import png

SANS = "DejaVuSans.ttf"
PRINT = {
    "Latin": ["Check the order", "Ship goods", "OK", "Prüfung", "no", "yes", "A1", "12", "?", "x > 0"],
    "Greek": ["Έλεγχος παραγγελίας", "Αποστολή προϊόντων"],
    "Cyrillic": ["Проверить заказ", "Отправить ответ", "Готов ли заказ?"],
    "Arabic": ["تحقق من الطلب", "أرسل الرد"],
    "Hebrew": ["בדוק את ההזמנה", "שלח תשובה"],
}


def line(text: str, size: int = 20) -> np.ndarray:
    font = ImageFont.truetype(SANS, size)
    left, top, right, bottom = (round(side) for side in font.getbbox(text))
    image = Image.new("L", (right - left + 6, bottom - top + 6), 255)
    ImageDraw.Draw(image).text((3 - left, 3 - top), text, fill=0, font=font)
    return np.asarray(image, np.uint8)


def chart(*texts: str, size: int = 18) -> np.ndarray:
    page = Image.new("RGB", (250 * len(texts), 160), "white")
    draw, font = ImageDraw.Draw(page), ImageFont.truetype(SANS, size)
    for number, text in enumerate(texts):
        x = 20 + 250 * number
        draw.rectangle((x, 40, x + 190, 110), outline="black", width=2)
        draw.text((x + 95, 75), text, fill="black", font=font, anchor="mm")
        if number:
            draw.line((x - 58, 75, x - 12, 75), fill="black", width=2)
            draw.polygon([(x - 2, 75), (x - 14, 69), (x - 14, 81)], fill="black")
    return np.asarray(page)


@pytest.mark.parametrize("script", PRINT)
@pytest.mark.parametrize("size", [14, 20, 32])
def test_print_is_told(script: str, size: int) -> None:
    told = told_scripts([line(text, size) for text in PRINT[script]])
    assert {name for name, _ in told} == {script}


def test_one_line_of_another_script_is_told_on_a_page_of_latin() -> None:
    lines = [*map(line, PRINT["Latin"]), line("Отправить ответ")]
    assert [name for name, _ in told_scripts(lines)] == ["Latin"] * len(PRINT["Latin"]) + ["Cyrillic"]


@given(st.integers(1, 60), st.integers(1, 300), st.integers(0, 255))
def test_any_line_has_a_script(rows: int, columns: int, level: int) -> None:
    ((script, probability),) = told_scripts([np.full((rows, columns), level, np.uint8)])
    assert script in SCRIPTS
    assert 0 <= probability <= 1
    assert told_scripts([]) == []


def test_an_alphabet_says_which_scripts_it_reads() -> None:
    assert scripts_in(tuple(Recogniser().characters)) == {"Latin", "Greek", "Han"}
    assert scripts_in(tuple("абвгдежзиклмнопрстуфхцчшщыэюяАБВГДЕЖЗИКЛМНОПРСТУФ")) == {"Latin", "Cyrillic"}
    assert scripts_in(("", "a")) == {"Latin"}


class Counting:
    """Reads each line as its width, of an alphabet of Latin."""

    characters = tuple("abc")

    def __init__(self) -> None:
        self.lines: list[np.ndarray] = []

    def read(self, strips):
        self.lines += strips
        return [Reading(str(strip.shape[1]), 0.9, (0.5,)) for strip in strips]


def test_lines_that_are_read_keep_their_places_among_those_that_are_not() -> None:
    strips = [line("Send the answer"), line("Отправить ответ"), line("Check"), line("בדוק את ההזמנה")]
    reader = Counting()
    readings = ByScript(reader).read(strips)
    assert [reading.text for reading in readings[::2]] == [str(strip.shape[1]) for strip in strips[::2]]
    assert [unread_reason(reading.text) for reading in readings[1::2]] == ["script Cyrillic", "script Hebrew"]
    assert all(reading.probability == 0 and reading.confidence > 0.9 for reading in readings[1::2])


def test_tiny_type_is_unread_and_a_low_word_among_taller_ones_is_not() -> None:
    low, tall = line("no", 6)[:8], line("Check", 20)
    assert [unread_reason(r.text) for r in ByScript(Counting()).read([low, low, low])] == ["too small"] * 3
    assert [unread_reason(r.text) for r in ByScript(Counting()).read([low, tall, tall])] == [""] * 3


@given(st.text(max_size=8), st.sampled_from(SCRIPTS), st.text(max_size=8))
def test_marks_leave_what_was_read(before: str, script: str, behind: str) -> None:
    mark = unread_script(script, np.full((10, 30), 255, np.uint8), 1.0).text
    assert unread_reason(before + mark + behind) == f"script {script}"
    assert read_part(before + mark + behind) == (before + behind).strip()
    assert read_part(before) == before
    assert len(unread_small(Reading(before, 0.5, ())).text) == len(before)


def test_a_graph_without_marks_is_as_it_was_and_marks_take_all_confidence() -> None:
    plain = read_mermaid("flowchart TD; a[Start] --> |yes| b[End]")
    assert without_unread(plain) == plain
    mark = unread_script("Thai", np.full((10, 30), 255, np.uint8), 1.0).text
    nodes = (Node(id="a", text=f"Go {mark}", text_confidence=0.8), Node(id="b", text="End", text_confidence=0.8))
    told = without_unread(FlowGraph(nodes=nodes, edges=(Edge(source="a", target="b", label=mark),)))
    assert [(node.text, node.text_confidence) for node in told.nodes] == [("Go", 0.0), ("End", 0.8)]
    assert (told.edges[0].label, told.edges[0].label_confidence) == ("", 0.0)


def test_a_chart_in_cyrillic_has_its_nodes_and_no_latin_garbage() -> None:
    picture = chart("Проверить заказ", "Отправить товар", "Архив")
    figure = parse(picture)
    assert len(figure.graph.nodes) == 3
    assert len(figure.graph.edges) == 2
    assert not any(node.text for node in figure.graph.nodes)
    assert figure.unread == {"script Cyrillic": 3}
    assert not any(unread_reason(node.text) for node in read_mermaid(figure.mermaid).nodes)


def test_the_account_of_a_reading_says_what_was_not_read() -> None:
    reading = read(png(chart("Проверить заказ", "Send reply")))
    assert [node.text for node in reading.graph.nodes] == ["", "Send reply"]
    assert [(part.number, part.reason) for part in reading.account.left_out] == [(1, "unread: script Cyrillic")]
    assert reading.account.line == "lines of text unread: 1 script Cyrillic"
    assert read(png(chart("Check order", "Send reply"))).account.line == ""


def test_words_alone_are_read_where_they_stand() -> None:
    picture = chart("Check order", "Проверить заказ", "Send reply")
    words = diagramloop.read_words(picture)
    assert [(line.text, line.unread) for line in sorted(words, key=lambda line: line.box)] == [
        ("Check order", ""),
        ("", "script Cyrillic"),
        ("Send reply", ""),
    ]
    for number, line in enumerate(sorted(words, key=lambda line: line.box)):
        x0, y0, x1, y1 = line.box
        assert 20 + 250 * number < x0 < x1 < 210 + 250 * number
        assert 40 < y0 < y1 < 110
        assert line.probability == 0 if line.unread else line.probability > 0.5
    assert diagramloop.read_words(np.full((60, 60, 3), 255, np.uint8)) == ()


class Wording(Counting):
    """Reads every line as one word."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self._word = word

    def read(self, strips):
        return [Reading(self._word, 0.99, (0.5,)) for _ in strips]


@pytest.mark.parametrize(("word", "read"), [("box", True), ("OtnpaBMTb", False)])
def test_what_reads_as_known_words_is_no_other_script(word: str, read: bool) -> None:
    readings = ByScript(Wording(word)).read([line("Отправить ответ"), line("Проверить")])
    assert [not unread_reason(reading.text) for reading in readings] == [read, read]
