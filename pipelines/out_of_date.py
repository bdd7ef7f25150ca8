"""Which steps of a stage are out of date: DVC says whether a stage is, and knows nothing of its steps.

Its lock does: it has the parameters, the code and the folders that the stage was made from, and the listings of these
folders have the part of each step. So a row that is added to the leaderboard, or a data set that changes, concerns its
own steps alone, also where the others' artifacts were pulled and not made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pipelines.listings import cached_listing, listed, md5_of, part_of
from pipelines.plan import STEPS, Step
from pipelines.project import Project, node
from pipelines.repro import locked_stages


def out_of_date(project: Project, steps: Sequence[Step], params: Mapping[str, Any]) -> tuple[Step, ...]:
    """Those of a stage's ``steps`` that dvc.lock does not show to be up to date.

    All of them where it shows just these to be: DVC then runs the stage because it was told to.
    """
    stage = steps[0].stage
    locked = _Locked(project, stage.name)
    if not all(locked.same(path) for path in (stage.module_path, *stage.code)):
        return tuple(steps)
    found = tuple(step for step in steps if not locked.holds(step, params))
    return tuple(steps) if locked.names == {step.name for step in steps} and not found else found


class _Locked:
    """A stage's entry in dvc.lock; an empty one where it has none."""

    def __init__(self, project: Project, stage: str) -> None:
        entry = locked_stages(project).get(stage, {})
        self._project = project
        self._params = entry.get("params", {}).get(project.params_file.name, {})
        self._reads = self._params.get(f"{STEPS}.{stage}", {})
        self._md5 = {
            one["path"]: one["md5"] for kind in ("deps", "outs") for one in entry.get(kind, ()) if "md5" in one
        }
        self._listing = cache(lambda md5: cached_listing(project, md5))
        self.same = cache(self._same)

    @property
    def names(self) -> set[str]:
        """Of the steps that it had."""
        return set(self._reads)

    def holds(self, step: Step, params: Mapping[str, Any]) -> bool:
        """Whether what ``step`` made was made from what there is now, and is as it was made."""
        asked = {name: node(params, name) for name in step.params}
        said = {name: self._params[name] for name in asked if name in self._params}
        same = said == asked and self._reads.get(step.name) == list(step.read)
        return same and all(self.same(path) for path in (*step.read, step.out))

    def _same(self, path: str) -> bool:
        """Whether what lies at ``path``, which the lock or a folder that it has holds, is what it was."""
        place = self._project.root / path
        if not place.exists():
            return False
        if path in self._md5:
            return md5_of(place) == self._md5[path]
        return any(
            part_of(listing, path.removeprefix(f"{folder}/")) == listed(place)
            for folder, md5 in self._md5.items()
            if path.startswith(f"{folder}/") and (listing := self._listing(md5)) is not None
        )
