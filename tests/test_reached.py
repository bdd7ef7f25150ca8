"""Which tests a change can reach: all that stand on it, and every test where nobody knows."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from reached import Reach

FILES = {
    "house/__init__.py": "from house.door import opened\n",
    "house/door.py": "def opened(): return 1\n",
    "house/words.py": '"""Words."""\ndef words(): return "words.txt"\n',
    "house/words.txt": "one two\n",
    "house/by_name.py": 'PLACE = "house.attic:Attic"\n',
    "house/attic.py": "class Attic: ...\n",
    "pipelines/__main__.py": "import house.cellar\n",
    "house/cellar.py": "",
    "conf/config.yaml": "a: 1\n",
    "notes/lonely.bin": "",
    "pyproject.toml": "",
    "tests/conftest.py": "",
    "tests/helper.py": "from house.words import words\n",
    "tests/test_door.py": "from house import opened\n",
    "tests/test_words.py": "from helper import words\n",
    "tests/test_attic.py": "import house.by_name\n",
    "tests/test_all.py": 'from pathlib import Path\nMODULES = Path().rglob("*.py")\n',
    "tests/room/conftest.py": "",
    "tests/room/test_program.py": 'COMMAND = ["python", "-m", "pipelines"]\n',
    "tests/room/test_conf.py": 'from pathlib import Path\nCONF = Path("conf") / "config.yaml"\n',
}
EVERY = sorted(name for name in FILES if "/test_" in name)
LOOKS_AT_ALL, CONF = "tests/test_all.py", "tests/room/test_conf.py"


def git(root: Path, *arguments: str) -> None:
    person = ["-c", "user.name=t", "-c", "user.email=t@localhost"]
    subprocess.run(["git", *person, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("house")
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "a house")
    return root


@pytest.mark.parametrize(
    ("name", "text", "chosen"),
    [
        ("house/door.py", "def opened(): return 2\n", {"tests/test_door.py", LOOKS_AT_ALL}),
        ("house/words.py", "def words(): ...\n", {"tests/test_words.py", LOOKS_AT_ALL}),  # through a helper
        ("house/words.txt", "three\n", {name for name in EVERY if name not in (LOOKS_AT_ALL, CONF)}),  # beside modules
        ("house/attic.py", "class Attic: rooms = 1\n", {"tests/test_attic.py", LOOKS_AT_ALL}),  # a system by its name
        ("house/words.py", '"""Other words."""\ndef words(): return "words.txt"  # said\n', {LOOKS_AT_ALL}),
        ("house/cellar.py", "DEEP = 1\n", {"tests/room/test_program.py", LOOKS_AT_ALL}),  # a program that is started
        ("conf/config.yaml", "a: 2\n", {CONF}),
        ("tests/test_door.py", "import house.door\n", {"tests/test_door.py", LOOKS_AT_ALL}),
        ("tests/room/conftest.py", "X = 1\n", {name for name in EVERY if "/room/" in name} | {LOOKS_AT_ALL}),
        ("tests/room/test_new.py", "", {"tests/room/test_new.py", LOOKS_AT_ALL}),
        ("tests/conftest.py", "X = 1\n", set(EVERY)),
        ("pyproject.toml", "[project]\n", set(EVERY)),
        ("notes/lonely.bin", "?", set(EVERY)),  # that no test is known to look at
    ],
)
def test_a_change_chooses_the_tests_that_it_can_reach(committed: Path, name: str, text: str, chosen: set[str]) -> None:
    place = committed / name
    place.write_text(text, encoding="utf-8")
    try:
        assert set(Reach(committed).chosen()) == chosen
    finally:
        place.write_text(FILES[name], encoding="utf-8") if name in FILES else place.unlink()
    assert Reach(committed).chosen() == []


def test_a_change_behind_a_door_that_does_more_reaches_all_who_enter(committed: Path) -> None:
    door = committed / "house" / "__init__.py"
    door.write_text(FILES["house/__init__.py"] + "OPEN = True\n", encoding="utf-8")
    try:
        assert {"tests/test_door.py", "tests/test_words.py", "tests/test_attic.py"} <= set(Reach(committed).chosen())
    finally:
        door.write_text(FILES["house/__init__.py"], encoding="utf-8")


def test_a_module_that_is_gone_chooses_every_test(committed: Path) -> None:
    (committed / "house" / "cellar.py").unlink()
    try:
        assert Reach(committed).chosen() == EVERY
    finally:
        (committed / "house" / "cellar.py").write_text("", encoding="utf-8")


def test_a_change_is_told_from_an_older_revision_too(committed: Path) -> None:
    (committed / "house" / "door.py").write_text("def opened(): return 3\n", encoding="utf-8")
    git(committed, "commit", "-q", "-a", "-m", "another door")
    assert Reach(committed).chosen() == []
    assert Reach(committed, "HEAD~1").chosen() == [LOOKS_AT_ALL, "tests/test_door.py"]
    git(committed, "reset", "-q", "--hard", "HEAD~1")
