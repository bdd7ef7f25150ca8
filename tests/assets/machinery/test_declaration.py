"""Declarations are plain data."""

from __future__ import annotations

from assets.machinery import StageReport, StageRun, stage
from diagramloop.errors import RejectionReason


@stage(group="g", inputs=("other",), may_reject=(RejectionReason.EMPTY,))
def declared(run: StageRun) -> StageReport:
    """Says what it is."""
    return StageReport(1, 1)


def test_a_declaration_is_plain_data() -> None:
    assert (declared.name, declared.group, declared.inputs) == ("declared", "g", ("other",))
    assert declared.description == "Says what it is."
    assert declared.module == __name__
