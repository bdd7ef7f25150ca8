"""No regular expression takes time that grows faster than the text, whatever the text."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from compiled_patterns import PACKAGES, ROOT

PROGRAM = Path(__file__).with_name("pump_patterns.py")
PLANTED = """
import re

_WORDS = re.compile(r"[A-Za-z0-9]+(?:[ -]?[A-Za-z0-9]+)*")  # graph/d2/_write.py of commit 7921751d
_PAGE = re.compile(rb"\\s*(<!--.*?-->\\s*)*<(!doctype html|html)", re.I | re.S)  # sources/_download.py of that commit
_COMMENT = re.compile("<!--.*?-->", re.S)
_LINEAR = re.compile("[a-z]++(?:-[a-z]++)*+")
_ENDS = (re.compile("a+b"), re.compile("c+d"))


def plain(text: str, word: str) -> object:
    return _WORDS.fullmatch(text), re.sub(r"\\s+$", "", text), re.search(rf"\\d+{word}", text), _LINEAR.findall(text)


def html(page: bytes, text: str) -> object:
    return _PAGE.match(page), _COMMENT.sub("", text), [end.search(text) for end in _ENDS], re.match(r"\\s+$", text)
"""


def pumped(root: Path, *packages: str) -> Mapping[str, Any]:
    program = [sys.executable, str(PROGRAM), str(root), *packages]
    ended = subprocess.run(program, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    found: Mapping[str, Any] = json.loads(ended.stdout)
    return found


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    root = tmp_path_factory.mktemp("planted")
    package = root / "planted_patterns"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "reading.py").write_text(PLANTED)
    return pumped(root, "planted_patterns")


def test_every_pattern_takes_linear_time() -> None:
    found = pumped(ROOT, *PACKAGES)
    assert found["slow"] == {}
    assert found["patterns"] > 300


def test_patterns_that_take_long_are_seen(planted: Mapping[str, Any]) -> None:
    lines = PLANTED.splitlines()
    slow = {lines[int(place.rpartition(":")[2]) - 1].split(" = ")[0].strip() for place in planted["slow"]}
    functions = {line for line in slow if line.startswith("return")}
    assert slow - functions == {"_WORDS", "_PAGE", "_COMMENT", "_ENDS"}
    assert len(functions) == 1, "the search within plain(), and not the match within html()"
    assert planted["patterns"] == 9
