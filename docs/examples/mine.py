"""Systems of one's own, one of each kind: the examples of the guide guides/add-a-row.md, and all of them run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from assets.machinery import Rows
from diagramloop.data.sources import FAQ, Corpus
from diagramloop.engines.answer import Answer, AnswerTask
from diagramloop.engines.attribute import Attribution, AttributionTask
from diagramloop.engines.converse import Grounding, Match
from diagramloop.engines.converse.floca import FloCA, FloCASession
from diagramloop.engines.extract import Extraction
from diagramloop.engines.generate import GeneratedImage, Prompt, Provenance, Rejected, one_by_one
from diagramloop.engines.parse import HMAS
from diagramloop.engines.parse import parse as parse_figure
from diagramloop.engines.parse.blackboard import RGB, Environment, Shape, TextLine
from diagramloop.engines.parse.text.text_spotter import EmbeddedTextSpotter
from diagramloop.graph import Edge, FlowGraph, Node, NodeKind
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.scores.comparison import Comparison
from diagramloop.scores.metric import Compared, MetricFamily, chart_mean
from diagramloop.scores.parts import Part


# --8<-- [start:generator]
class Ladder:
    """Draws every component as a box, one below the other, and every relation between neighbours as an arrow."""

    name = "ladder"

    def __init__(self, width: int = 640, height: int = 72) -> None:
        self._width, self._height = width, height  # pixels of a box

    def generate(self, prompts: Iterable[Prompt], seed: int) -> Iterator[GeneratedImage | Rejected]:
        yield from one_by_one(self._drawn, prompts, seed)

    def _drawn(self, prompt: Prompt, seed: int) -> GeneratedImage:
        step = 2 * self._height
        picture = Image.new("RGB", (self._width + 80, step * len(prompt.components) + 40), "white")
        draw, font = ImageDraw.Draw(picture), ImageFont.load_default(24)
        middle, tops = self._width / 2 + 40, {one.id: 40 + step * at for at, one in enumerate(prompt.components)}
        for one in prompt.components:
            top = tops[one.id]
            draw.rectangle((40, top, self._width + 40, top + self._height), outline="black", width=2)
            draw.text((middle, top + self._height / 2), one.text, "black", font, anchor="mm")
        for relation in prompt.relations:
            start, end = tops.get(relation.source, 0) + self._height, tops.get(relation.target, 0)
            if end - start == self._height:
                draw.line((middle, start, middle, end - 10), "black", 2)
                draw.polygon(((middle, end), (middle - 8, end - 16), (middle + 8, end - 16)), "black")
        png = BytesIO()
        picture.save(png, "PNG")
        return GeneratedImage(prompt.id, png.getvalue(), Provenance(self.name, "Pillow", seed))


# --8<-- [end:generator]


# --8<-- [start:parser]
def parse(picture: bytes, threshold: float = 0.5) -> FlowGraph:
    """Return the graph of the embedded parser, without the edges that it is not sure of."""
    graph = parse_figure(picture).graph
    sure = tuple(edge for edge in graph.edges if (edge.confidence or 0.0) >= threshold)
    return graph.model_copy(update={"edges": sure})


# --8<-- [end:parser]


# --8<-- [start:asked]
def hand_out(artifact: Path, folder: Path) -> None:
    """Every picture of ``artifacts/styled_figures/SOURCE`` into a file that is called by its SHA-256."""
    for row in Rows(artifact):
        content = row["picture"]["bytes"]
        (folder / f"{sha256(content).hexdigest()}.png").write_bytes(content)


# --8<-- [end:asked]


# --8<-- [start:kept]
def kept(picture: bytes, folder: str) -> FlowGraph:
    """Return the reading of a program elsewhere: Mermaid in a file that is called by the picture's SHA-256."""
    return read_mermaid(Path(folder, f"{sha256(picture).hexdigest()}.mmd").read_text("utf-8"))


# --8<-- [end:kept]


# --8<-- [start:text_spotter]
class UpperCase:
    """Reads as the embedded Text Spotter does, in capitals."""

    def __init__(self) -> None:
        self._spotter = EmbeddedTextSpotter()

    def spot(self, picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> tuple[TextLine, ...]:
        return tuple(replace(line, text=line.text.upper()) for line in self._spotter.spot(picture, environment, shapes))


def loud(picture: bytes) -> FlowGraph:
    """The embedded parser with one agent replaced."""
    return parse_figure(picture, HMAS(text_spotter=UpperCase())).graph


# --8<-- [end:text_spotter]


# --8<-- [start:extractor]
class Sentences:
    """Every sentence is an action, one after the other."""

    name = "sentences"

    def extract(self, text: str) -> Extraction:
        said = [sentence.strip() for sentence in re.split(r"[.!?]+", text) if sentence.strip()]
        start, end = Node(id="start", kind=NodeKind.START), Node(id="end", kind=NodeKind.END)
        nodes = (start, *(Node(id=str(at), text=one) for at, one in enumerate(said)), end)
        flows = tuple(Edge(source=a.id, target=b.id) for a, b in pairwise(nodes))
        return Extraction(FlowGraph(nodes=nodes, edges=flows))


# --8<-- [end:extractor]


# --8<-- [start:attributor]
class Figures:
    """The nodes that contain a figure of the answer."""

    name = "figures"

    def attribute(self, task: AttributionTask) -> Attribution:
        wanted = set(re.findall(r"\d+", task.answer))
        return Attribution(tuple(node.id for node in task.graph.nodes if wanted & set(re.findall(r"\d+", node.text))))


# --8<-- [end:attributor]


# --8<-- [start:answerer]
class FirstStep:
    """The text of the first step that the chart has, whatever is asked."""

    name = "first_step"

    def answer(self, task: AnswerTask) -> Answer:
        return Answer(task.graph.nodes[0].text if task.graph else "")


# --8<-- [end:answerer]


# --8<-- [start:agent]
class WordForWord:
    """A matcher: the edge all of whose words the user said."""

    def match(self, utterance: str, grounding: Grounding) -> Match:
        said = set(re.findall(r"\w+", utterance.lower()))
        if grounding.opening:
            return Match(None)
        meant = (one.attribute for one in grounding.options if set(re.findall(r"\w+", one.attribute.lower())) <= said)
        return Match(next(meant, None))


class Literal:
    """FloCA with that matcher, its other roles embedded."""

    name = "literal"

    def __init__(self) -> None:
        self._agent = FloCA(matcher=WordForWord(), name=self.name)

    def start(self, chart: FlowGraph, faqs: Sequence[FAQ] = ()) -> FloCASession:
        return self._agent.start(chart, faqs)


# --8<-- [end:agent]


# --8<-- [start:source]
class Mine(Corpus):
    """A folder in the form of ``diagramloop/corpus``."""

    name, licence = "mine", "CC-BY-4.0"


# --8<-- [end:source]


# --8<-- [start:metric]
def size_agreement(comparison: Comparison) -> float:
    """Return the agreement of the numbers of nodes, in [0, 1]."""
    sizes = sorted((len(comparison.pred.nodes), len(comparison.gold.nodes)))
    return sizes[0] / sizes[1] if sizes[1] else 1.0


SIZE = chart_mean("mine/size", size_agreement, "smaller number of nodes / greater one", "this guide")
SIZES = MetricFamily(Compared.GRAPH, (SIZE,))
# --8<-- [end:metric]


# --8<-- [start:judge]
class Benevolent:
    """A judge that likes whatever has nodes."""

    name = "benevolent"

    def alignment(self, prompt: str, graph: FlowGraph | None) -> Part:
        drawn = graph is not None and len(graph.nodes) > 0
        return Part(float(drawn), self.name) if prompt else Part(None, missing="nothing was asked for")

    def visual_flow(self, picture: bytes | None) -> Part:
        return Part(float(picture is not None), self.name)


# --8<-- [end:judge]
