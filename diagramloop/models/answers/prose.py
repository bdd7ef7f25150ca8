"""Answers in words: what stands behind a label, what is marked, what is affirmed, what is denied or only asked."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

AROUND = " \t\r\n\"'`*_.,;:!。、，：；()[]{}<>“”‘’«»|#"
NOTHING = frozenset(
    (
        *(
            "none",
            "null",
            "nothing",
            "n/a",
            "no choice",
            "none of them",
            "none of these",
            "none of the above",
            "no match",
        ),
        *("keine", "keine davon", "keiner", "nichts", "aucun", "aucune", "ninguno", "ninguna", "nessuno", "无", "没有"),
        *("以上都不是", "なし", "~"),
    )
)
"""Words for no choice at all."""
MOST_LABELS = 20  # that are looked behind

FENCE_MARK = re.compile(r"^[^\S\n]*(?:```|~~~)[^\n]*$", re.MULTILINE)
_STRUCK = re.compile(r"~~[^~\n]{0,400}~~")
_EMPHASIS = re.compile(r"\*\*|__|`|</?(?:b|i|em|strong|code|p|br|span|u|pre)\s{0,3}/?>", re.IGNORECASE)
_REMARK = re.compile(r"[^\S\n]{2}(?:#|//)[^\n]*$", re.MULTILINE)  # behind a line, as in code
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{\w{1,20}\*?\}")
_ITEM = re.compile(r"\\item\b[^\S\n]*")
_STYLED = re.compile(r"\\(?:text\w{0,6}|math\w{2,4}|emph)\{([^{}\n]{0,2000})\}")
_BOXED = re.compile(r"\\boxed\{\s*+([^{}\n]{0,2000})\}")
_LATEX_ARROW = re.compile(r"\\(?:long)?(?:right)?arrow\b|\\to\b", re.IGNORECASE)
_DELIMITER = re.compile(r"\\[()\[\]{}]|\$")
_LATEX_DENIAL = re.compile(r"\\(?:neg|lnot)\b")
_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t]+", re.MULTILINE)
MARKED = re.compile(
    r"\*\*([^*\n]{1,400})\*\*|__([^_\n]{1,400})__|`([^`\n]{1,400})`|\"([^\"\n]{1,400})\"|“([^”\n]{1,400})”|"
    r"(?<!\w)'([^'\n]{1,400})'(?!\w)|\\(?:boxed|text)\{([^{}\n]{1,400})\}|«([^»\n]{1,400})»|„([^“”\n]{1,400})[“”]"
)
_LABELS = (
    r"boxed|final|(?:(?:my\s+)?(?:final\s+|correct\s+|best\s+|chosen\s+)?(?:answer|choice|decision|result|conclusion|output|"
    r"selection|response|verdict)|antwort|auswahl|ergebnis|entscheidung|réponse|respuesta|risposta|答案|回答|选择|结论|答え)"
)
_CONCLUSION = re.compile(
    r"(?:^|[.,;:!\n]\s{0,9})(?:so|hence|thus|therefore|in\s+conclusion|consequently|also|daher|folglich)\b[ ,:]|"
    r"因此|所以",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?<!\w)(?:return|print|echo|console\.log)\b[\s(\"']{1,4}([^\n)\"';]+)")
_NEGATION = re.compile(
    r"\b(?:not|no|never|neither|nor|except|without|cannot|exclud\w{0,3}|rul\w{0,3}\s+out|rather\s+than|instead\s+of|wrong|"
    r"incorrect|unlike|reject\w{0,3}|pas|ni|nicht|kein\w{0,2}|weder|statt)\b|n['’]t\b|[不没非]",
    re.IGNORECASE,
)
_ANYTHING_BUT = re.compile(r"\b(?:any|every)thing\s+(?:but|except)\b|\ball\s+but\b", re.IGNORECASE)
_CLAUSES = re.compile(
    r"(?<=[.!?:;。！？；])\s+|[,，；;\n]+|\s(?=(?:but|since|because|rather\s+than|instead\s+of|although|while|whereas|"
    r"sondern|aber|weil|denn)\s)|\s[–—-]\s|[()]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Clause:
    """A part of a sentence.

    Attributes:
        denied: whether it denies something.
        open: whether it is a question, or only supposes.
    """

    text: str
    denied: bool
    open: bool

    @property
    def affirms(self) -> bool:
        """True where what it names is said to be so."""
        return not (self.denied or self.open)


def without_markup(answer: str) -> str:
    """An answer without the marks of Markdown and LaTeX, and without what is struck out, line by line as it was."""
    without = _STRUCK.sub("", FENCE_MARK.sub("", answer))
    return _HEADING.sub("", _EMPHASIS.sub("", _REMARK.sub("", without)))


def without_latex(answer: str) -> str:
    """An answer without the commands of LaTeX that models write; what is in a box is labelled as the answer."""
    if "\\" not in answer and "$" not in answer:
        return answer
    answer = _LATEX_DENIAL.sub("not ", answer)
    plainly = _STYLED.sub(r"\1", _ITEM.sub("- ", _ENVIRONMENT.sub("", answer)))
    arrows = _LATEX_ARROW.sub("->", _BOXED.sub(r"\nBoxed: \1\n", plainly))
    return _DELIMITER.sub(" ", arrows)


def marked(answer: str) -> list[str]:
    """The parts that are set off in an answer: between quotation marks, in bold, as code, in a box."""
    return ["".join(filter(None, match.groups())) for match in MARKED.finditer(_STRUCK.sub("", answer))]


@lru_cache(4096)
def plain(text: str) -> str:
    """A text for comparison: one case, one width, one space, and no marks around it."""
    words = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return _OUTER.sub("", words) or words.strip(AROUND)


_OUTER = re.compile(r"^\W+|\W+$")


def labelled(text: str, name: str) -> list[str]:
    """The words behind ``name`` or a word for an answer, as in ``Way: W1``, ``the answer is W1`` or a heading.

    Returns:
        Of each label what follows it in its line, or in the next one where nothing does, the last one first; labels of
        the name go before others, and those before what is concluded.
    """
    return [rest.split("\n", 1)[0] for rest in behind_labels(text, name)]


def behind_labels(text: str, name: str) -> list[str]:
    """The same up to the end of the text."""
    spoken = re.escape(name).replace("_", r"[\s_-]")
    behind: list[str] = []
    for label in (spoken, _LABELS):
        behind += [text[match.start(1) :] for match in _label_pattern(label).finditer(text)][::-1]
    behind += [match[1] for match in _CODE.finditer(text)]
    concluded = [match.end() for match in _CONCLUSION.finditer(text)]
    return [*behind[:MOST_LABELS], *(text[place:] for place in concluded[-1:])]


def lines_behind_labels(text: str) -> list[str]:
    """The words behind any label of a line, such as ``Next edge: W1``, and lines without one, bullets taken off."""
    lines = [_BULLET.sub("", line, count=1) for line in text.splitlines() if line.strip(AROUND)]
    return [match[1] if (match := _ANY_LABEL.fullmatch(line)) else line for line in lines]


_BULLET = re.compile(r"^[^\S\n]*(?:[-*•+>]|\(?\d{1,3}[.)])[^\S\n]+")
_ANY_LABEL = re.compile(r"\s*[^\W\d][\w ,()]{0,40}?(?:\s?[:=：\t]|\s[–—-](?!>))\s*([^\n]+)")


@lru_cache(64)
def _label_pattern(label: str) -> re.Pattern[str]:
    verb = r"\s+(?:is|are|would\s+be|must\s+be|ist|sind|lautet|est|sont|es|é)\b[^\S\n]{0,9}:?"
    sign = rf"[\"']?[^\S\n]{{0,9}}(?:[:=：]|->|→|\n)|{verb}|[是为は]"
    return re.compile(rf"(?<!\w)[\"']?{label}(?:{sign})\s{{0,9}}([^\n]+)", re.IGNORECASE)


def negated(text: str) -> bool:
    """True if a text denies something: what it names may be what it denies."""
    return _NEGATION.search(text.replace("_", " ")) is not None


def clauses(text: str) -> list[Clause]:
    """The parts of the sentences of a text."""
    plainly = _ANYTHING_BUT.sub("not", text)
    parts = [part.strip() for part in _CLAUSES.split(plainly) if part and part.strip(AROUND)]
    supposed = re.search(r"\bif\b", text, re.IGNORECASE) is not None
    return [Clause(part, negated(part), _is_open(part, supposed)) for part in parts]


def _is_open(clause: str, supposed: bool) -> bool:
    """True for a question or a guess, and for what would be so in a text that supposes something."""
    if clause.endswith(("?", "？")) or _GUESS.search(clause):
        return True
    return supposed and _WOULD.search(clause) is not None


_GUESS = re.compile(r"\b(?:could|might|let\s+me|guess|consider|suppose|undecided)\b", re.IGNORECASE)
_WOULD = re.compile(r"\b(?:would|if)\b", re.IGNORECASE)


def without_introductions(text: str) -> str:
    """A text without the clauses that say on what grounds a sentence speaks: *Based on the message, ...*."""
    return _INTRODUCTION.sub("", text)


_INTRODUCTION = re.compile(
    r"(?:^|(?<=[.!]\s))(?:after|based\s+on|having|looking\s+at|given|upon|as\s+far\s+as|according\s+to|in\s+(?:conclusion|short))\b"
    r"(?:(?!\b(?:not|no|none)\b)[^,.;:\n]){0,200},\s",
    re.IGNORECASE | re.MULTILINE,
)


def spoken(value: object) -> str:
    """A single value as one says it; empty for what is none."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    return str(value).strip() if isinstance(value, str | int | float) else ""


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text; figures with a point are not taken apart."""
    return [part for part in re.split(r"(?<=[.!?。！？])\s+|\n+", text) if part.strip()]
