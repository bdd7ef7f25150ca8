"""PlantUML activity text to its tree of statements, by recursive descent over statements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from diagramloop.errors import FormatError
from diagramloop.graph import _elements
from diagramloop.graph._limits import MAX_DEPTH, MAX_NODES, check_count
from diagramloop.graph.plantuml import program as p
from diagramloop.graph.plantuml._creole import shown
from diagramloop.graph.plantuml._lines import Block, ProgramLine, blocks, statements

_WORDS = re.compile(r"\s*([a-z][a-z ]*[a-z]|)\s*", re.IGNORECASE)
_JOIN_MARK = re.compile(r"\{[^{}]*\}$")  # ``end fork {and}``
_ARROW = re.compile(r"<?-+(?:\[(?P<style>[^\]]*)\]-*)?>?(?P<label>[^>].*|);?", re.DOTALL)
_LANE = re.compile(r"\|(?:#[^|]*\|)?(?P<name>[^|]+)\|(?P<title>[^|]*)")
_JUMP = re.compile(r"(?P<word>label|goto)\s+(?P<name>\w+)", re.IGNORECASE)
_FRAME = re.compile(
    r"(?P<word>partition|package|rectangle|card|group)\b\s*+(?:#[\w/|-]++\s*+)?"
    r'(?:"(?P<quoted>.*)"\s*+|(?P<title>[^"{#<]*+))(?:<<[^<>]*+>>\s*+)?(?:#[^\s{]++\s*+)?(?P<brace>\{?)',
    re.IGNORECASE,
)
_CONNECTOR = re.compile(r"\((?P<name>\w)\)")
_LINES: dict[str, _elements.Line] = {"dashed": "dotted", "dotted": "dotted", "bold": "thick", "hidden": "invisible"}


@dataclass(frozen=True)
class _Control:
    """A statement that opens, continues or closes a block: ``if (a) then (b)``.

    Attributes:
        word: the first keyword, its parts run together: ``elseif``, ``repeatwhile``, ``endfork``.
        arguments: what stands in brackets behind each keyword, by keyword; empty where nothing does.
        before: what stands in brackets before the first keyword.
        text: the action behind ``repeat`` and ``backward``, the title behind ``partition`` and its like.
    """

    number: int
    word: str
    arguments: dict[str, str] = field(default_factory=dict)
    before: str = ""
    text: str = ""

    def argument(self, *words: str) -> str:
        """Return the text behind the first of ``words`` that has something."""
        return next((self.arguments[word] for word in words if self.arguments.get(word)), "")


def parse(text: str) -> p.Program:
    """The statements of a text's first diagram, as :func:`parse_block`."""
    return parse_block(blocks(text)[0])


def parse_block(block: Block) -> p.Program:
    """The statements of an activity diagram.

    Blocks that are still open at the end of the text are closed there, as a missing ``@enduml`` is.

    Raises:
        FormatError: as :func:`diagramloop.graph.plantuml._lines.statements`; SYNTAX with the line for what is no
            statement of the subset or closes nothing; TOO_LARGE beyond the caps on nesting and statements.
    """
    reader = _Reader(statements(block))
    body, _ = reader.block()
    return p.Program(body, reader.title)


class _Reader:
    def __init__(self, lines: Iterator[ProgramLine]) -> None:
        self._lines = lines
        self._depth = 0
        self._statements = 0
        self.title = ""

    def block(self, *closers: str) -> tuple[p.Body, _Control | None]:
        """Statements up to one whose keyword is in ``closers``, and that one; None at the end of the text."""
        body: list[p.Statement] = []
        with self._deeper():
            for line in self._lines:
                self._statements += 1
                check_count("statements", self._statements, MAX_NODES)
                if line.title is not None:
                    self.title = shown(line.title)
                    continue
                statement = _simple(line) or _control(line)
                if not isinstance(statement, _Control):
                    body.append(statement)
                elif statement.word in _OPENERS:
                    body.append(_OPENERS[statement.word](self, statement))
                elif statement.word in closers:
                    return tuple(body), statement
                else:
                    raise FormatError(f"{statement.word[:20]!r} is out of place", line=line.number, column=1)
        return tuple(body), None

    def choice(self, control: _Control) -> p.Choice:
        """``if`` or ``elseif`` to its ``endif``."""
        body, closer = self.block("elseif", "else", "endif")
        other = p.Branch("", ())
        if closer is not None and closer.word == "elseif":
            with self._deeper():
                other = p.Branch(closer.before, (self.choice(closer),))
        elif closer is not None and closer.word == "else":
            other = p.Branch(closer.argument("else"), self.block("endif")[0])
        branch = p.Branch(control.argument("then", "is", "equals", "equal"), body)
        return p.Choice(control.argument("if", "elseif"), (branch, other))

    def switch(self, control: _Control) -> p.Choice:
        """``switch`` to its ``endswitch``."""
        before, closer = self.block("case", "endswitch")
        if before:
            raise FormatError("a statement before the first case", line=control.number, column=1)
        branches = []
        while closer is not None and closer.word == "case":
            label = closer.argument("case")
            body, closer = self.block("case", "endswitch")
            branches.append(p.Branch(label, body))
        return p.Choice(control.argument("switch"), tuple(branches))

    def while_loop(self, control: _Control) -> p.While:
        """``while`` to its ``endwhile``."""
        body, backward, closer = self._loop_body("endwhile")
        exit_label = closer.argument("endwhile") if closer else ""
        return p.While(control.argument("while"), control.argument("is"), body, exit_label, backward)

    def repeat_loop(self, control: _Control) -> p.Repeat:
        """``repeat`` to its ``repeat while``."""
        body, backward, closer = self._loop_body("repeatwhile")
        first = (_action(control.text),) if control.text else ()
        test, label, exit_label = (closer.argument(word) if closer else "" for word in ("repeatwhile", "is", "not"))
        return p.Repeat((*first, *body), test, label, exit_label, backward)

    def parallel(self, control: _Control) -> p.Parallel:
        """``fork`` or ``split`` to its end."""
        word, bodies = control.word, []
        closer: _Control | None = control
        while closer is not None and closer.word in (word, f"{word}again"):
            body, closer = self.block(f"{word}again", f"end{word}", "endmerge")
            bodies.append(body)
        return p.Parallel("fork" if word == "fork" else "split", tuple(bodies))

    def frame(self, control: _Control) -> p.Frame:
        """``partition`` and its like to the end of the frame."""
        closer = "}" if control.argument("{") else f"end{control.word}"
        return p.Frame(control.text, self.block(closer)[0])

    def _loop_body(self, closing: str) -> tuple[p.Body, str, _Control | None]:
        body, closer = self.block(closing, "backward")
        if closer is None or closer.word == closing:
            return body, "", closer
        rest, last = self.block(closing)
        return (*body, *rest), _action(closer.text).text, last

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        self._depth += 1
        check_count("nested blocks", self._depth, MAX_DEPTH)
        yield
        self._depth -= 1


_OPENERS: dict[str, Callable[[_Reader, _Control], p.Statement]] = {
    "if": _Reader.choice,
    "switch": _Reader.switch,
    "while": _Reader.while_loop,
    "repeat": _Reader.repeat_loop,
    "fork": _Reader.parallel,
    "split": _Reader.parallel,
    **dict.fromkeys(("partition", "package", "rectangle", "card", "group"), _Reader.frame),
}
_WORDS_ALONE: dict[str, p.Statement] = {
    "start": p.Start(),
    "stop": p.Stop("stop"),
    "end": p.Stop("end"),
    "detach": p.Detach(),
    "kill": p.Detach(),
    "break": p.Break(),
}


def _simple(line: ProgramLine) -> p.Statement | None:
    """A statement that holds no others, or None."""
    if line.note is not None:
        return p.Remark(shown(line.note))
    if line.lead:
        return None
    if line.text.startswith(":"):
        return _action(line.text)
    if line.text.startswith(("-", "<-")) and (arrow := _ARROW.fullmatch(line.text)):
        return _arrow(arrow)
    if lane := _LANE.fullmatch(line.text):
        return p.Lane(shown(lane["title"]) or shown(lane["name"]))
    if connector := _CONNECTOR.fullmatch(line.text):
        return p.Connector(connector["name"])
    if jump := _JUMP.fullmatch(line.text):
        return p.Label(jump["name"]) if jump["word"].lower() == "label" else p.Goto(jump["name"])
    return _WORDS_ALONE.get(line.text.rstrip("; ").lower())


def _arrow(arrow: re.Match[str]) -> p.Arrow:
    styles = (arrow["style"] or "").lower().split(",")
    drawn: _elements.Line = next((_LINES[style] for style in styles if style in _LINES), "solid")
    return p.Arrow(shown(arrow["label"].removesuffix(";")), drawn)


def _action(text: str) -> p.Action:
    return p.Action(shown(text[1:-1]), text[-1])


def _control(line: ProgramLine) -> _Control:
    """A statement of keywords with arguments in brackets.

    Raises:
        FormatError: SYNTAX.
    """
    if line.lead:
        return _Control(line.number, line.lead, text=line.text)
    if line.text == "}":
        return _Control(line.number, "}")
    if frame := _FRAME.fullmatch(line.text):
        title = shown(frame["title"] if frame["quoted"] is None else frame["quoted"])
        return _Control(line.number, frame["word"].lower(), {"{": frame["brace"]}, text=title)
    parts = list(_parts(line))
    before = parts.pop(0)[1] if parts and not parts[0][0] else ""
    if not parts:
        raise FormatError(f"no statement: {line.text[:40]!r}", line=line.number, column=1)
    return _Control(line.number, parts[0][0], dict(reversed(parts)), before)


def _parts(line: ProgramLine) -> Iterator[tuple[str, str]]:
    """Keywords with the text in brackets behind each."""
    text = _JOIN_MARK.sub("", line.text.rstrip("; ")).rstrip()
    position = 0
    while position < len(text):
        word = _WORDS.match(text, position)
        assert word is not None
        end = _closing_bracket(text, word.end())
        if end == position:
            raise FormatError(
                f"no statement: {text[position : position + 40]!r}", line=line.number, column=position + 1
            )
        yield word[1].lower().replace(" ", ""), shown(text[word.end() + 1 : end - 1])
        position = end


def _closing_bracket(text: str, start: int) -> int:
    """Position after the bracket that opens at ``start``; ``start`` itself if none opens or closes."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place + 1 if text[start] == "(" else start
    return start
