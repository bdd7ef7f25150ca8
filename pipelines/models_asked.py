"""Models that a composed configuration asks: who plays which part, and a row for each model that a system asks.

``models.chat`` is asked by the systems that are measured. What plays a part in measuring them is ``models.judge``,
``models.user`` (the simulated one) and ``models.reader`` (of drawings, and of what all systems are given). A ``model``
that is a list makes a row for each of its models, and the row of a system that asks one is called ``SYSTEM@MODEL``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from diagramloop.evaluation.asked_models import PLACES
from pipelines.project import ProjectError

if TYPE_CHECKING:
    from omegaconf import DictConfig

PARTS = ("judge", "user", "reader")
SYSTEMS = ("parsers", "generators", "extractors", "attributors", "answerers", "agents", "converters")
"""The nodes whose keys are rows of a board."""
_SHARED = ("store", "mode")  # with every part: where answered calls are kept
_REFERENCES = {"attribute": "parsers", "answer": "parsers"}  # whose `parser` names one of them

Node = Mapping[str, Any]


def complete_parts(config: DictConfig) -> None:
    """Gives each part what it leaves out as ``models.chat`` has it; one with a back end of its own is whole."""
    from omegaconf import OmegaConf

    models = config.get("models")
    if not models or "chat" not in models:
        return
    chat: Any = OmegaConf.to_container(models["chat"])
    shared = {name: chat[name] for name in _SHARED if name in chat}
    for part in PARTS:
        own: Any = OmegaConf.to_container(models[part]) if part in models else {}
        inherited = shared if "back_end" in own else chat
        models[part] = {**inherited, **own}


def rows_by_model(params: Node) -> dict[str, Any]:
    """The configuration with a row for each model, named after it, and with notes on who is judged by itself.

    Raises:
        ProjectError: a part is to be played by several models, two rows would have one name, or a list of models
            is none.
    """
    composed = dict(params)
    names: dict[str, dict[str, list[str]]] = {}
    for group in SYSTEMS:
        if params.get(group):
            composed[group], names[group] = _rows(group, params[group])
    for node, group in _REFERENCES.items():
        if node in params:
            parser = _one_row(f"{node}.parser", params[node]["parser"], names.get(group, {}))
            composed[node] = {**params[node], "parser": parser}
    if params.get("tool_times"):
        of_attributors = names.get("attributors", {})
        composed["tool_times"] = [row for name in params["tool_times"] for row in of_attributors.get(name, [name])]
    _check_parts(composed)
    for group in names:
        composed[group] = {name: _with_note(composed, group, node) for name, node in composed[group].items()}
    return composed


def models_in(value: Any, key: str = "") -> Iterator[Node]:
    """The configurations of models in a node, however deep.

    Args:
        key: that the node has in the one around it.
    """
    if isinstance(value, list):
        for part in value:
            yield from models_in(part, key)
    elif isinstance(value, Mapping):
        if _is_model(value, key):
            yield value
        else:
            for name, part in value.items():
                yield from models_in(part, name)


def _is_model(value: Node, key: str) -> bool:
    asked = isinstance(value.get("model"), str | list)
    return asked and (key in PLACES or "back_end" in value or "base_url" in value)


def _rows(group: str, systems: Node) -> tuple[dict[str, Node], dict[str, list[str]]]:
    """The rows of a group, and by the name of a system those of its rows."""
    rows: dict[str, Node] = {}
    names: dict[str, list[str]] = {}
    for name, node in systems.items():
        names[name] = []
        for options in _of_one_model_each(f"{group}.{name}", node.get("options", {})):
            row = _row_name(name, options)
            if row in rows:
                raise ProjectError(f"{group}: two rows would be called {row!r}: give one system a name of its own")
            rows[row] = {**node, "options": options} if "options" in node else node
            names[name].append(row)
    return rows, names


def _of_one_model_each(place: str, options: Any) -> Iterator[Any]:
    several = next((model for model in models_in(options) if isinstance(model["model"], list)), None)
    if several is None:
        yield options
        return
    if not several["model"]:
        raise ProjectError(f"{place}: its list of models is empty")
    for choice in several["model"]:
        settings = choice if isinstance(choice, Mapping) else {"model": choice}
        if not isinstance(settings.get("model"), str):
            raise ProjectError(f"{place}: {choice!r} in its list is no name of a model, and has no `model`")
        yield from _of_one_model_each(place, _replaced(options, several, {**several, **settings}))


def _replaced(value: Any, old: Node, new: Node) -> Any:
    if value == old:
        return new
    if isinstance(value, Mapping):
        return {name: _replaced(part, old, new) for name, part in value.items()}
    if isinstance(value, list):
        return [_replaced(part, old, new) for part in value]
    return value


def _row_name(system: str, options: Any) -> str:
    """The system's name with those of its models, as they may stand in paths."""
    words = [system]
    for model in models_in(options):
        last = model["model"].rstrip("/").rpartition("/")[2]
        word = re.sub(r"[^a-z0-9_-]", "-", last.lower())
        if word and word not in words:
            words.append(word)
    return "@".join(words)


def _one_row(place: str, system: str, names: Mapping[str, list[str]]) -> str:
    rows = names.get(system, [system])
    if len(rows) > 1:
        raise ProjectError(f"{place}: {system!r} asks several models: name one of {', '.join(rows)}")
    return rows[0]


def _check_parts(params: Node) -> None:
    for node, value in params.items():
        if node in SYSTEMS or node == "models":
            continue
        for model in models_in(value, node):
            if isinstance(model["model"], list):
                raise ProjectError(
                    f"{node}: one model plays this part for all systems, and several are named: "
                    "name it, as in models.judge.model=NAME (models.user, models.reader)"
                )


def _with_note(params: Node, group: str, node: Node) -> Node:
    """The node with a remark where the judge, the user or the reader is the model that its row measures."""
    own = _identities(node.get("options"))
    converse = params.get("converse", {})
    user = _identities(converse.get("simulator"))
    same: dict[str, set[tuple[str, str]]] = {}
    if group == "generators":
        same["judged by the model that drew"] = own & _identities(params.get("judge"))
        for name, parser in params.get("parsers", {}).items():
            same[f"on the boards of {name} read by the model that drew"] = own & _identities(parser)
    if group == "agents":
        same["the simulated user is the agent's own model"] = own & user
        same["the simulated user is judged by its own model"] = _identities(converse.get("judge"), "chat") & user
    notes = [f"{remark} ({', '.join(name for name, _ in sorted(models))})" for remark, models in same.items() if models]
    return {**node, "note": "; ".join([*filter(None, [node.get("note")]), *notes])} if notes else node


def _identities(value: Any, key: str = "") -> set[tuple[str, str]]:
    """Names and addresses of the models in a node."""
    return {(model["model"], model.get("base_url") or "") for model in models_in(value, key)}
