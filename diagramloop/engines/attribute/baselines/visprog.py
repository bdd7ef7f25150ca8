"""VisProg: a language model writes a program of visual modules, which is then run (Gupta and Kembhavi, 2022).

Its LOC module is an object detector that cannot read, which is why the paper finds next to nothing with it. Here LOC
looks for written text among the regions that a parser read; the other modules only know places. Programs are
interpreted (:mod:`._program`), never executed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, ClassVar

import numpy as np
from rapidfuzz import fuzz, utils

from diagramloop.asking import Need
from diagramloop.engines.attribute._asking import ask, case, own_prompts
from diagramloop.engines.attribute.baselines._program import ModuleCall, ProgramError, read_program, run_program
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.contestants.attributors import (
    Attribution,
    AttributionError,
    AttributionTask,
    Step,
    regions_of,
)
from diagramloop.graph import Box, FlowGraph, Node
from diagramloop.models.answers import Reading, UnreadError
from diagramloop.models.chat import ChatModel, Message, model_of

LIKE = 75.0  # of 100: from this weighted ratio a text is like an object

_EVERYWHERE: Box = (-np.inf, -np.inf, np.inf, np.inf)
_BEYOND = {"CROP_ABOVE": (3, 1), "CROP_BELOW": (1, 3), "CROP_LEFTOF": (2, 0), "CROP_RIGHTOF": (0, 2)}

Nodes = list[Node]


class VisProg:
    """Asks the model for a program, and runs it on the regions of the task's graph.

    Args:
        chat: the model, or its plain configuration.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    name = "visprog"
    needs: ClassVar = (Need.BOXES,)

    def __init__(self, chat: ChatModel | Mapping[str, Any], prompts: str | None = None) -> None:
        self._model = model_of(chat)
        self._prompts = own_prompts(prompts)

    def attribute(self, task: AttributionTask) -> Attribution:
        """The nodes of the regions that the program ends with.

        Raises:
            AttributionError: no node has a box (NOT_ASKED).
            ProgramError: the model writes a program that cannot be run.
            ModelError: the model does not answer, or writes no program (UNREADABLE).
        """
        if not any(node.box for node in task.graph.nodes):
            raise AttributionError(f"{task.id}: no node has a box to be found", reason=RejectionReason.NOT_ASKED)
        heard, step = ask(self._model, self.name, [Message("user", case(task))], ProgramForm(), self._prompts)
        calls = heard.needed()
        began = perf_counter()
        nodes = tuple(node.id for node in found_by(calls, task.graph))
        ran = Step("program", {}, list(nodes), 1000 * (perf_counter() - began))
        return Attribution(nodes, regions_of(task.graph, nodes), (step, ran), heard.usage)


@dataclass(frozen=True)
class ProgramForm:
    """The lines of an answer that are calls."""

    schema = None
    decides = True

    def read(self, answer: str) -> Reading[list[ModuleCall]]:
        """See :meth:`~diagramloop.models.answers.Wanted.read`.

        Raises:
            UnreadError: none is, too many are, or one is not written as a call.
        """
        try:
            return Reading(read_program(answer))
        except ProgramError as error:
            raise UnreadError(str(error)) from error


def found_by(program: list[ModuleCall], graph: FlowGraph) -> Nodes:
    """The nodes that a program ends with.

    Raises:
        ProgramError: it cannot be run, or it ends with something else.
    """
    modules: dict[str, Callable[..., Any]] = {
        "LOC": lambda image, object: _located(graph, _window(image), object),
        "CROP": lambda image, box: _cut(_window(image), _box(box)),
        "RESULT": _result,
    }
    modules |= {name: partial(_cropped, *sides) for name, sides in _BEYOND.items()}
    return _nodes(run_program(program, modules, {"IMAGE": _EVERYWHERE}))


def _cropped(bounded: int, by: int, /, image: object, box: object) -> Box:
    """The window up to a box: its side ``bounded`` is moved to the box's side ``by``."""
    window = _window(image)
    sides = [*_EVERYWHERE]
    sides[bounded] = _box(box)[by]
    x0, y0, x1, y1 = sides
    return _cut(window, (x0, y0, x1, y1))


def _located(graph: FlowGraph, window: Box, wanted: object) -> Nodes:
    """Nodes whose middle lies in the window and whose text is like ``wanted``, the likest first."""
    if not isinstance(wanted, str):
        raise ProgramError("LOC: the object is no text")
    inside = [node for node in graph.nodes if node.box and _within(node.box, window)]
    alike = [fuzz.WRatio(wanted, node.text, processor=utils.default_process) for node in inside]
    ranked = sorted(zip(alike, inside, strict=True), key=lambda pair: -pair[0])
    return [node for ratio, node in ranked if ratio >= LIKE]


def _within(box: Box, window: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return window[0] <= x <= window[2] and window[1] <= y <= window[3]


def _cut(window: Box, other: Box) -> Box:
    """Intersection of two windows; nothing lies in it where they share nothing."""
    return (*np.maximum(window[:2], other[:2]).tolist(), *np.minimum(window[2:], other[2:]).tolist())


def _window(value: object) -> Box:
    match value:
        case (float(x0), float(y0), float(x1), float(y1)):
            return (x0, y0, x1, y1)
    raise ProgramError("an image was wanted")


def _box(value: object) -> Box:
    """The first region; none has nothing around it to crop."""
    box = next((node.box for node in _nodes(value)), None)
    return box or (np.nan, np.nan, np.nan, np.nan)


def _result(var: object) -> Nodes:
    return _nodes(var)


def _nodes(value: object) -> Nodes:
    """Regions, or a list of several of them, as one list, each once: or a program could double them line by line."""
    if isinstance(value, Node):
        return [value]
    if isinstance(value, Sequence) and all(isinstance(part, Node | list) for part in value):
        return list({node.id: node for part in value for node in _nodes(part)}.values())
    raise ProgramError("regions were wanted")
