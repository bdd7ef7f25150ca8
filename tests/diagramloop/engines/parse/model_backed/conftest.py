"""A drawing, and an honest model behind a local server that has looked at it."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

WIDTH, HEIGHT = 1200, 800
FRAME = (80, 240, 420, 560)
FIRST, SECOND = (120, 320, 320, 460), (800, 320, 1000, 460)

ROLES = {
    "Environment Curator": "environment_curator",
    "first of two passes": "regions",
    "second of two passes": "components",
    "Text Spotter": "text_spotter",
    "Fusion Arbiter": "fusion_arbiter",
    "Topology Coder": "topology_coder",
    "Write the whole diagram": "vision_parser",
}
"""Words by which each prompt is known, to its name."""


def role_of(body: Mapping[str, Any]) -> str:
    """The prompt that a request carries."""
    told = body["messages"][0]["content"]
    (name,) = (name for words, name in ROLES.items() if words in told)
    return name


def case_of(body: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON that goes with the picture."""
    return json.loads(body["messages"][1]["content"][0]["text"])


def picture_of(body: Mapping[str, Any]) -> np.ndarray:
    """The pixels that a request carries."""
    url = body["messages"][1]["content"][1]["image_url"]["url"]
    assert url.startswith("data:image/png;base64,")
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))))


@dataclass
class Sighted:
    """Answers as a model would that sees all of the drawing; ``says`` has other answers by prompt."""

    says: dict[str, Any] = field(default_factory=dict)

    def __call__(self, body: Mapping[str, Any]) -> Any:
        role = role_of(body)
        answer = self.says.get(role) or getattr(self, f"_{role}")(case_of(body), picture_of(body))
        return answer if isinstance(answer, str) or not isinstance(answer, dict | list) else json.dumps(answer)

    def _placed(self, case: Mapping[str, Any], box: tuple[int, ...]) -> list[float]:
        scale = (case["width"] / WIDTH, case["height"] / HEIGHT)
        return [value * scale[place % 2] for place, value in enumerate(box)]

    def _environment_curator(self, case, picture):
        return {"flows": [{"direction": "LR"}, {"direction": "TB"}]}

    def _regions(self, case, picture):
        return {"regions": [{"box": self._placed(case, FRAME)}]}

    def _components(self, case, picture):
        if picture.shape[1] / picture.shape[0] == WIDTH / HEIGHT:  # the whole: the first is seen less well
            boxes = [(FIRST[0], FIRST[1] - 20, *FIRST[2:]), SECOND]
            return {"components": [{"box": self._placed(case, b), "shape": "diamond"} for b in boxes]}
        x0, y0, x1, y1 = FRAME
        share = np.array([(v - (x0, y0)[i % 2]) / ((x1 - x0), (y1 - y0))[i % 2] for i, v in enumerate(FIRST)])
        size = np.array([case["width"], case["height"]] * 2)
        return [{"bbox_2d": (share * size).tolist(), "shape": "decision"}]

    def _text_spotter(self, case, picture):
        lines = ((FIRST, "first"), (SECOND, "second"), ((500, 330, 700, 370), "yes"), ((90, 245, 300, 275), "Phase"))
        return {"lines": [{"box": self._placed(case, box), "text": text} for box, text in lines]}

    def _fusion_arbiter(self, case, picture):
        return {"redundant": []}

    def _topology_coder(self, case, picture):
        id_of = {node["text"]: node["id"] for node in case["nodes"]}
        return f"```mermaid\nflowchart {case['flow']}\n{id_of['first']} -->|yes| {id_of['second']}\n```"

    def _vision_parser(self, case, picture):
        return 'Here it is:\n```\nflowchart LR\nN1["first"] -->|"yes"| N2["second"]\n```\nAnything else?'


@pytest.fixture
def chart() -> np.ndarray:
    """Two boxes, the first in a frame with a title, and a labelled arrow between them."""
    page = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    cv2.rectangle(page, FRAME[:2], FRAME[2:], (0, 0, 0), 2)
    for x0, y0, x1, y1 in (FIRST, SECOND):
        cv2.rectangle(page, (x0, y0), (x1, y1), (150, 200, 150), -1)
        cv2.rectangle(page, (x0, y0), (x1, y1), (0, 0, 0), 3)
    cv2.arrowedLine(page, (320, 390), (800, 390), (0, 0, 0), 3, tipLength=0.05)
    for text, spot in (("first", (160, 400)), ("second", (830, 400)), ("yes", (520, 365)), ("Phase", (90, 272))):
        cv2.putText(page, text, spot, cv2.FONT_HERSHEY_SIMPLEX, 1.2, (0, 0, 0), 2, cv2.LINE_AA)
    return page


@pytest.fixture
def sighted(scripted_endpoint) -> Sighted:
    """The honest model behind the local server; change what it ``says``."""
    scripted_endpoint.script = Sighted()
    return scripted_endpoint.script


@pytest.fixture
def chat(scripted_endpoint, tmp_path) -> Callable[..., dict[str, Any]]:
    """Plain configuration of the endpoint."""

    def configured(**more: Any) -> dict[str, Any]:
        options = {"model": "vision", "base_url": scripted_endpoint.base_url, "store": str(tmp_path / "calls.sqlite")}
        return {**options, "attempts": 1, **more}

    return configured
