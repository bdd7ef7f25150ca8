"""DOT by a language model: read as a graph, written anew; nothing of what the model wrote reaches Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from local_server import LocalServer, QuietHandler
from processor_time import within
from scripted_endpoint import ScriptedEndpoint

from diagramloop.engines.generate import Component, GeneratedImage, Generator, Prompt, Rejected, generator
from diagramloop.engines.generate.graphviz_model import Program, graph_of_dot
from diagramloop.errors import RejectionReason
from diagramloop.models.answer_text import answered

pytest.importorskip("openai", reason="endpoints need diagramloop[chat]")

DOT = 'digraph G { rankdir=LR; a [label="Image"]; b [label="Encoder"]; a -> b [label="pixels"] }'
PROMPT = Prompt(id="p", text='Draw "Image" to "Encoder".', components=(Component(id="1", text="Image"),))


def outcome(server: ScriptedEndpoint, *answers: str) -> GeneratedImage | Rejected:
    server.script = list(answers)
    made = generator("graphviz_model", model={"model": "m", "base_url": server.base_url, "attempts": 1})
    assert isinstance(made, Generator)
    (made_of_it,) = made.generate([PROMPT], 0)
    return made_of_it


@pytest.mark.parametrize(
    "answer",
    [
        DOT,
        f"```dot\n{DOT}\n```",
        f"Sure! Here it is:\n\n```graphviz\n{DOT}\n```\nI hope { {1} } helps.",
        f"<think>digraph {{ wrong }}</think>{DOT}",
        f"First ```python\nprint()\n``` and then\n```\n{DOT}\n```",
        f"```dot\n{DOT}",
        f"The graph:\n{DOT}\nThat is all.",
    ],
)
def test_fenced_and_loose_answers(answer: str, scripted_endpoint: ScriptedEndpoint) -> None:
    made = outcome(scripted_endpoint, answer)
    assert isinstance(made, GeneratedImage), made
    graph = graph_of_dot(Program().read(answered(answer)).value)
    assert [node.text for node in graph.nodes] == ["Image", "Encoder"]
    assert list(graph.arcs()) == [("a", "b")]
    assert made.png.startswith(b"\x89PNG")
    assert made.provenance.svg.startswith("<svg")
    assert PROMPT.text.replace('"', '\\"') in scripted_endpoint.requests[0]["messages"][1]["content"]


def test_a_second_chance_with_the_error(scripted_endpoint: ScriptedEndpoint) -> None:
    assert isinstance(outcome(scripted_endpoint, "digraph { a -> }", DOT), GeneratedImage)
    first, second = (request["messages"] for request in scripted_endpoint.requests)
    assert second[:2] == first
    assert "expected" in second[-1]["content"]


@pytest.mark.parametrize(
    ("answer", "reason", "calls"),
    [
        ("I would rather not.", RejectionReason.UNREADABLE, 2),
        ("digraph { }", RejectionReason.EMPTY, 2),
        ("digraph { a -> ", RejectionReason.UNREADABLE, 2),
        ("digraph { a -> }", RejectionReason.SYNTAX, 2),
        ('digraph { a [image="/etc/passwd"] }', None, 1),  # read over, and no part of what is written anew
        ('digraph { graph [imagepath="/etc"] a }', None, 1),
        ('digraph { a [shapefile="/etc/passwd"] }', None, 1),
        ('digraph { a [label=<<IMG SRC="x.png"/>>] }', None, 1),
        ("digraph {" + "".join(f"n{i};" for i in range(9000)) + "}", RejectionReason.TOO_LARGE, 1),
        ("digraph {" + "{" * 500 + "}" * 500 + "}", RejectionReason.TOO_LARGE, 1),
        ("digraph { a -> {" + "b " * 40_000 + "} }", None, 1),
        ("graph " * 20_000, RejectionReason.UNREADABLE, 2),
    ],
)
def test_hostile_answers_end_soon_and_harm_nothing(
    answer: str, reason: RejectionReason | None, calls: int, scripted_endpoint: ScriptedEndpoint
) -> None:
    with within(3.0):
        made = outcome(scripted_endpoint, answer)
    assert len(scripted_endpoint.requests) == calls
    assert (made.reason if isinstance(made, Rejected) else None) is reason


@pytest.fixture
def canary() -> Iterator[tuple[str, list[str]]]:
    hits: list[str] = []

    class Handler(QuietHandler):
        def do_GET(self) -> None:
            hits.append(self.path)
            self.send(404)

    with LocalServer(Handler) as server:
        yield f"{server.address}/x.png", hits


def test_what_the_model_wrote_is_written_anew(
    scripted_endpoint: ScriptedEndpoint, canary: tuple[str, list[str]], tmp_path: Path
) -> None:
    address, hits = canary
    secret = tmp_path / "secret"
    secret.write_text("canary")
    hostile = f"""digraph {{ layout=fdp; size="9999,9999"; dpi=9999; bgcolor="red:blue"; URL="{address}";
        a [label=<<TABLE><TR><TD HREF="{address}">Plain &lt;b&gt; text</TD></TR></TABLE>> URL="{address}"];
        b [label="say \\"hi\\" image=x" href="{address}" tooltip="{secret}" width=99999 fontsize=99999
           fontname="{secret}" shape=polygon sides=100000 peripheries=100000];
        a -> b [headURL="{address}" penwidth=100000 minlen=99999999]; }}"""
    made = outcome(scripted_endpoint, hostile)
    assert isinstance(made, GeneratedImage), made
    for said in (made.provenance.source, made.provenance.svg):
        assert "127.0.0.1" not in said
        assert str(secret) not in said
        assert "canary" not in said
    assert "Plain <b> text" in made.provenance.source
    assert "fdp" not in made.provenance.source
    assert len(made.png) < 1_000_000
    assert not hits
