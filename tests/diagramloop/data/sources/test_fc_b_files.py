"""FC_B's files: splits by writer, and those that are broken or hostile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from diagramloop.data.sources import FcB, Rejected
from diagramloop.data.sources.fc_b import MAX_FILE_BYTES, Page
from diagramloop.errors import RejectionReason, SourceError
from tests.diagramloop.data.sources.inkml_pages import DATA, ID, STROKES, SYMBOLS, inkml, written


def rejected(root: Path, document: str | bytes, id: str = ID) -> Rejected:
    (row,) = written(root, document, id).charts()
    assert isinstance(row, Rejected)
    return row


class TestFiles:
    @pytest.mark.parametrize(
        ("split", "writers"),
        [("train", ["000", "009"]), ("validation", ["010", "016"]), ("test", ["017", "023"]), ("all", None)],
    )
    def test_splits_are_those_of_the_writers(self, tmp_path: Path, split: Any, writers: list[str] | None) -> None:
        every = ["000", "009", "010", "016", "017", "023"]
        for writer in every:
            written(tmp_path, id=f"writer{writer}_fc_002")
        found = [page.writer for page in FcB(tmp_path, split).pages() if isinstance(page, Page)]
        assert found == [f"writer{writer}" for writer in writers or every]

    def test_a_split_or_a_folder_that_is_not_there_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(SourceError, match="no split 'dev'"):
            FcB(tmp_path, "dev")  # type: ignore[arg-type]
        with pytest.raises(SourceError, match=r"no \*\.inkml in"):
            list(FcB(tmp_path).charts())

    @pytest.mark.parametrize(
        "id", ["writer000_fa_001", "notes", "writer024_fc_001", "writer00_fc_001", "writer000_fc_001bb"]
    )
    def test_a_file_of_another_name_is_rejected(self, tmp_path: Path, id: str) -> None:
        assert rejected(tmp_path, inkml(), id).reason is RejectionReason.INVALID

    def test_a_broken_file_costs_itself_alone(self, tmp_path: Path) -> None:
        written(tmp_path, "<ink", "writer000_fc_001")
        written(tmp_path)
        (tmp_path / "copy").mkdir()
        (tmp_path / f"copy/{ID}.inkml").write_text(inkml())
        rows = list(FcB(tmp_path).charts())
        assert [row.reason if isinstance(row, Rejected) else row.id for row in rows] == [
            RejectionReason.SYNTAX,
            ID,
            RejectionReason.INVALID,  # the name of two files
        ]


BOMB = '<!DOCTYPE ink [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
LONG = [((0, 0), *((x, 1) for x in range(6_000)))]


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ("", RejectionReason.EMPTY),
        ("no XML", RejectionReason.SYNTAX),
        (inkml()[:-20], RejectionReason.SYNTAX),
        (inkml().replace("<ink>", f"{BOMB}<ink>&b;"), RejectionReason.UNSAFE),
        (inkml().replace("<ink>", '<!DOCTYPE ink SYSTEM "file:///etc/passwd"><ink>'), RejectionReason.UNSAFE),
        (inkml().replace('encoding="utf-8"', 'encoding="none"'), RejectionReason.UNREADABLE),
        ("<ink/>", RejectionReason.EMPTY),
        (inkml(symbols={}, relations=[]), RejectionReason.EMPTY),
        (inkml(symbols={"2": SYMBOLS["2"]}), RejectionReason.EMPTY),
        (inkml(symbols={**SYMBOLS, "3": ("state", {}, (0,))}), RejectionReason.UNSUPPORTED),
        (inkml([DATA[:1]] * 6), RejectionReason.EMPTY),
        (inkml([((float("nan"), 1), (2, 2)), *STROKES[1:]]), RejectionReason.INVALID),
        (inkml([((float("inf"), 1), (2, 2)), *STROKES[1:]]), RejectionReason.INVALID),
        (inkml([((1e308, 1), (-1e308, 2)), *STROKES[1:]]), RejectionReason.INVALID),
        (inkml([(), *STROKES[1:]]), RejectionReason.INVALID),
        (inkml().replace("100 100 0 150", "100"), RejectionReason.INVALID),
        (inkml().replace("100 100 0 150", "a b 0 150"), RejectionReason.INVALID),
        (inkml().replace('name="Y"', 'name="Z"'), RejectionReason.INVALID),
        (inkml().replace('<trace id="1"', '<trace id="0"'), RejectionReason.INVALID),
        (inkml().replace('<trace id="1"', "<trace"), RejectionReason.INVALID),
        (inkml().replace('<traceGroup id="4"', '<traceGroup id="3"'), RejectionReason.INVALID),
        (inkml(symbols={**SYMBOLS, "3": ("data", {}, ())}), RejectionReason.INVALID),
        (inkml(symbols={**SYMBOLS, "3": ("data", {}, (77,))}), RejectionReason.INVALID),
        (inkml(parts={"2": '<shaft><traceView traceDataRef="2" from="-1"/></shaft>'}), RejectionReason.INVALID),
        (inkml([DATA] * 5_001), RejectionReason.TOO_LARGE),
        (inkml(symbols={str(id): ("data", {}, (0,)) for id in range(501)}), RejectionReason.TOO_LARGE),
        (inkml(symbols={"0": ("data", {}, (0,) * 10_001)}), RejectionReason.TOO_LARGE),
        (inkml(LONG, {"0": ("data", {}, (0,) * 100)}, []), RejectionReason.TOO_LARGE),
    ],
)
def test_broken_and_hostile_files_are_rejected_with_their_reason(
    tmp_path: Path, document: str, reason: RejectionReason
) -> None:
    found = rejected(tmp_path, document)
    assert (found.id, found.what, found.reason) == (ID, "chart", reason), found.detail


@pytest.mark.parametrize(
    "document",
    [
        b"\xff\xfe" + inkml().replace("utf-8", "utf-16").encode("utf-16-le")[:99],
        b"<ink>" * 300_000,
        b"<ink>" + b"<traceGroup>" * 100_000 + b"</traceGroup>" * 100_000 + b"</ink>",
        b" " * (MAX_FILE_BYTES + 1),
        inkml(relations=[("arrow_connection", "2", "3", "4")] * 2_000).encode()[:-3],
    ],
    ids=["cut UTF-16", "open elements", "deep", "huge", "cut at the end"],
)
def test_no_bytes_break_the_reader(tmp_path: Path, document: bytes) -> None:
    assert rejected(tmp_path, document).reason in {
        RejectionReason.SYNTAX,
        RejectionReason.UNREADABLE,
        RejectionReason.EMPTY,
        RejectionReason.TOO_LARGE,
    }
