"""Code that a step depends on, as DVC is told it: the stage ``code`` writes a digest for each of the others.

DVC itself knows files by their bytes, and would make everything anew for a comment. So it looks at the bytes for the
stage ``code`` alone, which takes a second; the stages depend on the digests, as on any parameter.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from assets.machinery import CodeIdentity, files_identity, installed_plugin_code, named_files
from pipelines.plan import Plan, Step, check_planned
from pipelines.project import Project, ProjectError, node, write_if_changed

CODE = "code"
CODE_FILE = "artifacts/code.json"  # a digest for each stage
PACKAGES = "packages"  # the node of params.yaml with the versions of other packages that offer plug-ins
_NAMING = ("make", "back_end")  # keys of a configuration whose value is the name of a plug-in
_NAMED = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*:[A-Za-z_][\w.]*")  # package.module:Class, as diagramloop.by_name reads it


def write_identities(project: Project, plan: Plan) -> None:
    """Writes the digest of each stage's code: what its steps depend on, all together.

    Raises:
        ProjectError: the plan is not the one that dvc.yaml was generated for.
    """
    identity = code_of(project)
    params = project.params()
    for stage in plan.stages:
        check_planned(params, plan, stage.name)
    digests = {stage.name: _digest(plan.steps_of(stage.name), params, identity) for stage in plan.stages}
    path = project.root / CODE_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    write_if_changed(path, json.dumps(digests, indent=1, sort_keys=True) + "\n")


def check_recorded(project: Project, plan: Plan, stage: str, identity: CodeIdentity) -> None:
    """Checks that the code of ``stage`` is what its run will be recorded with.

    Raises:
        ProjectError: it was changed after a refresh wrote the digests.
    """
    path = project.root / CODE_FILE
    recorded = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    if recorded.get(stage) != _digest(plan.steps_of(stage), project.params(), identity):
        raise ProjectError(f"the code of {stage!r} was changed while a refresh was at work: refresh again")


def code_of(project: Project) -> CodeIdentity:
    """The identities of the modules beside the project's configuration: one object for one run."""
    return CodeIdentity(project.root, project.state / "code.json")


def identity_of(step: Step, params: Mapping[str, Any], identity: CodeIdentity) -> str:
    """SHA-256 (hex) of the code that decides what ``step`` makes: its stage's, and that of the systems it names."""
    return identity.of(modules_of(step, params))


def modules_of(step: Step, params: Mapping[str, Any]) -> list[str]:
    """The stage's module, and ``package.module:attribute`` of every system in the parameters of ``step``."""
    named = (name for node in step.params for name in _named(_value(params, node), node.rpartition(".")[2]))
    return [step.stage.module, *sorted(set(named))]


def files_of(plan: Plan, params: Mapping[str, Any], identity: CodeIdentity) -> list[str]:
    """The files and top-level folders that hold the code of all steps, relative to the project's root where they lie
    below it, and the files and folders that their options name.
    """
    names = {name for step in plan.steps for name in modules_of(step, params)}
    own = {path for step in plan.steps for path in named_files(_read(step, params))}
    code = (path if path.startswith("/") else path.partition("/")[0] for path in identity.closure(names))
    return sorted({*code, *own})


def _digest(steps: Iterable[Step], params: Mapping[str, Any], identity: CodeIdentity) -> str:
    identities = {identity_of(step, params, identity) for step in steps}
    identities |= {line for step in steps for line in files_identity(_read(step, params))}
    return hashlib.sha256("\n".join(sorted(identities)).encode()).hexdigest()


def _read(step: Step, params: Mapping[str, Any]) -> dict[str, Any]:
    """Values of all parameters that a step reads, by name."""
    return {name: _value(params, name) for name in step.params}


def _value(params: Mapping[str, Any], name: str) -> Any:
    try:
        return node(params, name)
    except ProjectError:  # told when the step is run
        return None


def _named(value: Any, key: str) -> Iterator[str]:
    """The places of all systems named anywhere in ``value``, which stands under ``key``."""
    if isinstance(value, Mapping):
        for inner, one in value.items():
            yield from _named(one, inner)
    elif isinstance(value, list):
        for one in value:
            yield from _named(one, key)
    elif isinstance(value, str) and _NAMED.fullmatch(value):
        yield value
    elif isinstance(value, str) and key in _NAMING:
        yield from installed_plugin_code().names.get(value, ())
