"""SVG by a language model: mended, sanitised, rasterised; nothing of what the model wrote is looked up or run."""

from __future__ import annotations

import json
from contextlib import suppress
from html import escape

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor_time import within
from scripted_endpoint import ScriptedEndpoint

from diagramloop.engines.generate import Component, GeneratedImage, Prompt, Rejected
from diagramloop.engines.generate.svg_answer import drawing_in
from diagramloop.engines.generate.svg_model import MAX_SIDE, SvgModel
from diagramloop.engines.generate.svg_repair import mended, svg_in
from diagramloop.engines.parse.svg_reader import read_svg
from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.evaluation.contestants.prompts import PaperContext

pytest.importorskip("openai", reason="endpoints need diagramloop[chat]")

NS = 'xmlns="http://www.w3.org/2000/svg"'
BOXES = (
    '<defs><marker id="a" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
    '<path d="M0 0L8 4L0 8z"/></marker>'
    '<linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs>'
    '<rect x="10" y="10" width="120" height="50" fill="#eef" stroke="#333"/>'
    '<text x="70" y="40" font-size="14" text-anchor="middle">Image</text>'
    '<rect x="210" y="10" width="120" height="50" fill="url(#g)" stroke="#333"/>'
    '<text x="270" y="40" font-size="14" text-anchor="middle">Encoder</text>'
    '<line x1="130" y1="35" x2="210" y2="35" stroke="#333" marker-end="url(#a)"/>'
)
SVG = f'<svg {NS} width="340" height="70" viewBox="0 0 340 70">{BOXES}</svg>'
ICON = f'<svg {NS} width="9" height="9"><path d="M0 4H9"/></svg>'
PROMPT = Prompt(id="p", text='Draw "Image" to "Encoder".', components=(Component(id="1", text="Image"),))

SLIPS = {
    "none": SVG,
    "fence": f"Here you are:\n```svg\n{SVG}\n```\nEnjoy <3",
    "xml fence and thought": f"<think>an <svg> it is</think>```xml\n<?xml version='1.0'?>\n{SVG}\n```",
    "prose around": f"Sure! An SVG: {SVG} I hope it helps & is what you want.",
    "no namespace": SVG.replace(NS, ""),
    "unbound prefix": SVG.replace("<line ", '<line inkscape:label="x" xlink:href="#a" '),
    "bare ampersand": SVG.replace("</svg>", "<text x='9' y='66' font-size='2'>A & B &nbsp; a < b</text></svg>"),
    "attribute twice": SVG.replace('<line x1="130"', '<line x1="130" x1="131"'),
    "no quotes": SVG.replace('width="120"', "width=120"),
    "endless comment": SVG.replace("<line", "<!-- a -- b --><line"),
    "unclosed element": SVG.replace("</text>", ""),
    "wrong order": SVG.replace("</defs>", "</marker></defs></g>"),
    "cut off": SVG.replace("</svg>", '<rect x="1'),
    "cut off in a fence": f"```svg\n{SVG.removesuffix('</svg>')}",
    "no view box": SVG.replace('viewBox="0 0 340 70"', ""),
    "no page": SVG.replace('width="340" height="70" viewBox="0 0 340 70"', 'width="100%"'),
    "view box of nonsense": SVG.replace('width="340" height="70" viewBox="0 0 340 70"', 'viewBox="0 0 auto NaN"'),
    "typographic quotes": SVG.replace('"', "\u201d"),
    "typographic apostrophes": SVG.replace('"', "\u2019"),
    "JSON": json.dumps({"svg": SVG.replace("><", ">\n<"), "why": "an arrow"}),
    "JSON with emoji": json.dumps([SVG.replace("<defs>", "<desc>\U0001f600</desc><defs>")]),
    "HTML's escapes": escape(SVG),
    "a page of HTML": f"<!DOCTYPE html><html><body><p>Here:</p>{SVG}</body></html>",
    "capitals": SVG.replace("<svg", "<SVG").replace("</svg", "</SVG").replace("<rect", "<Rect"),
    "no slashes": SVG.replace("/>", ">"),
    "another namespace": SVG.replace("http://www.w3.org/2000/svg", "https://www.w3.org/2000/SVG"),
    "a link for a namespace": SVG.replace("http://www.w3.org/2000/svg", "[http://www.w3.org/2000/svg](http://w3.org)"),
    "prefixed, unclosed": SVG.replace("<", "<svg:").replace("<svg:/", "</svg:").replace("</svg:text>", "", 1),
    "a draft first": f"```svg\n{SVG.replace('Encoder', 'Draft')}\n```\nBetter:\n```svg\n{SVG}\n```",
    "a draft first, no fences": f"{SVG.replace('Encoder', 'Draft')}\n\nBetter:\n\n{SVG}",
    "a second one, cut off": f"```svg\n{SVG}\n```\nAnd larger:\n```svg\n{SVG[:300]}",
    "an icon first": f"An arrow is {ICON}, so:\n{SVG}",
    "an icon last": f"```svg\n{SVG}\n```\nfor which an arrow is drawn as\n```svg\n{ICON}\n```",
    "style sheets from outside": SVG.replace(
        "<defs>", "<style>@import url(http://localhost/x.css); rect{fill:url(http://localhost/#f)}</style><defs>"
    ),
    "script as well": SVG.replace("</svg>", "<script>alert(1)</script><image href='http://localhost/x'/></svg>"),
}


def outcome(server: ScriptedEndpoint, *answers: str) -> GeneratedImage | Rejected:
    server.script = list(answers)
    made = SvgModel({"model": "m", "base_url": server.base_url, "attempts": 1})
    (made_of_it,) = made.generate([PROMPT], 0)
    return made_of_it


@pytest.mark.parametrize("slip", SLIPS)
def test_slips_are_mended_and_the_graph_is_there(slip: str) -> None:
    safe = svg_in(SLIPS[slip])
    assert not any(word in safe.svg for word in ("script", "http://localhost", "alert"))
    graph = read_svg(safe.svg).graph
    texts = {node.id: node.text for node in graph.nodes}
    assert [(texts[a], texts[b]) for a, b in graph.arcs()] == [("Image", "Encoder")]
    assert "linearGradient" in safe.svg


def test_drawn_from_a_prompt(scripted_endpoint: ScriptedEndpoint) -> None:
    made = outcome(scripted_endpoint, SLIPS["prose around"])
    assert isinstance(made, GeneratedImage), made
    picture = cv2.imdecode(np.frombuffer(made.png, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[:2] == (140, 680)
    assert made.provenance.svg.startswith("<svg")
    assert PROMPT.text.replace('"', '\\"') in scripted_endpoint.requests[0]["messages"][1]["content"]


def test_a_second_chance_with_the_error_and_no_third(scripted_endpoint: ScriptedEndpoint) -> None:
    assert isinstance(outcome(scripted_endpoint, "I cannot draw.", SVG), GeneratedImage)
    assert "no SVG" in scripted_endpoint.requests[1]["messages"][-1]["content"]
    refused = outcome(scripted_endpoint, "no", "<svg></svg>")
    assert isinstance(refused, Rejected)
    assert refused.reason is RejectionReason.EMPTY


def test_entities_are_refused_at_once(scripted_endpoint: ScriptedEndpoint) -> None:
    hostile = f'```\n<!DOCTYPE svg [<!ENTITY a "b">]>{SVG}\n```'
    made = outcome(scripted_endpoint, hostile)
    assert isinstance(made, GeneratedImage)  # what stands before the drawing is not read at all
    bomb = SVG.replace("</svg>", "<g>" * 500 + "</g>" * 500 + "</svg>")
    refused = outcome(scripted_endpoint, bomb)
    assert isinstance(refused, Rejected)
    assert refused.reason is RejectionReason.TOO_LARGE


def test_huge_pages_give_pictures_of_bounded_size(scripted_endpoint: ScriptedEndpoint) -> None:
    huge = SVG.replace('width="340" height="70" viewBox="0 0 340 70"', 'width="1000000" height="900000"')
    made = outcome(scripted_endpoint, huge)
    assert isinstance(made, GeneratedImage)
    picture = cv2.imdecode(np.frombuffer(made.png, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert max(picture.shape) == MAX_SIDE


def test_a_paper_gives_context_caption_and_layout(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = [SVG]
    said = PaperContext(text="We encode images.", caption="Overview.", layout="Image is left of Encoder.")
    (made,) = from_paper(scripted_endpoint).generate([PROMPT.model_copy(update={"paper": said})], 0)
    assert isinstance(made, GeneratedImage)
    asked = json.loads(scripted_endpoint.requests[0]["messages"][1]["content"])
    assert asked == {"context": said.text, "caption": said.caption, "layout": said.layout}


def test_a_chart_is_no_paper(scripted_endpoint: ScriptedEndpoint) -> None:
    (made,) = from_paper(scripted_endpoint).generate([PROMPT], 0)
    assert isinstance(made, Rejected)
    assert made.reason is RejectionReason.NOT_ASKED
    assert not scripted_endpoint.requests


def test_what_is_read_is_the_prompt_or_the_paper() -> None:
    with pytest.raises(DiagramloopError, match="prompt or paper, not 'figure'"):
        SvgModel({"model": "m"}, reads="figure")


def from_paper(server: ScriptedEndpoint) -> SvgModel:
    return SvgModel({"model": "m", "base_url": server.base_url, "attempts": 1}, reads="paper")


@given(
    st.lists(st.sampled_from([SVG[i : i + 40] for i in range(0, len(SVG), 40)] + ["<", "&", "</svg>", "<svg>", "<!--"]))
)
def test_any_answer_is_a_drawing_or_a_typed_error(pieces: list[str]) -> None:
    try:
        svg_in("<svg " + "".join(pieces))
    except FormatError:
        return


@pytest.mark.parametrize("piece", ["<svg ", "<svg></svg>", "</svg>", '<svg a=\\"', "\n```", "&lt;svg", "<svg x"])
def test_looking_for_the_drawing_takes_no_time(piece: str) -> None:
    with within(1.0), suppress(FormatError):
        drawing_in(piece * (99_000 // len(piece)))


@pytest.mark.parametrize(
    "piece", ["<a ", "<!--", "<![", "&", "<g>", "</g>", '<a b="', "<style>", "<text>a", "<rect>", "<a b=”"]
)
def test_mending_takes_no_time(piece: str) -> None:
    with within(1.0), suppress(FormatError):
        mended("<svg>" + piece * (99_000 // len(piece)))
