"""Words of material: labels, names, sentences of the standard library's documentation, and lines of its code."""

from __future__ import annotations

import ast
import html
import random
import sysconfig
from functools import cache
from pathlib import Path

VERBS = [
    "open",
    "check",
    "send",
    "read",
    "update",
    "fill",
    "wait",
    "compare",
    "store",
    "clean",
    "choose",
    "return",
    "start",
    "load",
    "parse",
    "merge",
    "build",
]
NOUNS = [
    "order",
    "file",
    "account",
    "service",
    "user",
    "queue",
    "message",
    "report",
    "index",
    "token",
    "cache",
    "server",
    "table",
    "event",
    "model",
    "claim",
]
PARTS = [
    "gateway",
    "frontend",
    "backend",
    "database",
    "broker",
    "worker",
    "scheduler",
    "storage",
    "monitor",
    "proxy",
    "client",
    "registry",
    "bus",
]
LETTERS = {  # ranges of letters that DejaVu has, beside those of English
    "Cyrillic": "абвгдежзийклмнопрстуфхцчшщыьэюя",
    "Greek": "αβγδεζηθικλμνξοπρστυφχψω",
    "Arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "Hebrew": "אבגדהוזחטיכלמנסעפצקרשת",
}


class Words:
    """Words by a seed; one page in six is in letters of another script."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._letters = rng.choice(list(LETTERS.values())) if rng.random() < 1 / 6 else ""

    def word(self) -> str:
        if self._letters:
            return "".join(self.rng.choices(self._letters, k=self.rng.randint(2, 9)))
        return self.rng.choice(self.rng.choice((VERBS, NOUNS, PARTS)))

    def label(self, most: int = 3) -> str:
        """One to ``most`` words, as they name a step, a part or a field."""
        words = [self.word() for _ in range(self.rng.randint(1, most))]
        style = self.rng.randrange(4)
        text = " ".join(words)
        return [text, text.title(), text.capitalize(), "".join(word.capitalize() for word in words)][style]

    def number(self) -> str:
        value = self.rng.uniform(0, 10 ** self.rng.randint(1, 5))
        return self.rng.choice((f"{value:.0f}", f"{value:.1f}", f"{value:,.2f}", f"{value / 1000:.1f} %"))

    def sentence(self) -> str:
        if self._letters:
            return " ".join(self.word() for _ in range(self.rng.randint(5, 16))) + "."
        return self.rng.choice(sentences())

    def paragraph(self, most: int = 6) -> str:
        return " ".join(self.sentence() for _ in range(self.rng.randint(1, most)))

    @property
    def right_to_left(self) -> bool:
        return self._letters in (LETTERS["Arabic"], LETTERS["Hebrew"])


@cache
def sources() -> tuple[str, ...]:
    """Modules of the standard library (PSF licence), as text."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    return tuple(path.read_text(encoding="utf-8", errors="replace") for path in sorted(folder.glob("*.py")))


@cache
def sentences() -> tuple[str, ...]:
    texts = [ast.get_docstring(node) or "" for source in sources() for node in _documented(source)]
    parts = (" ".join(part.split()) for text in texts for part in text.split(". "))
    return tuple(html.escape(part).rstrip(".") + "." for part in parts if 30 < len(part) < 220 and part[0].isalpha())


def _documented(source: str) -> list[ast.AST]:
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return []
    return [node for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))]


def listing(rng: random.Random, most: int = 40) -> str:
    """Some lines of code that follow one another."""
    lines = rng.choice([source for source in sources() if len(source) > 4000]).splitlines()
    count = rng.randint(3, most)
    begin = rng.randrange(max(1, len(lines) - count))
    return "\n".join(line[:100] for line in lines[begin : begin + count])
