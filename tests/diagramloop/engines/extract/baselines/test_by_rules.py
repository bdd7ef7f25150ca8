"""BPMN-Gen and MT-BPMN on texts whose parse is written down by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from diagramloop.engines.extract import extractor
from diagramloop.engines.extract.baselines.by_rules import BpmnGen, MtBpmn
from diagramloop.engines.extract.baselines.propositions import Proposition, propositions
from diagramloop.errors import DiagramloopError, ModelError
from diagramloop.graph import FlowGraph
from diagramloop.graph.triples import write_triples

spacy = pytest.importorskip("spacy")

# a word, its kind, its lemma, the place of the word it hangs on, and how
CLERK = (
    "The DET the 1 det|clerk NOUN clerk 2 nsubj|opens VERB open 2 ROOT|the DET the 4 det|letter NOUN letter 2 dobj|"
    "and CCONJ and 2 cc|enters VERB enter 2 conj|it PRON it 6 dobj|in ADP in 6 prep|"
    "the DET the 10 det|list NOUN list 8 pobj|. PUNCT . 2 punct"
)
BILL = (
    "If SCONJ if 2 mark|it PRON it 2 nsubj|is AUX be 6 advcl|a DET a 4 det|bill NOUN bill 2 attr|, PUNCT , 6 punct|"
    "pay VERB pay 6 ROOT|it PRON it 6 dobj|. PUNCT . 6 punct"
)
ELSE = (
    "Otherwise ADV otherwise 3 advmod|it PRON it 3 nsubjpass|is AUX be 3 auxpass|filed VERB file 3 ROOT|"
    "by ADP by 3 agent|him PRON he 4 pobj|. PUNCT . 3 punct"
)
BESIDE = (
    "Meanwhile ADV meanwhile 3 advmod|, PUNCT , 3 punct|she PRON she 3 nsubj|sets VERB set 3 ROOT|up ADP up 3 prt|"
    "copies NOUN copy 3 dobj|of ADP of 5 prep|forms NOUN form 6 pobj|. PUNCT . 3 punct"
)


def parsed(*sentences: str) -> Any:
    words: list[str] = []
    kinds: list[str] = []
    lemmas: list[str] = []
    heads: list[int] = []
    deps: list[str] = []
    for sentence in sentences:
        first = len(words)
        for token in sentence.split("|"):
            word, kind, lemma, head, dep = token.split()
            words.append(word)
            kinds.append(kind)
            lemmas.append(lemma)
            heads.append(first + int(head))
            deps.append(dep)
    return spacy.tokens.Doc(spacy.blank("en").vocab, words=words, pos=kinds, lemmas=lemmas, heads=heads, deps=deps)


def graph(of: type[BpmnGen] | type[MtBpmn], *sentences: str) -> FlowGraph:
    return of.graph(propositions(parsed(*sentences)))


def test_propositions_say_who_does_what_and_when() -> None:
    told = list(propositions(parsed(CLERK, BILL, ELSE, BESIDE)))
    assert told == [
        Proposition(0, "clerk", "open", "letter"),
        Proposition(0, "clerk", "enter", "it", (("in", "list"),)),
        Proposition(1, "", "pay", "it", (), "it is a bill"),
        Proposition(2, "him", "file", "it", (), "otherwise"),
        Proposition(3, "she", "set up", "copies of forms", beside=True),
    ]


def test_bpmn_gen_has_actions_and_gateways_and_nothing_else() -> None:
    made = graph(BpmnGen, CLERK, BILL, ELSE)
    assert "XOR1 -> (it is a bill) pay it" in write_triples(made).text
    assert "XOR1 -> (otherwise) file it" in write_triples(made).text
    assert {node.actor for node in made.nodes} == {""}
    assert "AND1 -> set up copies of forms" in write_triples(graph(BpmnGen, CLERK, BESIDE)).text


def test_mt_bpmn_reads_pronouns_as_the_concepts_before_and_knows_actors_and_data() -> None:
    said = write_triples(graph(MtBpmn, CLERK, BILL, ELSE)).text
    assert "For clerk:" in said
    assert "enter letter -> DataObject(list)" in said
    assert "pay letter" in said
    assert "file letter" in said


def test_a_pipeline_that_does_not_parse_is_refused(tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path)
    with pytest.raises(ModelError, match="does not parse"):
        extractor("bpmn_gen", pipeline=str(tmp_path)).extract("The clerk opens the letter.")


def test_a_pipeline_is_loaded_from_its_folder_and_parses(tmp_path: Path) -> None:
    """An untrained parser, so its graph means nothing; but it is a parse all the same."""
    english = spacy.blank("en")
    english.add_pipe("parser").add_label("dobj")
    english.initialize()
    english.to_disk(tmp_path)
    made = extractor("mt_bpmn", pipeline=str(tmp_path))
    with pytest.raises(DiagramloopError, match="no step"):  # it names no verb
        made.extract("The clerk opens the letter.")
