"""No system names the reason for which its own items are left out, in whatever task and by whatever error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_endpoint import ScriptedEndpoint, Status

from diagramloop.asking import Need, answering, lacks, needs_of, reason_of
from diagramloop.engines.answer import ANSWERERS, AnswerTask
from diagramloop.engines.attribute import ATTRIBUTORS, AttributionTask
from diagramloop.engines.generate import Prompt, Rejected
from diagramloop.errors import Cause, DiagramloopError, ModelError, PictureError, RejectionReason, SourceError
from diagramloop.evaluation._evaluate import ask
from diagramloop.evaluation.contestants.converters import AskedFile
from diagramloop.evaluation.contestants.parsers import PARSERS
from diagramloop.evaluation.data_sets import data_set
from diagramloop.evaluation.outcome import Standing
from diagramloop.evaluation.pictures import Drawing
from diagramloop.evaluation.tasks import TASKS, Posed, Task, conditions_of, task_named
from diagramloop.graph import FlowGraph, Node
from diagramloop.models.chat import Reply, chat_model
from diagramloop.models.checkpoints import require

FEW = {"limit": 1, "similarity": "lexical", "drawing": Drawing(styles=("mono",))}
CHOSEN = tuple(reason for reason in RejectionReason if reason.cause is not Cause.ITEM)
CLASSES = (DiagramloopError, ModelError, PictureError, SourceError)


@lru_cache
def posed(name: str) -> tuple[Task, Posed]:
    """A task with its first item."""
    task = task_named(name, conditions_of(name, FEW))
    return task, task.pose(data_set("corpus")).items[0]


def directly(error: DiagramloopError) -> None:
    raise error


def after_another(error: DiagramloopError) -> None:
    try:
        raise MemoryError("so it says")
    except MemoryError as cause:
        raise error from cause


def from_its_own_kind(error: DiagramloopError) -> None:
    raise error from type(error)(str(error), reason=RejectionReason.TIMEOUT)


def in_a_circle(error: DiagramloopError) -> None:
    other = ModelError("no weights")
    other.__cause__ = error
    raise error from other


def under_a_name_of_ours(error: DiagramloopError) -> None:
    space = {"__name__": "diagramloop.models.endpoint", "error": error}
    exec("raise error", space)  # what a cheater would do


WAYS = (directly, after_another, from_its_own_kind, in_a_circle, under_a_name_of_ours)


class Chooser:
    """A system of every kind that raises what it likes."""

    name = "chooser"

    def __init__(self, leave: Callable[[], object]) -> None:
        self._leave = leave

    def parse(self, drawing: bytes) -> Any:
        self._leave()

    def extract(self, text: str) -> Any:
        self._leave()

    def convert(self, file: AskedFile) -> Any:
        self._leave()

    def attribute(self, task: AttributionTask) -> Any:
        self._leave()

    def answer(self, task: AnswerTask) -> Any:
        self._leave()

    def start(self, chart: FlowGraph, faqs: Any = ()) -> Any:
        self._leave()

    def generate(self, prompts: Iterable[Prompt], seed: int) -> Iterator[Any]:
        for _ in prompts:
            self._leave()
            yield None


class Rejecter(Chooser):
    """A generator that hands the reason over as a value."""

    def __init__(self, reason: RejectionReason) -> None:
        self._reason = reason

    def generate(self, prompts: Iterable[Prompt], seed: int) -> Iterator[Any]:
        yield from (Rejected(prompt.id, self._reason, "not this one") for prompt in prompts)


@pytest.mark.parametrize("name", TASKS)
@settings(max_examples=25, deadline=None)
@given(way=st.sampled_from(WAYS), kind=st.sampled_from(CLASSES), reason=st.sampled_from(CHOSEN))
def test_who_says_that_an_item_does_not_count_is_wrong_on_it(
    name: str, way: Callable[[DiagramloopError], None], kind: type[DiagramloopError], reason: RejectionReason
) -> None:
    task, item = posed(name)
    outcome = ask(task.system(Chooser(lambda: way(kind("too hard", reason=reason))), {}), item)
    assert (outcome.standing, outcome.reason, outcome.detail) == (Standing.WRONG, "refused", "too hard")


@pytest.mark.parametrize("reason", CHOSEN)
def test_a_generator_that_hands_such_a_reason_over_is_wrong_too(reason: RejectionReason) -> None:
    task, item = posed("generate")
    assert ask(task.system(Rejecter(reason), {}), item).standing is Standing.WRONG


@given(reason=st.sampled_from([reason for reason in RejectionReason if reason.cause is Cause.ITEM]))
def test_that_it_answered_wrongly_is_taken_at_its_word(reason: RejectionReason) -> None:
    with pytest.raises(PictureError) as caught, answering():
        raise PictureError("no", reason=reason)
    assert caught.value.reason is reason


def test_a_reason_that_is_none_counts_as_a_refusal() -> None:
    assert reason_of(DiagramloopError("no", reason="not_asked")) is RejectionReason.REFUSED  # type: ignore[arg-type]


def without_weights() -> None:
    require("chooser", "a_package_that_nobody_has")


def hidden(failure: Callable[[], None]) -> Callable[[], None]:
    """A failure of ours that the system raises again as what it likes."""

    def leave() -> None:
        try:
            failure()
        except DiagramloopError as error:
            raise DiagramloopError("nobody asked me", reason=RejectionReason.NOT_ASKED) from error

    return leave


@pytest.mark.parametrize("name", TASKS)
def test_what_our_own_layer_could_not_have_stays_the_worlds(name: str) -> None:
    task, item = posed(name)
    for leave in (without_weights, hidden(without_weights)):
        outcome = ask(task.system(Chooser(leave), {}), item)
        assert (outcome.standing, outcome.reason) == (Standing.FAILED, "missing")


def test_an_endpoint_that_is_down_is_the_worlds(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = [Status(401, "no key")]
    model = chat_model({"model": "m", "base_url": scripted_endpoint.base_url})
    task, item = posed("extract")
    outcome = ask(task.system(Chooser(lambda: model.reply([])), {}), item)
    assert outcome.standing is Standing.FAILED


@pytest.mark.parametrize("name", TASKS)
def test_a_crash_is_still_a_failure_that_is_told(name: str) -> None:
    task, item = posed(name)

    def crash() -> None:
        raise ValueError("seven")

    outcome = ask(task.system(Chooser(crash), {}), item)
    assert (outcome.standing, outcome.detail) == (Standing.FAILED, "ValueError: seven")


def test_no_system_but_our_own_says_of_which_items_it_has_an_answer() -> None:
    chooser = Chooser(lambda: None)
    chooser.needs = (Need.RECORD,)  # type: ignore[attr-defined]
    chooser.recorded = lambda task: False  # type: ignore[attr-defined]
    assert not needs_of(chooser)


class Silent:
    """A model that says one word."""

    name = "silent"
    reads_pictures = True

    def reply(self, *_: Any, **__: Any) -> Reply:
        return Reply("nothing")


PNG = posed("parse")[1].asked.png
BARE = FlowGraph(nodes=(Node(id="a", text="Boil"),))
BOXED = FlowGraph(nodes=(Node(id="a", text="Boil", box=(1.0, 1.0, 9.0, 9.0)),))
GRAPHS, PICTURES = (BARE, BOXED), (None, PNG)


def cases() -> Iterator[tuple[str, str, Any]]:
    """Every own system of a kind that is asked one item at a time, with items that lack this or that."""
    for name in ATTRIBUTORS:
        for graph in GRAPHS:
            for picture in PICTURES:
                yield "attribute", name, AttributionTask("q", graph, "What boils?", "Water", picture)
    for name in ANSWERERS:
        for picture in PICTURES:
            yield "answer", name, AnswerTask("q", "What boils?", BARE, picture)


KINDS = {"attribute": ATTRIBUTORS, "answer": ANSWERERS}
ASKED = [("attribute", name) for name in ATTRIBUTORS] + [("answer", name) for name in ANSWERERS]


def made(kind: Any, name: str) -> Any:
    from diagramloop.evaluation.asked_models import model_option

    place = model_option(kind, name)
    try:
        return kind.made(name, **({place: Silent()} if place else {}))
    except DiagramloopError as error:
        pytest.skip(f"{name} cannot be made here: {error}")


@pytest.mark.parametrize(("task", "name"), ASKED)
def test_own_systems_say_beforehand_what_they_would_say_when_asked(task: str, name: str) -> None:
    system = made(KINDS[task], name)
    for of, named, item in cases():
        if (of, named) == (task, name):
            lacking = lacks(system, item, item.offers)
            try:
                getattr(system, task)(item)
                said = None
            except DiagramloopError as error:
                said = error.reason
            assert (said is RejectionReason.NOT_ASKED) == bool(lacking), (item, lacking, said)


def test_a_reader_of_vectors_needs_them() -> None:
    for name in PARSERS:
        wants = getattr(PARSERS.maker(name), "reads", "picture") == "svg"
        assert (Need.SVG in needs_of(PARSERS.maker(name))) == wants
    assert "svg_reader" in {name for name in PARSERS if Need.SVG in needs_of(PARSERS.maker(name))}
