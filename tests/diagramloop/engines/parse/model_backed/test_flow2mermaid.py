"""Letters by a segmenter, Mermaid by a model that reads them: texts and edges of one, places of the other."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Environment, Shape
from diagramloop.engines.parse.model_backed.flow2mermaid import Flow2Mermaid, lettered
from diagramloop.errors import PictureError, RejectionReason
from diagramloop.models.chat import Message, Reply

PAGE = np.full((200, 300, 3), 255, np.uint8)


def shape(x: float, y: float, role: str = "node", confidence: float = 0.9, side: float = 40) -> Shape:
    corners = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
    return Shape(corners, "rect", role, 1.0, (255, 255, 255), confidence)


class Finds:
    """A segmenter that finds three nodes, one of them twice, and a frame."""

    def hunt(self, picture: np.ndarray, environment: Environment) -> tuple[Shape, ...]:
        frame = shape(0, 0, "group", 1.0, 190)
        return (shape(150, 20), shape(10, 20), shape(11, 21, confidence=0.5), shape(10, 120), frame)


class FindsNothing:
    def hunt(self, picture: np.ndarray, environment: Environment) -> tuple[Shape, ...]:
        return ()


class Writes:
    name, reads_pictures = "writes", True

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.asked: list[Message] = []

    def reply(self, messages, *, tools=(), max_tokens=None) -> Reply:
        self.asked = list(messages)
        return Reply(self.answer)


def parser(chat: Writes, hunter: str = "Finds") -> Flow2Mermaid:
    return Flow2Mermaid(chat, {"make": f"{__name__}:{hunter}"})


@pytest.fixture(autouse=True)
def _hunters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The segmenters are found though tests are no package."""
    import sys

    module = type(sys)(__name__)
    module.Finds, module.FindsNothing = Finds, FindsNothing
    monkeypatch.setitem(sys.modules, __name__, module)


def test_nodes_have_the_places_of_the_letters_and_the_texts_of_the_model() -> None:
    chat = Writes(
        '```mermaid\nflowchart TB\n A["Boil"] --> B{"Hot?"}\n B -->|"no"| C["Wait"]\n C --> Z["made up"]\n```'
    )
    figure = parser(chat).parse(PAGE)
    boxes = {node.text: node.box for node in figure.graph.nodes}
    assert boxes == {"Boil": (10, 20, 50, 60), "Hot?": (150, 20, 190, 60), "Wait": (10, 120, 50, 160)}
    assert [(edge.source, edge.target, edge.label) for edge in figure.graph.edges] == [("A", "B", ""), ("B", "C", "no")]
    assert figure.graph.size == (300, 200)
    assert len(chat.asked[-1].pictures) == 1


def test_of_two_shapes_in_one_place_the_surer_has_the_letter_and_frames_have_none() -> None:
    found = lettered(Finds().hunt(PAGE, None))
    assert {letter: one.confidence for letter, one in found.items()} == {"A": 0.9, "B": 0.9, "C": 0.9}


@pytest.mark.parametrize(
    ("hunter", "answer"), [("FindsNothing", "flowchart TB; A[x]"), ("Finds", "flowchart TB; Q[x]")]
)
def test_a_picture_without_nodes_or_letters_is_no_diagram(hunter: str, answer: str) -> None:
    with pytest.raises(PictureError) as caught:
        parser(Writes(answer), hunter).parse(PAGE)
    assert caught.value.reason is RejectionReason.NO_DIAGRAM
