"""The count of moved thresholds goes on where a room of the parser has no tests, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from diagnosis import parser_mutations
from diagnosis.parser_mutations import FACTORS, NEUTRAL, Threshold, main, noticed

UNTESTED = Threshold("diagramloop.engines.parse.room_without_tests", "LEAST_PX", 2.0)
TESTED = Threshold("diagramloop.engines.parse.lines.gaps", "LEAST_PX", 2.0)


def test_pictures_alone_can_notice_a_threshold_of_a_room_without_tests(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(parser_mutations, "pictures", lambda _: ())
    assert noticed(tmp_path, (UNTESTED, FACTORS[0])) == ""


@pytest.mark.parametrize(("threshold", "count"), [(UNTESTED, 1), (TESTED, 0)])
def test_rooms_without_tests_are_named_and_counted(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    threshold: Threshold,
    count: int,
) -> None:
    log = tmp_path / "log"
    log.write_text("".join(f"{threshold} x {factor}: {NEUTRAL}\n" for factor in FACTORS))
    monkeypatch.setattr(parser_mutations, "thresholds", lambda: iter([threshold]))
    main(tmp_path, count=1, log=log)
    printed = capsys.readouterr().out
    assert printed.count(f"{threshold}: its room has no tests") == count
    assert f"0 of 1 noticed; {count} in rooms without tests" in printed
