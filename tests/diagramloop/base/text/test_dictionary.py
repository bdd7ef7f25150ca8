"""The dictionary, and what is not loaded with it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from diagramloop.base.text.dictionary import analysed, guessed_lemmas, lemmas


def test_base_forms_stand_by_word_class() -> None:
    assert lemmas("runs") == {"NOUN": ("run",), "VERB": ("run",)}
    assert lemmas("diagramloops") == {}
    assert guessed_lemmas("diagramloops", "NOUN") == {"NOUN": ("diagramloop",)}


@pytest.mark.long
def test_neither_spacy_nor_torch_is_loaded_and_both_can_be_afterwards() -> None:
    program = """
import sys
from diagramloop.base.text.dictionary import lemmas
assert lemmas("runs")
print("spacy" in sys.modules, "torch" in sys.modules)
try:
    import spacy
except ModuleNotFoundError as error:
    assert "left out" not in str(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_lemmas_and_classes() -> None:
    assert analysed("Sent") == ("send", "V")
    assert analysed("orders") == ("order", "VN")
    assert analysed("Xyzzyx") == ("xyzzyx", "")
