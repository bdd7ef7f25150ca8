"""Judgements from a file that may hold anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.scores.judgement_csv import Judgement, read_judgements

HEADER = b"item,system,judge,label\n"


def test_rows_in_order_and_their_means(tmp_path: Path) -> None:
    path = tmp_path / "judged.csv"
    path.write_bytes(b"\xef\xbb\xbf" + HEADER + b'i1,s,anna,good\ni1,s,ben, Fair \n"i,2",s,anna,BAD\n')
    found = read_judgements(path)
    assert found.rows == (
        Judgement("i1", "s", "anna", 1.0),
        Judgement("i1", "s", "ben", 0.5),
        Judgement("i,2", "s", "anna", 0.0),
    )
    assert found.means == {("i1", "s"): 0.75, ("i,2", "s"): 0.0}
    assert found.rejected == ()


def test_columns_in_any_order_and_more_of_them() -> None:
    found = read_judgements(b"label,note,judge,item,system\ngood,hm,a,i,s\n")
    assert found.rows == (Judgement("i", "s", "a", 1.0),)


def test_rows_that_say_nothing_are_rejected_and_stop_nothing() -> None:
    rows = [
        b"i,s,a,good",
        b"i,s,a,bad",
        b"i,s,b,great",
        b"i,s",
        b",s,b,good",
        b"i," + b"x" * 501 + b",b,good",
        b"i,s,c,fair,more",
    ]
    found = read_judgements(HEADER + b"\n".join(rows))
    assert [row.judge for row in found.rows] == ["a", "c"]
    assert [(row.line, row.reason) for row in found.rejected] == [
        (3, "judged before by the same judge"),
        (4, "label 'great'; there are good, fair, bad"),
        (5, "no judge"),
        (6, "no item"),
        (7, "a field of more than 500 characters"),
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", RejectionReason.SYNTAX),
        (b"item,system,judge\n", RejectionReason.SYNTAX),
        (b"\xff\xfe\x00", RejectionReason.SYNTAX),
        (HEADER + b'"never closed', RejectionReason.SYNTAX),
        (HEADER + b"x" * 200_000, RejectionReason.SYNTAX),
        (HEADER + b"i,s,j,good\n" * 2_000_000, RejectionReason.TOO_LARGE),
        (Path("no such file"), RejectionReason.MISSING),
    ],
    ids=["empty", "column", "encoding", "quote", "field", "large", "absent"],
)
def test_what_is_no_such_file_is_refused(data: bytes | Path, reason: RejectionReason) -> None:
    with pytest.raises(FormatError) as caught:
        read_judgements(data)
    assert caught.value.reason is reason
