"""Questions to a chat model about a chart: standing instructions from a file, the case at hand as JSON.

As everywhere (:mod:`diagramloop.models.prompts`), and nodes go by marks of this package's making
(:func:`~diagramloop.engines.parse.labelled_picture.marks`), never by their own ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from diagramloop.engines.parse.labelled_picture import labelled_picture
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.contestants.attributors import AttributionError, AttributionTask, Step
from diagramloop.models import answers, prompts
from diagramloop.models.answers import Heard, Wanted
from diagramloop.models.chat import ChatModel, Message

Value = TypeVar("Value")
PACKAGE = "diagramloop.engines.attribute"
MAX_QUOTED = 20_000  # characters of one text that a prompt quotes


def case(task: AttributionTask, **more: object) -> str:
    """The statement to be grounded, as question and answer, and whatever else there is to say, as one JSON object."""
    return prompts.as_json({"question": quoted(task.question), "answer": quoted(task.answer), **more})


def quoted(text: str) -> str:
    """``text`` as a prompt or a trace quotes it, see :func:`diagramloop.models.prompts.quoted`."""
    return prompts.quoted(text, MAX_QUOTED)


def pictured(task: AttributionTask) -> bytes:
    """The task's picture.

    Raises:
        AttributionError: it has none (NOT_ASKED).
    """
    if task.picture is None:
        raise AttributionError(f"{task.id}: it takes the chart's picture", reason=RejectionReason.NOT_ASKED)
    return task.picture


def marked_picture(task: AttributionTask, marks: Mapping[str, str]) -> bytes:
    """The task's picture with a mark beside each node.

    Args:
        marks: mark to id.

    Raises:
        AttributionError: no picture, or none of the nodes has a place in it (NOT_ASKED).
        PictureError: it is no picture.
    """
    boxes = {mark: task.graph.node_by_id[id].box for mark, id in marks.items()}
    regions = {mark: box for mark, box in boxes.items() if box is not None}
    if not regions:
        raise AttributionError(f"{task.id}: no node has a box to be marked", reason=RejectionReason.NOT_ASKED)
    return labelled_picture(pictured(task), regions)


def own_prompts(folder: str | None) -> prompts.Prompts:
    """This package's prompts, each replaced by that of ``folder`` which has it."""
    return prompts.Prompts(PACKAGE, folder)


SHIPPED = own_prompts(None)


def ask(
    model: ChatModel,
    prompt: str,
    messages: Sequence[Message],
    wanted: Wanted[Value],
    said_by: prompts.Prompts = SHIPPED,
) -> tuple[Heard[Value], Step]:
    """The answer to ``messages`` under the standing instructions ``prompt``, and that as a step of the trace.

    Args:
        prompt: a file of ``diagramloop/engines/attribute/prompts``.
        said_by: the prompts of which it is one.

    Raises:
        ModelError: the model was not reached, declined (REFUSED), or said nothing (EMPTY).
    """
    heard = answers.ask(model, prompt, [Message("system", said_by.text(prompt)), *messages], wanted)
    if heard.unread and heard.reason is not RejectionReason.UNREADABLE:
        heard.needed()
    return heard, Step(prompt, {}, quoted(heard.reply.text), 1000 * heard.usage.seconds)
