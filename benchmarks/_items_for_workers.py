"""Items for workers on one machine and on many: cheap ones, and ones that ask a model."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from assets.machinery import Row
from benchmarks._random_charts import chart
from diagramloop.graph import FlowGraph
from diagramloop.models.chat import Message
from diagramloop.models.endpoint import Endpoint

ROWS = pa.schema([("id", pa.string()), ("said", pa.string())])
DIFFERENT_CHARTS = 200


@dataclass(frozen=True)
class Numbered:
    """``count`` items, from ``first``, none of which is held in memory."""

    count: int
    first: int = 0

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Row]:
        return ({"id": f"{number:07d}"} for number in range(self.first, self.first + self.count))


@cache
def _charts() -> list[FlowGraph]:
    random = np.random.default_rng(0)
    return [chart(random, 0.0) for _ in range(DIFFERENT_CHARTS)]


def score(item: Row) -> list[Row]:
    """One chart scored against itself."""
    from diagramloop.scores import score_pair

    gold = _charts()[int(item["id"]) % DIFFERENT_CHARTS]
    rows = score_pair(gold, gold, chart=item["id"])
    return [{"id": item["id"], "said": repr(rows[0])}]


def draw(item: Row) -> list[Row]:
    """One chart drawn by the quick engine."""
    from diagramloop.render import Style
    from diagramloop.render import draw as drawn

    made = drawn(_charts()[int(item["id"]) % DIFFERENT_CHARTS], [Style.MONO], engine="merman", scale=1.0)
    return [{"id": item["id"], "said": hashlib.sha256(made[Style.MONO].png).hexdigest()}]


def nothing(item: Row) -> list[Row]:
    """No work at all: what is left is what an item costs by itself."""
    return [{"id": item["id"], "said": ""}]


def ask(item: Row, base_url: str, store: str, log: str, seconds: float) -> list[Row]:
    """A model asked, whose answers are paid for; each beginning is noted."""
    with Path(log).open("a") as begun:
        begun.write(f"{item['id']}\n")
    time.sleep(seconds)
    model: Any = Endpoint("scripted", base_url, store=store)
    return [{"id": item["id"], "said": model.reply([Message("user", item["id"])]).text}]
