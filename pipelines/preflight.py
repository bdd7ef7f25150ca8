"""Before anything runs: every configured system is there, takes its options and can be made.

What each node of the configuration is made by, the packages that declare stages say, in the table ``MADE_BY`` of any of
their modules. Weights are left where they are, and no endpoint is called. What cannot be had on this machine, such as a
package, a key or weights, is no mistake: the row of that system says why.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from diagramloop.base.room import Limits, Room, Seal, answer_calls, within_every_room
from diagramloop.by_name import NoSuchSystemError
from diagramloop.declarations import is_foreign
from diagramloop.errors import Cause, DiagramloopError
from diagramloop.models.weights import left_where_they_are
from diagramloop.plugins import offers
from pipelines.compose import ConfigError
from pipelines.plan import declaring_modules
from pipelines.project import Project
from pipelines.sealing import seal_of

_LIMITS = Limits(seconds=600.0, processor_seconds=300.0)  # to import what a system stands on
_PACKAGE = "# @package "  # how a file of conf/ says which node it is


def check_systems(project: Project, params: Mapping[str, Any]) -> None:
    """Resolves and makes each system that ``params`` configures, once.

    Raises:
        ConfigError: says of each that is wrong which it is, in which file, why, and what there is instead.
    """
    faults = []
    with within_every_room(seal_of(project)):
        for pattern in _declared(params["stages"], "MADE_BY"):
            for name, node in _nodes(params, pattern):
                if fault := _fault(params["stages"], pattern, node):
                    faults.append(f"{_title(name)} ({_place(project, name, node)}): {fault}")
    if faults:
        raise ConfigError("\n".join(faults))


def _declared(stages: Sequence[str], table: str) -> dict[str, Any]:
    modules = declaring_modules(stages)
    return {name: value for module in modules for name, value in vars(module).get(table, {}).items()}


def _nodes(params: Mapping[str, Any], pattern: str) -> Iterator[tuple[str, Any]]:
    """The nodes with that dotted name, of which ``*`` stands for any part; those that are null configure nothing."""
    found: list[tuple[str, Any]] = [("", params)]
    for part in pattern.split("."):
        inside = ((name, node) for name, node in found if isinstance(node, Mapping))
        found = [
            (f"{name}.{key}".lstrip("."), node[key]) for name, node in inside for key in node if part in ("*", key)
        ]
    return ((name, node) for name, node in found if node is not None)


def _fault(stages: Sequence[str], pattern: str, node: Any) -> str:
    """Why there is no such system; empty if there is, or would be on another machine.

    Code that is not ours is imported in a room, not in the process that will score it.
    """
    if not _is_foreign(node):
        return fault_of(stages, pattern, node)
    room = Room("the check of a system", "pipelines.preflight", limits=_LIMITS, seal=Seal(network=True))
    try:
        return room.call(json.dumps([stages, pattern, node]).encode()).decode()
    except DiagramloopError as error:
        return str(error)
    finally:
        room.close()


def _is_foreign(node: Any) -> bool:
    """True where any part of a node is made by what diagramloop does not bring."""
    if not isinstance(node, Mapping):
        return False
    make = node.get("make")
    if isinstance(make, str):
        foreign_names = {offer.name for offer in offers() if not offer.own}
        if make in foreign_names or (":" in make and is_foreign(make)):
            return True
    return any(_is_foreign(part) for part in node.values())


def fault_of(stages: Sequence[str], pattern: str, node: Any) -> str:
    """Why what makes the systems at ``pattern`` makes none of ``node``; empty if it does. Weights are left alone."""
    make = _declared(stages, "MADE_BY")[pattern]
    try:
        with left_where_they_are():
            make(node)
    except NoSuchSystemError as error:
        return str(error)
    except DiagramloopError as error:
        return "" if error.reason.cause is Cause.WORLD else str(error)
    except TypeError as error:
        return str(error)
    except (Exception, SystemExit) as error:  # whatever a module of one's own raises
        return f"{type(error).__name__}: {error}"
    return ""


def _answer(request: bytes) -> bytes:
    """In the room."""
    stages, pattern, node = json.loads(request)
    return fault_of(stages, pattern, node).encode()


def _title(name: str) -> str:
    """Name of a node for people: ``parser 'mine'`` of ``parsers.mine``."""
    group, _, system = name.partition(".")
    return f"{group.removesuffix('s')} {system!r}" if group.endswith("s") else name


def _place(project: Project, name: str, node: Any) -> str:
    """The file of ``conf/`` that the node is from, as far as one says so; else what it was composed to."""
    chosen = name.partition("@")[0]  # without the model that its row is named after
    files = (file for file in sorted(project.conf.glob("*/*.yaml")) if _is_of(file.read_text("utf-8"), chosen, node))
    return next((file.relative_to(project.root).as_posix() for file in files), f"{name} in params.yaml")


def _is_of(text: str, name: str, node: Any) -> bool:
    package = text.partition(_PACKAGE)[2].partition("\n")[0].strip()
    if not package or (name != package and not name.startswith(f"{package}.")):
        return False
    said = yaml.safe_load(text)
    for part in filter(None, name.removeprefix(package).split(".")):
        said = said.get(part) if isinstance(said, Mapping) else None
    return isinstance(said, Mapping) and said.get("make") == node.get("make")


if __name__ == "__main__":
    answer_calls(_answer)
