"""The identity of code: a comment changes nothing, what decides a result changes all that stands on it."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.machinery.code_facts import facts_of
from assets.machinery.identity import CodeIdentity

ROOT = Path(__file__).parents[3]
FILES = {
    "app/__init__.py": '"""All of it, lazily."""\nNAMES = {"run": "app.main:run"}\n',
    "app/main.py": "from app.tools import hammer\nfrom app.types import Nail\n\n\ndef run():\n"
    "    return hammer(Nail())\n",
    "app/tools/__init__.py": "from app.tools.hand import hammer\nfrom app.tools.power import drill\n\n"
    '__all__ = ["drill", "hammer"]\n',
    "app/tools/hand.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
    "    from app.tools.power import drill\n\n\n"
    'def hammer(nail):\n    """Hits it."""\n    return nail\n',
    "app/tools/power.py": "import json\n\n\ndef drill():\n    return json\n",
    "app/types.py": "class Nail:\n    pass\n",
    "app/named.py": 'SYSTEMS = {"a": "app.tools.power:drill"}\nHELPER = "helper.py"\n',
    "app/helper.py": "x = 1\n",
    "app/put_together.py": "import importlib\n\n\ndef made(kind):\n"
    '    return importlib.import_module(f"app.kinds._{kind}")\n',
    "app/kinds/_one.py": "one = 1\n",
    "app/kinds/_two.py": "two = 2\n",
    "app/kinds/words/list.txt": "a\n",
    "app/kinds/weights.npz": "0101",
    "mine.py": "import beside\n",
    "beside.py": "y = 2\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def closure(root: Path, name: str) -> set[str]:
    return set(CodeIdentity(root).closure([name]))


def test_who_goes_through_a_door_stands_on_where_the_name_comes_from(root: Path) -> None:
    assert closure(root, "app.main") == {"app/__init__.py", "app/main.py", "app/tools/hand.py", "app/types.py"}
    assert closure(root, "app.tools:drill") == {"app/__init__.py", "app/tools/power.py"}
    assert closure(root, "app.tools") >= {"app/tools/__init__.py", "app/tools/hand.py", "app/tools/power.py"}


def test_names_in_strings_count(root: Path) -> None:
    assert closure(root, "app.named") >= {"app/tools/power.py", "app/helper.py"}
    assert closure(root, "app.put_together") >= {"app/kinds/_one.py", "app/kinds/_two.py"}
    assert closure(root, "mine:Parser") == {"mine.py", "beside.py"}
    assert closure(root, "nowhere.at:all") == set()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("app/types.py", '"""Types."""\n\n# of nails\nclass Nail:\n    """A nail."""\n\n    pass\n'),
        ("app/types.py", "class Nail:\n    pass\n\n    def _repr_html_(self):\n        return 'app.named:SYSTEMS'\n"),
        ("app/tools/hand.py", "def hammer(\n    nail,\n):\n    return (nail)\n"),
        ("app/tools/power.py", "def drill():\n    return None\n"),  # nobody here uses it
        ("app/kinds/words/list.txt", "b\n"),
    ],
)
def test_what_decides_nothing_changes_nothing(root: Path, name: str, text: str) -> None:
    (root / "app/tools/hand.py").write_text("def hammer(nail):\n    return nail\n")
    before = CodeIdentity(root).of(["app.main"])
    (root / name).write_text(text)
    assert CodeIdentity(root).of(["app.main"]) == before


@pytest.mark.parametrize(
    ("name", "text", "of"),
    [
        ("app/types.py", "class Nail:\n    size = 2\n", "app.main"),
        ("app/tools/hand.py", "def hammer(nail):\n    return None\n", "app.main"),
        ("app/tools/__init__.py", "from app.tools.power import drill as hammer\n", "app.main"),
        ("app/kinds/words/list.txt", "b\n", "app.put_together"),
        ("app/kinds/weights.npz", "0111", "app.put_together"),
        ("beside.py", "y = 3\n", "mine"),
    ],
)
def test_what_decides_something_changes_all_that_stands_on_it(root: Path, name: str, text: str, of: str) -> None:
    before = CodeIdentity(root).of([of])
    (root / name).write_text(text)
    assert CodeIdentity(root).of([of]) != before


def test_an_input_that_lies_in_a_package_is_no_part_of_its_code(root: Path) -> None:
    """The control is a folder of data beside it."""
    (root / "diagramloop" / "corpus" / "charts").mkdir(parents=True)
    (root / "diagramloop" / "fonts").mkdir()
    (root / "diagramloop" / "main.py").write_text("x = 1\n")
    seen = []
    for name in ("corpus/README.md", "corpus/charts/a.mmd", "fonts/a.ttf"):
        (root / "diagramloop" / name).write_text("a")
        seen.append(CodeIdentity(root).of(["diagramloop.main"]))
    assert seen[0] == seen[1] != seen[2]


def test_what_is_kept_between_processes_is_not_believed_when_a_file_has_changed(root: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    before = CodeIdentity(root, kept).of(["app.main"])
    assert CodeIdentity(root, kept).of(["app.main"]) == before
    (root / "app/types.py").write_text("class Nail:\n    size = 22\n")
    assert CodeIdentity(root, kept).of(["app.main"]) == CodeIdentity(root).of(["app.main"]) != before
    kept.write_text("{cut")
    assert CodeIdentity(root, kept).of(["app.main"]) != before


def test_facts_of_modules_and_data_are_read_once_in_a_run_and_never_again_after_it(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    real = Path.open
    monkeypatch.setattr(Path, "open", lambda self, *args, **kw: (read.append(self.name), real(self, *args, **kw))[1])
    identity = CodeIdentity(root, tmp_path / "kept.json")
    closure = identity.closure(["app.put_together"])
    first = [name for name in read if name != "kept.json"]
    assert identity.of(["app.put_together"]) == CodeIdentity(root).of(["app.put_together"])
    read.clear()
    assert identity.of(["app.put_together"]) == CodeIdentity(root, tmp_path / "kept.json").of(["app.put_together"])
    assert CodeIdentity(root, tmp_path / "kept.json").closure(["app.put_together"]) == closure
    assert first
    assert set(read) == {"kept.json"}


def test_facts_that_another_reader_kept_are_not_believed(root: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    expected = CodeIdentity(root, kept).of(["app.main"])
    (facts,) = json.loads(kept.read_text()).values()
    kept.write_text(json.dumps({"another": {name: {**fact, "digest": ""} for name, fact in facts.items()}}))
    assert CodeIdentity(root, kept).of(["app.main"]) == expected


@given(st.sampled_from(sorted((ROOT / "diagramloop").rglob("*.py"))))
def test_comments_and_layout_of_any_module_decide_nothing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    name = path.relative_to(ROOT).as_posix()
    plain = facts_of(ast.unparse(ast.parse(text)), name)
    assert plain == facts_of(text, name)
    assert facts_of(text + "\nDECIDES = 1\n", name).digest != plain.digest
