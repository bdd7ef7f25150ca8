from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.base.text.markup import Attributes, MarkupReader, without_comments

WORDS = st.text(alphabet='ab é&;#3<"', max_size=8)


class Recorded(MarkupReader):
    def __init__(self) -> None:
        self.parts: list[tuple[str, object]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attributes: Attributes) -> None:
        self.parts.append((tag, attributes))

    def handle_endtag(self, tag: str) -> None:
        self.parts.append(("/" + tag, None))

    def handle_data(self, data: str) -> None:
        self.text += data


class Expected(HTMLParser):
    """The standard library's reading, of what it reads in time and as the HTML standard says."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[tuple[str, object]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attributes: Attributes) -> None:
        self.parts.append((tag, attributes))

    def handle_endtag(self, tag: str) -> None:
        self.parts.append(("/" + tag, None))

    def handle_data(self, data: str) -> None:
        self.text += data


def attributes() -> st.SearchStrategy[str]:
    name = st.sampled_from(["a", "data-B", "viewBox", "xlink:href"])
    value = st.one_of(
        st.just(""),
        st.text(alphabet="ab>é &;'", max_size=6).map(lambda text: f'="{text}"'),
        st.text(alphabet='ab>é &;"', max_size=6).map(lambda text: f" = '{text}'"),
        st.text(alphabet="abé&;", min_size=1, max_size=6).map(lambda text: f"={text}"),
    )
    return st.lists(st.tuples(name, value), max_size=3, unique_by=lambda pair: pair[0]).map(
        lambda pairs: "".join(f" {name}{value}" for name, value in pairs)
    )


PARTS = st.one_of(
    st.text(alphabet="ab é&;#3\n", max_size=8),
    st.tuples(st.sampled_from(["p", "DIV", "h1", "svg:g"]), attributes()).map(lambda pair: f"<{pair[0]}{pair[1]}>"),
    st.tuples(st.sampled_from(["br", "Rect"]), attributes()).map(lambda pair: f"<{pair[0]}{pair[1]} />"),
    st.sampled_from(["</p>", "</DIV >", "<!-- a > b -->", "<!doctype html>", "<?php a ?>", "< 3", "<3"]),
    st.text(alphabet="ab<>&;é", max_size=8).map(lambda text: f"<script>{text} </script>"),
)


@given(st.lists(PARTS, max_size=8).map("".join))
def test_well_formed_pages_are_read_as_the_standard_library_reads_them(page: str) -> None:
    read, expected = Recorded(), Expected()
    read.read(page)
    expected.feed(page)
    expected.close()
    assert read.parts == expected.parts
    assert read.text == expected.text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("a<!-->b", "ab"),
        ("a<!--->b", "ab"),
        ("a<!-- x --!>b", "ab"),
        ("a<!-- b", "a"),  # as in browsers: a comment that never ends holds the rest
        ("a<b c", "a<b c"),  # and a tag that never ends is none
        ("a<b c='d>e", "ae"),
        ("</>a</ b>c", "ac"),
        ("<style>p > a</style>b", "p > ab"),
        ("<script>a</scripts></SCRIPT>b", "a</scripts>b"),
        ("<![CDATA[a]]>b", "b"),
    ],
)
def test_broken_pages(page: str, text: str) -> None:
    read = Recorded()
    read.read(page)
    assert read.text == text


@given(st.lists(st.sampled_from(["a", "<!--", "-->", "<", "-", ">"]), max_size=12).map("".join))
def test_comments_go_and_nothing_else(text: str) -> None:
    assert without_comments(text) == re.sub("<!--.*?-->", "", text, flags=re.DOTALL)
