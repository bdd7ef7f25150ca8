"""Which stages a run has to look at: DVC is asked once for all of them, as each question of its own takes a while."""

from __future__ import annotations

from functools import cached_property

from assets.machinery import Stage
from pipelines.code_identity import CODE
from pipelines.dvc_yaml import plan_of
from pipelines.plan import Plan
from pipelines.project import Project
from pipelines.repro import out_of_date, reproduce


class Freshness:
    """DVC's status of the stages of one run, asked when the first is to be brought up to date.

    What was up to date then stays so until one of its inputs is made again in the same run; then DVC is asked anew.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._doubtful: set[str] | None = None

    @cached_property
    def plan(self) -> Plan:
        """The plan of what is composed, which stays as it is while a run lasts."""
        return plan_of(self._project)

    def bring(self, stage: Stage) -> bool:
        """Brings the code's digests and ``stage`` up to date. Returns whether there was a doubt that they were.

        Raises:
            ReproductionError: as :func:`pipelines.repro.reproduce`.
        """
        doubtful = self._known()
        if not self.doubts(stage):
            return False
        doubtful.add(stage.name)  # also where it is made and not finished, which is told as a failure
        if not reproduce(self._project, [stage.name]):
            doubtful.remove(stage.name)
        return True

    def doubts(self, stage: Stage) -> bool:
        """True if a stage may be out of date; the code's digests are up to date by then.

        Raises:
            ReproductionError: as :func:`pipelines.repro.reproduce`.
        """
        return not self._known().isdisjoint({stage.name, *stage.inputs})

    def _known(self) -> set[str]:
        if self._doubtful is None:
            self._doubtful = self._asked()
        return self._doubtful

    def _asked(self) -> set[str]:
        found = out_of_date(self._project)
        if CODE not in found:
            return found
        reproduce(self._project, [CODE])
        return out_of_date(self._project)  # a comment has changed no digest
