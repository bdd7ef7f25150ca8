"""Predictions of other people: a graph in any notation, and records of harnesses that hold an id and an answer.

Records are those of scripts (``prediction``, ``output``, ``response``, ``completion``, ``text``), of lm-eval's samples
(``resps``), of logs of Inspect and of OpenAI's batches (``choices``): JSON, JSON lines, or CSV with a head.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from diagramloop.errors import Cause, DiagramloopError, FormatError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.account import Shown, explained_in
from diagramloop.graph.formats import JSON, TRIPLES, format_named, read_all
from diagramloop.models.answers import AnswerCounts, Reading, UnreadError, hear
from diagramloop.models.answers.account import enter
from diagramloop.models.answers.graphs import Graph, GraphAnswer
from diagramloop.models.chat import Reply

ROLE = "prediction"
MAX_DEPTH = 10  # of fields within fields: that of OpenAI's batches is 6

_IDS = ("id", "custom_id")
_FIELDS = (
    *("prediction", "output", "response", "completion", "filtered_resps", "resps"),
    *("generated_text", "body", "choices", "message", "content", "text"),
)
_OF_SEVERAL = frozenset(("filtered_resps", "resps", "choices", "content"))  # lists: the first is the answer
_ENDS = (frozenset(("source", "target")), frozenset(("from", "to")))  # of the links of a graph

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Predicted:
    """The graph of a prediction; the empty one where there is none that can be read.

    Attributes:
        lines: its text, where it is in triples.
        repairs: what was passed over or mended to read it.
        unread: why it could not be read; else empty.
        account: what of its file is not in the graph, in a line; else empty.
    """

    graph: FlowGraph = field(default_factory=FlowGraph)
    lines: str = ""
    repairs: tuple[str, ...] = ()
    unread: str = ""
    account: str = ""


@dataclass(frozen=True)
class GraphReading(Reading[GraphAnswer]):
    """A prediction as it was read.

    Attributes:
        account: what of the document is not in the graph, in a line; its repairs name the kinds of it.
    """

    account: str = ""

    @property
    def predicted(self) -> Predicted:
        """The prediction."""
        lines = self.value.text if self.value.notation == TRIPLES.name else ""
        return Predicted(self.value.graph, lines, self.repairs, account=self.account)


def read_or_nothing(reader: Callable[[], Predicted]) -> Predicted:
    """The prediction that ``reader`` reads, or why it is unread, and so counts as nothing.

    Raises:
        DiagramloopError: the world lacks something, as a file: that is no fault of the prediction.
    """
    try:
        return reader()
    except DiagramloopError as error:
        if error.reason.cause is Cause.ITEM:
            return Predicted(unread=str(error))
        raise


def graph_predicted(content: Any, notation: str = "", page: str | None = None) -> GraphReading:
    """The graph of a prediction, and what was repaired to read it; counted as an answer of :data:`ROLE`.

    What of a document is in no graph counts as repaired, too.

    Args:
        content: a document, or a value of JSON.
        notation: the format that a document is said to be in, whose own reader goes first; empty where it may be any.
        page: of a document in that format with several charts; None for the main one.

    Raises:
        DiagramloopError: there is none, as the reader of ``notation`` says it, or UNREADABLE.
    """
    is_document = isinstance(content, str | bytes)
    document, name = (content, notation) if is_document else (json.dumps(content), JSON.name)
    if name == TRIPLES.name and (wrapped := _wrapped(document)) is not None:
        enter(ROLE, AnswerCounts(asked=1, read=1, repaired=1, decides=1))
        return wrapped
    refusal: DiagramloopError | None = None
    if name:
        try:
            reading = _in_format(document, name, page)
        except DiagramloopError as error:
            refusal = error
        else:
            enter(ROLE, AnswerCounts(asked=1, read=1, repaired=int(bool(reading.repairs)), decides=1))
            return reading
    if isinstance(document, bytes):
        raise refusal or DiagramloopError("bytes in no format", reason=RejectionReason.UNREADABLE)
    heard = hear(Reply(document), ROLE, (), Graph(name))
    if heard.unread and refusal is not None:
        raise refusal
    return GraphReading(heard.needed(), heard.repairs)


def _in_format(document: str | bytes, name: str, page: str | None) -> GraphReading:
    shown = Shown.of(read_all(document, name), page)
    text = document if isinstance(document, str) else ""
    answer = GraphAnswer(shown.only.graph, text, format_named(name).name)
    return GraphReading(answer, repairs_of(shown), shown.account.loss)


def repairs_of(shown: Shown) -> tuple[str, ...]:
    """The repairs that were needed to read a document: what was mended, and the kinds of what was left out."""
    account = shown.account
    return (*account.repaired, *(f"{kind} left out" for kind in explained_in(account.left_out)))


def text_predicted(path: Path) -> str:
    """The text of a file of predictions.

    Raises:
        DiagramloopError: there is no such file (MISSING), or it is no UTF-8 (UNREADABLE).
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DiagramloopError(f"{path}: {error.strerror}", reason=RejectionReason.MISSING) from error
    except UnicodeDecodeError as error:
        raise DiagramloopError(f"{path} is not UTF-8 text", reason=RejectionReason.UNREADABLE) from error


def document_predicted(path: Path, notation: str) -> str | bytes:
    """The content of a file of a prediction: bytes where ``notation`` is binary; raises as :func:`text_predicted`."""
    if not notation or not format_named(notation).binary:
        return text_predicted(path)
    try:
        return path.read_bytes()
    except OSError as error:
        raise DiagramloopError(f"{path}: {error.strerror}", reason=RejectionReason.MISSING) from error


def _wrapped(document: str) -> GraphReading | None:
    """Triples with something around, or another notation, whose every line the reader of triples takes for one."""
    try:
        reading = Graph(TRIPLES.name).read(document)
    except UnreadError:
        return None
    return GraphReading(reading.value, reading.repairs) if reading.repairs else None


def unread_in_words(unread: Mapping[str, str], predictions: int) -> str:
    """The unread predictions in a line, the first with why it is; empty where there is none.

    Args:
        unread: by name, why.
        predictions: how many there are.
    """
    if not unread:
        return ""
    name, why = next(iter(unread.items()))
    others = f", and {len(unread) - 1} more" if len(unread) > 1 else ""
    return f"unread, and counted as nothing: {len(unread)} of {predictions}: {name} ({why}){others}"


def repairs_in_words(repairs: Sequence[Iterable[str]]) -> str:
    """The repairs of several predictions in a line, ``repaired: fence 12, prose 3 of 50``; empty where none was."""
    counts = Counter(repair for of_one in repairs for repair in set(of_one))
    each = ", ".join(f"{repair} {count}" for repair, count in sorted(counts.items()))
    return f"repaired: {each} of {len(repairs)}" if each else ""


def answer_in(record: Any) -> Any:
    """The answer that a record holds, a text if it can be; the record itself where it has no field of one.

    Of several samples for one item the first is the answer; a field without a value is an empty text, which is unread.
    """
    value = record
    for _ in range(MAX_DEPTH):
        name = next((name for name in _FIELDS if name in value), "") if isinstance(value, Mapping) else ""
        if not name:
            break
        value = value[name]
        for _ in range(MAX_DEPTH):
            if name not in _OF_SEVERAL or not isinstance(value, list) or not value:
                break
            value = next((part for part in value if _is_text(part)), value[0])
    return "" if value is None else value


def _is_text(part: object) -> bool:
    """True of a part of a message that is said aloud: others are reasoning, or pictures."""
    return isinstance(part, Mapping) and part.get("type") == "text"


def id_of(record: Record) -> str | None:
    """The item that a record answers: its own id, else that of lm-eval's ``doc``, else ``doc_id``; None without."""
    inner = record.get("doc")
    for place in (record, inner if isinstance(inner, Mapping) else {}):
        for name in _IDS:
            if isinstance(place.get(name), str | int):
                return str(place[name])
    place_in_set = record.get("doc_id")
    return str(place_in_set) if isinstance(place_in_set, str | int) else None


def is_of_records(text: str) -> bool:
    """True of a file whose first record holds an answer; a graph in JSON is none."""
    try:
        _, first = next(records(text))
    except (StopIteration, FormatError):
        return False
    return answer_in(first) is not first and not any(ends <= first.keys() for ends in _ENDS)


def records(text: str) -> Iterator[tuple[int, Record]]:
    """The records of a file, each with its line, or its place in a list.

    Raises:
        FormatError: a line is no JSON object, or a list has something else in it.
    """
    whole = _json_value(text)
    values: Iterator[tuple[int, Any]]
    if isinstance(whole, Mapping):
        samples = whole.get("samples")
        values = enumerate(samples if isinstance(samples, list) else [whole], start=1)
    elif isinstance(whole, list):
        values = enumerate(whole, start=1)
    else:
        values = _rows(text) if _has_head(text) else _lines(text)
    for number, value in values:
        if not isinstance(value, Mapping):
            raise FormatError("no JSON object with an id", line=number, column=1)
        yield number, value


def _json_value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _lines(text: str) -> Iterator[tuple[int, Any]]:
    """The values of JSON lines; not those of ``splitlines``, as strings may hold other ends of lines."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, _json_value(line)


def _has_head(text: str) -> bool:
    """True of CSV whose first line names a column of ids, and one of answers."""
    head = {name.strip().strip('"') for name in text.split("\n", 1)[0].split(",")}
    return bool(head.intersection((*_IDS, "doc_id")) and head.intersection((*_FIELDS, "answer", "nodes")))


def _rows(text: str) -> Iterator[tuple[int, Any]]:
    reader = csv.DictReader(io.StringIO(text, newline=""), skipinitialspace=True)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise FormatError(f"no CSV: {error}", line=reader.line_num, column=1) from error
