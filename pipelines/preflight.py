"""Before anything runs: every configured system is there, takes its options and can be made; every board has its gold.

What each node of the configuration is made by, the packages that declare stages say, in the tables ``MADE_BY`` and
``INDISPENSABLE`` of any of their modules. Weights are left where they are, and no endpoint is called. What cannot be
had on this machine, such as a package, a key or weights, is no mistake: the row of that system says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import yaml

from diagramloop.by_name import NoSuchSystemError
from diagramloop.errors import Cause, DiagramloopError
from diagramloop.models.weights import left_where_they_are
from pipelines.compose import ConfigError
from pipelines.plan import Plan, declaring_modules
from pipelines.project import Project

_PACKAGE = "# @package "  # how a file of conf/ says which node it is


def check_systems(project: Project, params: Mapping[str, Any], plan: Plan) -> None:
    """Resolves and makes each system that ``params`` configures, once.

    Raises:
        ConfigError: says of each that is wrong which it is, in which file, why, and what there is instead.
    """
    systems, indispensable = (_declared(params, table) for table in ("MADE_BY", "INDISPENSABLE"))
    with left_where_they_are():
        faults = [
            f"{_title(name)} ({_place(project, name, node)}): {fault}"
            for pattern, make in systems.items()
            for name, node in _nodes(params, pattern)
            if (fault := _fault(make, node))
        ]
    faults += [fault for dimension, name in indispensable.items() if (fault := _absence(plan, dimension, name))]
    if faults:
        raise ConfigError("\n".join(faults))


def _declared(params: Mapping[str, Any], table: str) -> dict[str, Any]:
    modules = declaring_modules(params["stages"])
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


def _fault(make: Callable[[Any], object], node: Any) -> str:
    """Why there is no such system; empty if there is, or would be on another machine."""
    try:
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


def _absence(plan: Plan, dimension: str, name: str) -> str:
    values = list(dict.fromkeys(step.key[dimension] for step in plan.steps if dimension in step.key))
    if not values or name in values:
        return ""
    return f"no board without its control {name!r}: give {dimension}=[{','.join([*values, name])}]"


def _title(name: str) -> str:
    """Name of a node for people: ``parser 'mine'`` of ``parsers.mine``."""
    group, _, system = name.partition(".")
    return f"{group.removesuffix('s')} {system!r}" if group.endswith("s") else name


def _place(project: Project, name: str, node: Any) -> str:
    """The file of ``conf/`` that the node is from, as far as one says so; else what it was composed to."""
    files = (file for file in sorted(project.conf.glob("*/*.yaml")) if _is_of(file.read_text("utf-8"), name, node))
    return next((file.relative_to(project.root).as_posix() for file in files), f"{name} in params.yaml")


def _is_of(text: str, name: str, node: Any) -> bool:
    package = text.partition(_PACKAGE)[2].partition("\n")[0].strip()
    if not package or (name != package and not name.startswith(f"{package}.")):
        return False
    said = yaml.safe_load(text)
    for part in filter(None, name.removeprefix(package).split(".")):
        said = said.get(part) if isinstance(said, Mapping) else None
    return isinstance(said, Mapping) and said.get("make") == node.get("make")
