"""The dialogue loop of ``diagramloop converse``: what is typed, what is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from diagramloop.doors.cli._complaints import describe
from diagramloop.doors.cli._results import write_result
from diagramloop.engines.converse import Act
from diagramloop.engines.converse.walkthrough import Decision, Walkthrough
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.extras import needed
from diagramloop.models.answer_text import sayable

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

_GREETING = "What is the matter? (help shows what else you can type)"
_SAYABLE = """Say how things are or ask back, in your own words; “go back”, “say that again”, “what can I say” and
“stop” are understood, too."""
_LEAVE = "quit leaves; anything else goes on."
_NOTHING_YET = "Nothing has been said yet."
_ARRIVING = (Act.ASK.action, Act.ASSUME.action, Act.BACK.action)
_DOTS = 24  # of progress
_SHOWN = 40  # characters of a node's text in the line of progress

Command = tuple[Callable[[str], None], str]  # what a word does with what stands behind it, and the help's line on it


class TerminalTalk:
    """One dialogue at a terminal, or with a pipe.

    Args:
        walkthrough: to be talked along.
        terminal: whether a person types; else lines are read as they come.
        console: to show it on.
    """

    def __init__(self, walkthrough: Walkthrough, *, terminal: bool, console: Console | None = None) -> None:
        self._walk = walkthrough
        self._console = console or Console(highlight=False, soft_wrap=not terminal)
        self._terminal = terminal
        self._prompt = _prompt(self) if terminal else None
        self._commands: dict[str, Command] = {
            "undo": (self._undo, "take back what you said last"),
            "restart": (self._restart, "begin anew"),
            "where": (self._where, "the way so far, and what can be answered now"),
            "why": (self._why, "how your last message was understood"),
        }
        self._commands |= {
            "faq": (self._faq, "what can be asked"),
            "save": (self._save, "write the dialogue to a file: save talk.md, save talk.json"),
            "help": (self._help, "this list"),
            "quit": (self._quit, "leave; so do Ctrl-D and Ctrl-C"),
        }
        self._left = False

    def run(self) -> None:
        """Talks until the user leaves or the input ends."""
        if self._terminal:
            self._show(self._walk.chart.title or "Flowchart", "bold")
            self._show(_GREETING, "dim")
        for line in self._lines():
            self._take(line.strip())
            if self._left:
                break
        if self._terminal:
            self._show("Good bye.", "dim")

    def save(self, path: Path) -> None:
        """Writes the dialogue: JSON if the file is named so, else Markdown.

        Raises:
            OSError: it cannot be written.
        """
        written = self._walk.as_json() if path.suffix.lower() == ".json" else self._walk.as_markdown()
        write_result(path, printable(written).encode())

    @property
    def commands(self) -> tuple[str, ...]:
        """Words that are commands, with or without a slash before them."""
        return tuple(self._commands)

    @property
    def status(self) -> str:
        """The line of progress."""
        progress = self._walk.progress
        if self._walk.node is None:
            return "not begun"
        trail = " › ".join(_short(self._walk.text(node)) for node in self._walk.path[-3:])
        dots = "●" * progress.step + "○" * (progress.about - progress.step)
        end = "finished" if self._walk.finished else f"step {progress.step} of about {progress.about}"
        return printable(f"{dots[-_DOTS:]} {end} · {'… › ' if len(self._walk.path) > 3 else ''}{trail}")

    @property
    def ways(self) -> tuple[str, ...]:
        """Answers to offer."""
        return tuple(filter(None, self._walk.ways))

    def _lines(self) -> Iterator[str]:
        while True:
            try:
                yield self._prompt.prompt() if self._prompt else input()
            except (EOFError, KeyboardInterrupt):
                return
            except UnicodeDecodeError as error:
                raise DiagramloopError("standard input is not UTF-8 text", reason=RejectionReason.UNREADABLE) from error

    def _take(self, line: str) -> None:
        word, _, rest = line.removeprefix("/").partition(" ")
        known = self._commands.get(word.lower())
        takes_more = word.lower() == "save"
        if known is not None and (not rest or takes_more):
            known[0](rest.strip())
        elif line.startswith("/"):
            self._show(f"There is no command {line}; type help.", "yellow")
        elif line:
            self._say(line)

    def _say(self, line: str) -> None:
        try:
            turn = self._walk.say(line)
        except ModelError as error:
            self._show(f"The language model gave no answer, nothing has changed ({describe(error)}). Try again.", "red")
            return
        self._show(
            turn.text, "bold green" if self._walk.finished else "bold cyan" if turn.action in _ARRIVING else "cyan"
        )
        if self._terminal and turn.action == Act.STOP.action:
            self._show(_LEAVE, "dim")
        if self._terminal and self._walk.finished:
            self._show("That is the end of the chart. undo goes a step back, restart begins anew.", "dim")

    def _undo(self, _rest: str) -> None:
        if not self._walk.undo():
            self._show("There is nothing to take back.", "yellow")
            return
        self._show("Taken back.", "dim")
        self._repeat()

    def _restart(self, _rest: str) -> None:
        self._walk.restart()
        self._show(f"From the beginning. {_GREETING}", "dim")

    def _repeat(self) -> None:
        """Say again the agent's last words, after a step back."""
        utterances = [turn.text for turn in self._walk.turns if turn.speaker == "agent"]
        self._show(utterances[-1] if utterances else _GREETING, "cyan")

    def _where(self, _rest: str) -> None:
        if self._walk.node is None:
            self._show(_NOTHING_YET, "yellow")
            return
        self._show(self.status, "dim")
        for number, node in enumerate(self._walk.path, start=1):
            here = node == self._walk.node and number == len(self._walk.path)
            self._show(f"{number}. {self._walk.text(node)}", "bold" if here else "")
        if self.ways:
            self._show(f"Answers: {' / '.join(self.ways)}", "dim")

    def _why(self, _rest: str) -> None:
        if not self._walk.turns:
            self._show(_NOTHING_YET, "yellow")
        elif not self._walk.explains:
            self._show("This agent does not say how it understood your message.", "dim")
        elif not self._walk.decisions:
            self._show("Your last message was taken for a question or for talk, not for an answer.", "dim")
        for decision in self._walk.decisions:
            self._show(self._reason(decision), "dim")

    def _reason(self, decision: Decision) -> str:
        place = f"At “{_short(self._walk.text(decision.node))}”"
        if decision.edge is None:
            return f"{place} your message decided nothing."
        meant = f"“{decision.edge}”" if decision.edge else "that it is done"
        return f"{place} your message was taken to mean {meant} (confidence {decision.confidence:.0%})."

    def _faq(self, _rest: str) -> None:
        if not self._walk.faqs:
            self._show("There is no knowledge beside this chart; --faqs FILE gives some.", "yellow")
        for faq in self._walk.faqs:
            self._show(f"• {faq.question}", "")

    def _save(self, rest: str) -> None:
        if not rest:
            self._show("Where to? Type save and a file's name.", "yellow")
            return
        try:
            self.save(Path(rest).expanduser())
            self._show(f"Written to {rest}.", "dim")
        except (OSError, DiagramloopError) as error:
            self._show(f"Not written: {describe(error)}", "red")

    def _help(self, _rest: str) -> None:
        table = Table(show_header=False, box=None, pad_edge=False)
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
        for name, (_, meaning) in self._commands.items():
            table.add_row(name, meaning)
        self._console.print(_SAYABLE, markup=False)
        if self.ways:
            self._show(f"What can be answered now: {' / '.join(self.ways)}", "")
        self._console.print("Or type:", markup=False)
        self._console.print(table)

    def _quit(self, _rest: str) -> None:
        self._left = True

    def _show(self, text: str, style: str) -> None:
        shown = Text(printable(text), style=style)
        self._console.print(Padding(shown, (0, 0, 0, 2)) if self._terminal else shown)


def printable(text: str) -> str:
    """``text`` without control characters: what a chart or a model says must not drive the terminal."""
    return sayable(text)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1].rstrip() + "…"


def _prompt(talk: TerminalTalk) -> PromptSession[str]:
    """A line editor with history, completion of commands and answers, and progress below.

    Raises:
        DiagramloopError: prompt_toolkit is not installed.
    """
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import DynamicCompleter, WordCompleter
    except ImportError as error:
        raise needed("talking in a terminal", "prompt_toolkit") from error

    offered = DynamicCompleter(lambda: WordCompleter([*talk.ways, *talk.commands], ignore_case=True, sentence=True))
    return PromptSession("› ", completer=offered, bottom_toolbar=lambda: talk.status, complete_while_typing=False)
