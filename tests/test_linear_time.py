"""Time grows with the input and no faster: for every reader, writer and function of text, whatever stands in it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from processor_time import seconds_of

from diagramloop.base.text import encoded, english, markup, sentences
from diagramloop.data.sources.papers import latex_conditionals, latex_macros, manuscript
from diagramloop.engines.answer.solver.reading import reading
from diagramloop.engines.attribute.embedded import clauses as attribution_clauses
from diagramloop.engines.attribute.embedded.term_index import content_words
from diagramloop.engines.attribute.embedded.topology import apart
from diagramloop.engines.converse.embedded import clauses as spoken_clauses
from diagramloop.engines.documents import html_blocks, markdown_blocks
from diagramloop.engines.documents.blocks import Source
from diagramloop.engines.extract.embedded import segmentation
from diagramloop.engines.generate.planning._prose import normalised
from diagramloop.engines.generate.planning.embedded.tagging import chunks
from diagramloop.engines.generate.svg_repair import mended
from diagramloop.engines.parse.model_backed._mermaid import Mermaid
from diagramloop.errors import DiagramloopError
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph._plain_text import plain_text
from diagramloop.graph.formats import FORMATS, format_named, read, write
from diagramloop.models.answer_text import fenced_in
from diagramloop.models.answers import UnreadError
from diagramloop.models.answers.values import json_in_answer

MOST_GROWTH = 2.6**2
"""Of the time, where the input is four times as long: linear is 4, squared is 16."""
LEAST_SECONDS = 0.03
"""Below that nothing is said."""
MOST_SECONDS = 2.0
"""For a label of 60 signs: one that is tried in all ways takes days."""
LABEL = "the label of the node"
WORD = "validateAndSubmitCustomerInformation" * 2
OWN_PROCESS = {"pdf"}  # their time is another process's
DRAWS = {"drawio_png", "drawio_svg", "excalidraw_png", "excalidraw_svg"}  # writing draws the picture, by an engine
TEXTS = sorted(name for name in set(FORMATS) - OWN_PROCESS if not format_named(name).binary)
WRITTEN = sorted(name for name in set(FORMATS) - OWN_PROCESS - DRAWS if format_named(name).write)
ENDINGS = ("", "()", "(ok) ->", *" ?.-é\"']})>|\\;:&#%`\n\0")
UNITS = ("<!--", "<", " ", '"', "[", "(", "{", "&#65;", "\n", "-")
_SIGNS = r"""a ' & -- --> a--> -> a->b; ; | || # %% %%{ \ = a: a. . $ ${ ` ~ @ é // /* * _ ! <a> </a> ]]> <![CDATA[ 0 9.
    a{ [[ @{ {" [1, "a", #a; <br> fa:fa- ** `" "` |a| ... \a \if {\a {"a": <svg> 1- ![a]( Mr."""
MORE_UNITS = (
    *_SIGNS.split(),
    *(
        "\t",
        '"""',
        "\r",
        " \n",
        "a b ",
        '<a b="',
        "a [",
        "XOR1 (",
        "For a: ",
        "e.g. ",
        "e.g. A",
        '." ',
        "<svg ",
        "Fig. 1, ",
        "and ",
        "> ",
    ),
    *(
        f"{line}\n"
        for line in ("subgraph a", "if (a) then", "note", "repeat", "fork", "partition a {", "%", "```", "- a")
    ),
)


def chart(label: str) -> FlowGraph:
    return FlowGraph(
        nodes=(Node(id="a", text=label), Node(id="b", text="tea")),
        edges=(Edge(source="a", target="b", label=label[:60]),),
    )


def chain(length: int) -> FlowGraph:
    nodes = tuple(Node(id=f"n{number}", text=f"step {number}") for number in range(length))
    edges = tuple(Edge(source=f"n{number}", target=f"n{number + 1}") for number in range(length - 1))
    return FlowGraph(nodes=nodes, edges=edges)


def spoken(text: str) -> list[str]:
    return list(sentences.sentences(text, sentences.SPOKEN))


def written(text: str) -> list[str]:
    return list(sentences.sentences(text, sentences.WRITTEN, english.abbreviations()))


def blocks_of_html(text: str) -> object:
    return list(html_blocks.open_document(Source("page.html", text.encode())).blocks)


def blocks_of_markdown(text: str) -> object:
    return list(markdown_blocks.open_document(Source("page.md", text.encode())).blocks)


FUNCTIONS: dict[str, Callable[[str], object]] = {
    "html": blocks_of_html,
    "markdown": blocks_of_markdown,
    "label of HTML": plain_text,
    "without_comments": markup.without_comments,
    "unescaped": encoded.unescaped,
    "written sentences": written,
    "spoken sentences": spoken,
    "sentences of extraction": segmentation.sentences,
    "words of extraction": segmentation.words_of,
    "clauses of conversation": spoken_clauses.clauses,
    "clauses of attribution": attribution_clauses.clauses,
    "words of attribution": content_words,
    "quoted names": apart,
    "questions": reading,
    "prose of papers": normalised,
    "chunks of papers": chunks,
    "sentences of papers": manuscript.sentences,
    "figures of sentences": manuscript.figure_numbers,
    "conditionals of LaTeX": latex_conditionals.decided,
    "macros of LaTeX": latex_macros.expanded,
    "SVG of models": mended,
    "Mermaid of models": Mermaid().read,
    "JSON of models": json_in_answer,
    "fences of models": fenced_in,
}


def check_growth(call: Callable[[int], object], length: int) -> None:
    """Fails where ``call`` takes too much longer for four times the length; what is refused is an answer."""

    def once(times: int) -> None:
        with contextlib.suppress(DiagramloopError, UnreadError):
            call(times * length)

    if seconds_of(partial(once, 4)) < LEAST_SECONDS:
        return
    for _ in range(3):  # a busy machine spoils single figures, and the least of several seldom
        long, short = seconds_of(partial(once, 4), 2), seconds_of(partial(once, 1), 3)
        if long <= MOST_GROWTH * max(short, LEAST_SECONDS / MOST_GROWTH):
            return
    raise AssertionError(f"{long:.3f} s for four times what takes {short:.3f} s")


def documents_around(name: str) -> Iterator[tuple[str, str]]:
    """The text before and behind a place in a document: in a label, at the beginning, at the end."""
    written = (
        write(chart(LABEL), name).text if format_named(name).write and name not in DRAWS else f"<svg>{LABEL}</svg>"
    )
    before, _, behind = written.partition(LABEL)
    yield before, behind
    yield "", written
    yield written, ""


def check_reader(name: str, units: tuple[str, ...], length: int) -> None:
    for before, behind in documents_around(name):
        for unit in units:

            def call(size: int, before: str = before, unit: str = unit, behind: str = behind) -> object:
                return read(before + unit * (size // len(unit)) + behind, name)

            check_growth(call, length)


def check_function(function: Callable[[str], object], units: tuple[str, ...], length: int) -> None:
    for unit in units:
        check_growth(lambda size, unit=unit: function(unit * (size // len(unit))), length)  # type: ignore[misc]


@pytest.mark.parametrize("name", TEXTS)
def test_a_reader_takes_linear_time(name: str) -> None:
    check_reader(name, UNITS, 3_000)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_of_text_takes_linear_time(name: str) -> None:
    check_function(FUNCTIONS[name], UNITS, 3_000)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_writer_takes_linear_time(name: str) -> None:
    check_growth(lambda size: write(chain(size), name), 20)
    check_growth(lambda size: write(chart("a b" * size), name), 400)


@pytest.mark.parametrize("name", WRITTEN)
def test_no_label_of_everyday_length_takes_long(name: str) -> None:
    for ending in ENDINGS:
        label = WORD[: 60 - len(ending)] + ending
        assert seconds_of(partial(write_or_refuse, label, name)) < MOST_SECONDS, label


def write_or_refuse(label: str, name: str) -> None:
    with contextlib.suppress(DiagramloopError, UnreadError):
        write(chart(label), name)


@pytest.mark.long
@pytest.mark.parametrize("name", TEXTS)
def test_a_reader_takes_linear_time_whatever_is_repeated(name: str) -> None:
    check_reader(name, UNITS + MORE_UNITS, 10_000)


@pytest.mark.long
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_of_text_takes_linear_time_whatever_is_repeated(name: str) -> None:
    check_function(FUNCTIONS[name], UNITS + MORE_UNITS, 10_000)


@pytest.mark.parametrize(
    "squared",
    [lambda text: sum(text.count("<") for _ in text), lambda text: [text[:end] for end in range(len(text))]],
    ids=["looks at all for each sign", "copies all for each sign"],
)
def test_what_takes_squared_time_is_seen(squared: Callable[[str], object]) -> None:
    with pytest.raises(AssertionError, match="for four times"):
        check_function(squared, ("<",), 4_000)
