"""Declarations: plain data, and a hash of the code they depend on."""

from __future__ import annotations

from pathlib import Path

from assets.machinery import StageReport, StageRun, stage
from diagramloop.errors import RejectionReason


@stage(group="g", inputs=("other",), code=("code", "single.py"), may_reject=(RejectionReason.EMPTY,))
def declared(run: StageRun) -> StageReport:
    """Says what it is."""
    return StageReport(1, 1)


def test_a_declaration_is_plain_data() -> None:
    assert (declared.name, declared.group, declared.inputs) == ("declared", "g", ("other",))
    assert declared.description == "Says what it is."
    assert declared.module_path.endswith("test_declaration.py")


def test_the_code_hash_follows_content_and_names_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "code" / "__pycache__").mkdir(parents=True)
    for path in ("code/a.py", "single.py", declared.module_path):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x = 1\n")
    before = declared.code_hash(tmp_path)
    (tmp_path / "code" / "__pycache__" / "a.pyc").write_bytes(b"1")
    (tmp_path / "unrelated.py").touch()
    assert declared.code_hash(tmp_path) == before
    (tmp_path / "code/a.py").write_text("x = 2\n")
    changed = declared.code_hash(tmp_path)
    (tmp_path / "code/a.py").rename(tmp_path / "code/b.py")
    assert len({before, changed, declared.code_hash(tmp_path)}) == 3
