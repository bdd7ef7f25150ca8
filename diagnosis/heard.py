"""Answers of a language model that are heard, by role: asked, read, repaired, unread, cut, and those that repeat us.

    python -m diagnosis.heard FOLDER [--documents 20] [--dialogues 20] [--questions 20] [--url http://HOST/v1]

Documents of ``FOLDER/paged`` go through text2flow, dialogues of ``FOLDER/corpus`` through FloCA, and its questions
through FlowPathAgent, one of each in turn. Without ``--url`` the model is SmolLM2-135M in this process. Ctrl-C, or
``--minutes``, ends it with what was heard so far; with ``--store`` the same command goes on from there.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

from diagramloop.data.sources import Dialogue, DialogueSource, Document, Question, open_dialogues, open_documents
from diagramloop.data.sources._sample import sample
from diagramloop.engines.attribute import AttributionTask, attributor
from diagramloop.engines.converse import SIMULATORS, agent, converse, reference_turns
from diagramloop.engines.extract import extractor
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.models.answers import Account, accounted
from diagramloop.models.chat import Message, Reply, Tool
from diagramloop.models.endpoint import Endpoint
from diagramloop.models.small_server import shipped_weights, started

WARNING = re.compile(r"addressed to you", re.IGNORECASE)  # in every prompt, and in hardly anything else
COLUMNS = ("asked", "read", "repaired", "unread", "cut")


@dataclass
class Listener:
    """A model, and by role how many of its answers repeat the warning that its prompts end with."""

    model: Endpoint
    repeats: Counter[str] = field(default_factory=Counter)
    name: str = "small"

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        """See :meth:`~diagramloop.models.chat.ChatModel.reply`."""
        return self._heard(self.model.reply(messages, tools=tools, max_tokens=max_tokens), max_tokens)

    def constrained(
        self, messages: Sequence[Message], schema: Mapping[str, Any], *, max_tokens: int | None = None
    ) -> Reply:
        """See :meth:`~diagramloop.models.answers.hearing.ConstrainedModel.constrained`."""
        return self._heard(self.model.constrained(messages, schema, max_tokens=max_tokens), max_tokens)

    def _heard(self, reply: Reply, max_tokens: int | None) -> Reply:
        self.repeats[str(getattr(max_tokens, "role", ""))] += WARNING.search(reply.text) is not None
        return reply


Run = Callable[[], object]


def runs(folder: Path, model: Listener, options: argparse.Namespace) -> list[Run]:
    """The items that are to be run: a document, a dialogue and a question in turn."""
    corpus = open_dialogues("corpus", folder / "corpus")
    charts = {chart.id: chart.graph for chart in corpus.charts() if hasattr(chart, "graph")}
    kinds = (
        extractions(folder, model, options.documents),
        conversations(corpus, charts, model, options),
        attributions(corpus, charts, model, options.questions),
    )
    turns = zip_longest(*kinds)
    return [run for turn in turns for run in turn if run is not None]


def extractions(folder: Path, model: Listener, count: int) -> Iterator[Run]:
    """Documents through text2flow."""
    documents = open_documents("paged", folder / "paged").documents()
    text2flow = extractor("text2flow", model=model)
    for document in usable(documents, Document, count):
        yield partial(text2flow.extract, document.text)


def conversations(
    corpus: DialogueSource, charts: Mapping[str, FlowGraph], model: Listener, options: argparse.Namespace
) -> Iterator[Run]:
    """Dialogues through FloCA, at most ``options.exchanges`` of each."""
    floca, user = agent("floca", model=model), SIMULATORS.made("replay")
    for dialogue in usable(corpus.dialogues(), Dialogue, options.dialogues):
        # half an exchange above the bound, as the budget is rounded down
        budget = min(1.0, (options.exchanges + 0.5) / reference_turns(dialogue))
        chart, faqs = charts[dialogue.chart], corpus.faqs(dialogue.chart)
        yield partial(converse, floca, user, dialogue, chart, faqs, budget=budget, distractions=0)


def attributions(corpus: DialogueSource, charts: Mapping[str, FlowGraph], model: Listener, count: int) -> Iterator[Run]:
    """Questions through FlowPathAgent."""
    path_agent = attributor("flow_path_agent", chat=model)
    for question in usable(corpus.questions(), Question, count):
        task = AttributionTask(question.id, charts[question.chart], question.question, question.answers[0])
        yield partial(path_agent.attribute, task)


def usable(items: Iterable[object], kind: type, count: int) -> list[Any]:
    return sample([item for item in items if isinstance(item, kind)], count)


def table(account: Account, repeats: Mapping[str, int]) -> Iterator[str]:
    """A row for each role."""
    yield f"| role | {' | '.join(COLUMNS)} | repeats the warning |"
    yield f"|---|{'---|' * (len(COLUMNS) + 1)}"
    for role, counts in account.roles.items():
        numbers = (str(getattr(counts, column)) for column in COLUMNS)
        yield f"| {role} | {' | '.join(numbers)} | {repeats[role]} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="of data sets: paged, corpus")
    for name in ("documents", "dialogues", "questions"):
        parser.add_argument(f"--{name}", type=int, default=20)
    parser.add_argument("--url", help="of a server of yours, up to /v1")
    parser.add_argument("--model", default="small", help="as that server calls it")
    parser.add_argument("--exchanges", type=int, default=2, help="of every dialogue at most")
    parser.add_argument("--tokens", type=int, help="of every answer at most, instead of the roles' own")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="after which no further item is begun")
    parser.add_argument("--store", help="file of calls, with which a run goes on where one ended")
    parser.add_argument("--free", action="store_true", help="without a form that the server holds answers to")
    parser.add_argument("--show", type=int, default=0, help="unread answers to be shown")
    options = parser.parse_args()
    server = None if options.url else started(shipped_weights())
    url = options.url or f"{server.listening_address}/v1"
    endpoint = Endpoint(
        options.model, url, store=options.store, max_tokens=options.tokens, seconds=600, constrain=not options.free
    )
    model = Listener(endpoint)
    items = runs(options.folder, model, options)
    refused: Counter[str] = Counter()
    number = 0
    end = time.monotonic() + 60 * options.minutes
    with accounted() as account, suppress(KeyboardInterrupt):
        for number, run in enumerate(items, start=1):
            try:
                run()
            except DiagramloopError as error:
                refused[str(error.reason)] += 1
            print(f"{number} items", end="\r", flush=True)
            if time.monotonic() > end:
                break
    print(f"\nBounds: {options.exchanges} exchanges a dialogue, {options.tokens or 'as many as its role has'} tokens.")
    print("\n".join(table(account, model.repeats)))
    print(f"{number} of {len(items)} items begun; {refused.total()} refused: {dict(refused)}")
    for unread in account.unread[: options.show]:
        print(f"  {unread.role}: {unread.why}: {unread.text[:200]!r}")


if __name__ == "__main__":
    main()
