"""The published evaluator on fresh random answers, held against an oracle written apart from the library."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from assets._extractions import answer_cell, answer_of, row_of
from diagramloop.data.sources import Document, Paged
from diagramloop.engines.extract import Extraction
from diagramloop.evaluation.extraction import ExtractionItem
from diagramloop.graph import EdgeKind, NodeKind
from diagramloop.graph.triples import read_triples
from diagramloop.scores.counts import Counts
from diagramloop.scores.paged_official import PagedOfficial, official_of_texts, told
from tests.diagramloop.scores.published_paged import counted, lines_of
from tests.diagramloop.scores.test_paged_official import FLOWS
from tests.diagramloop.scores.test_paged_official import TYPES as TYPE_OF

pytest.importorskip("spacy")
pytest.importorskip("nltk")

SEEDS = range(20)
KINDS: dict[str, NodeKind | EdgeKind] = {**TYPE_OF, **FLOWS}
TYPES, HARD_FLOWS = tuple(TYPE_OF), ("SequenceFlow", "Association")
MEASURES = ("hard_node", "soft_node", "hard_actor", "soft_actor", "hard_edge", "soft_edge")
VERBS, THINGS = ("check", "pay", "send", "file", "don't open"), ("the order", "a bill", "e-mail (new)", "it", "goods")
ACTORS = ("the clerk", "Customer Service", "it's owner", "")
MALFORMED = ("DataObject(list", "DataObject()", "TextAnnotation(", "TextAnnotation()", "DataObject list)", ")", "")


def step(random: random.Random) -> str:
    return f"{random.choice(VERBS)} {random.choice(THINGS)}"


def end(random: random.Random) -> str:
    gate = random.choice(("XOR", "OR", "AND", "xor", "and", "or"))
    number, text = random.choice(("", "1", "2")), random.choice(("", f" ({step(random)}?)"))
    return random.choice(
        (
            *(step(random) for _ in range(6)),
            *("Start", "End", f"Start({step(random)})", "starting point", "Ending"),
            *(
                f"{gate}{number}{text}",
                f"XOR{number}",
                f"DataObject({step(random)})",
                f"TextAnnotation({step(random)})",
            ),
            random.choice(MALFORMED),
        )
    )


def written(random: random.Random) -> str:
    """Lines as models write them, and as they should not."""
    lines = []
    for _ in range(random.randint(1, 25)):
        condition = random.choice(("", "", f"({step(random)}) ", "(otherwise) ", "(a (b) c) "))
        line = f"{end(random)} -> {condition}{end(random)}"
        header = f"{random.choice(('For', 'for'))} {random.choice(ACTORS)}{random.choice((':', ''))}"
        lines.append(random.choice((*([line] * 9), f"  {line} -> {end(random)}", header, "", "```", "Here it is:")))
    return "\n".join(lines)


def damaged(random: random.Random, text: str) -> str:
    """The lines of a text, some of them lost, repeated, in another order, or with other words."""
    lines = [line for line in text.split("\n") if random.random() > 0.15]
    lines += random.choices(lines, k=len(lines) // 5) if lines else []
    if random.random() < 0.3:
        random.shuffle(lines)
    return "\n".join(line.replace(*random.choice(SLIPS)) if random.random() < 0.4 else line for line in lines)


SLIPS = (
    ("the", "this"),
    ("XOR", "OR"),
    ("->", "-->"),
    (")", ""),
    ("DataObject", "Data Object"),
    ("For", "for"),
    (" ", "  "),
)


def differing(found: PagedOfficial, pred: str, gold: str) -> list[tuple[str, str, Counts, list[float]]]:
    """The figures in which the library and the oracle differ."""
    ours, theirs = lines_of(pred), lines_of(gold)
    there, back = counted(ours, theirs), counted(theirs, ours)
    columns = [(measure, name) for measure in MEASURES for name in KINDS]
    both = ((m, n, found.counts(m, [KINDS[n]]), [*reversed(there[m, n]), *reversed(back[m, n])]) for m, n in columns)
    return [(m, n, made, oracle) for m, n, made, oracle in both if list(made.row) != pytest.approx(oracle, abs=1e-9)]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_answers_count_as_the_published_program_counts_them(seed: int) -> None:
    drawn = random.Random(f"paged {seed}")
    gold, pred = written(drawn), written(drawn)
    for answer in (pred, damaged(drawn, gold), gold, ""):
        assert differing(official_of_texts(answer, gold), answer, gold) == []


def test_the_random_answers_are_not_all_alike() -> None:
    texts = [written(random.Random(f"paged {seed}")) for seed in SEEDS]
    kinds = {
        end["type"] if end else None
        for text in texts
        for line in lines_of(text)
        for end in (line["left"], line["right"])
    }
    assert kinds == {*TYPES, None}
    assert any(line["condition"] for line in lines_of(texts[0]))


@pytest.mark.real_data
def test_the_oracle_is_the_published_program(real_data: Path) -> None:
    """Two documents of each variant that the published program itself was run on."""
    vectors = json.loads((real_data / "peer-vectors/paged_official.json").read_text(encoding="utf-8"))
    (golds,) = (vector["documents"] for vector in vectors if vector["variant"] == "gold")
    told_as = {document["index_in_dev"]: document["prediction"] for document in golds}
    for vector in vectors:
        for document in vector["documents"][:60:30]:
            ours, theirs = lines_of(document["prediction"]), lines_of(told_as[document["index_in_dev"]])
            there, back = counted(ours, theirs), counted(theirs, ours)
            for name, measure, kinds in (("node", "hard_node", TYPES), ("edge", "hard_edge", HARD_FLOWS)):
                for rate, side in (("precision", there), ("recall", back)):
                    every, right = (sum(side[measure, kind][at] for kind in kinds) for at in (0, 1))
                    assert document["result"][f"{name}_{rate}"] == pytest.approx(
                        right / every if every else 0, abs=5e-5
                    )


@pytest.mark.parametrize("name", ["DataObject(list", "DataObject()", "TextAnnotation(", "Text TextAnnotation()"])
def test_data_that_is_not_closed_or_says_nothing_is_no_node(name: str) -> None:
    gold = "Start -> pay\npay -> DataObject(list)\npay -> End"
    pred = gold.replace("DataObject(list)", name)
    found = official_of_texts(pred, gold)
    assert found.counts("hard_node", [NodeKind.DATA_OBJECT, NodeKind.TEXT_ANNOTATION]).predicted == 0
    assert found.counts("hard_edge", [EdgeKind.CONSTRAINT]).predicted == 0
    assert differing(found, pred, gold) == []


def of_paged(folder: Path, most: int) -> list[Document]:
    found = (item for item in Paged(folder).documents() if isinstance(item, Document))
    return [document for document in found if "->" in told(document.graph, gold=True)][:most]


@pytest.mark.real_data
def test_a_perfect_answer_scores_on_the_board_as_its_text_does_by_the_published_program(real_data: Path) -> None:
    """The way of an answer: its text, the graph that is read of it, the table, the score."""
    documents = of_paged(real_data / "paged", 150)
    for document in documents:
        text = told(document.graph, gold=True)
        cell = answer_cell(row_of(document.id, Extraction(read_triples(text), text=text)))
        rows = {
            row.metric: row
            for row in ExtractionItem(document.id, "paged", document.graph).score(answer_of(cell), list(COLUMNS))
        }
        published = official_of_texts(text, text)
        for metric, (measure, kinds) in COLUMNS.items():
            assert rows[metric].counts == published.counts(measure, kinds), (document.id, metric)
    assert len(documents) == 150


COLUMNS: dict[str, tuple[str, tuple[NodeKind | EdgeKind, ...]]] = {
    "paged_official/action_f1": ("soft_node", (NodeKind.PROCESS, NodeKind.START, NodeKind.END)),
    "paged_official/and_f1": ("hard_node", (NodeKind.AND,)),
    "paged_official/xor_f1": ("hard_node", (NodeKind.XOR,)),
    "paged_official/sequence_f1": ("soft_edge", (EdgeKind.SEQUENCE,)),
    "paged_official/condition_f1": ("soft_edge", (EdgeKind.CONDITION,)),
}


@pytest.mark.real_data
def test_damaged_answers_to_real_documents_count_as_the_published_program_counts_them(real_data: Path) -> None:
    drawn = random.Random("real paged")
    for document in drawn.sample(of_paged(real_data / "paged", 300), 3):
        gold = told(document.graph, gold=True)
        pred = damaged(drawn, gold)
        assert differing(official_of_texts(pred, gold), pred, gold) == []
