"""PET (Bellan et al., 2023): a tagger of words, trained on the data set of that name, and rules that join its tags.

text2flow fine-tunes RoBERTa-large for three epochs (Section 5.1). The weights are not published: a checkpoint of one's
own, or of the hub, that tags words with the data set's labels is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from diagramloop.base.text.sentences import sentences
from diagramloop.engines.extract._metered import check_document
from diagramloop.engines.extract.baselines.facts import Fact, graph_of
from diagramloop.errors import ModelError
from diagramloop.evaluation.contestants.extractors import Extraction
from diagramloop.graph import NodeKind
from diagramloop.models.checkpoints import load_checkpoint, require

ACTIVITY, DATA, ACTOR, CONDITION = "Activity", "Activity Data", "Actor", "Condition Specification"
GATEWAYS = {"XOR Gateway": NodeKind.XOR, "AND Gateway": NodeKind.AND}
MOST_TOKENS = 512  # of one sentence
LABELS = (ACTIVITY, DATA, ACTOR, CONDITION, *GATEWAYS, "Further Specification")
"""The data set's kinds of mentions."""


@dataclass(frozen=True)
class Tagged:
    """A stretch of words with its label.

    Attributes:
        sentence: its number.
    """

    sentence: int
    label: str
    text: str


class Pet:
    """Tags the words of each sentence and joins what they mention.

    Args:
        checkpoint: folder or hub id of a token classifier whose labels are ``B-`` and ``I-`` of :data:`LABELS`.
        device, dtype: see :func:`~diagramloop.models.checkpoints.load_checkpoint`.

    Raises:
        ModelError: no checkpoint is named, or transformers is missing (MISSING).
    """

    name = "pet"

    def __init__(self, checkpoint: str | None = None, device: str = "cpu", dtype: str | None = None) -> None:
        if checkpoint is None:
            raise ModelError(
                "pet needs a token classifier trained on the data set PET, which nobody has published:"
                " name one as the option checkpoint"
            )
        require("a tagger", "torch", "transformers")
        self._checkpoint, self._device, self._dtype = checkpoint, device, dtype

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        """Tokenizer and network.

        Raises:
            ModelError: they cannot be loaded, or tag no activities (MISSING).
        """
        kinds = ("AutoTokenizer", "AutoModelForTokenClassification")
        tokenizer, network = load_checkpoint(self._checkpoint, kinds, device=self._device, dtype=self._dtype)
        labels = network.config.id2label.values()
        if f"B-{ACTIVITY}" not in labels:
            raise ModelError(f"{self._checkpoint} tags no B-{ACTIVITY}: its labels are {', '.join(labels)}")
        return tokenizer, network

    def extract(self, text: str) -> Extraction:
        """See :meth:`diagramloop.engines.extract.Extractor.extract`; EMPTY where no activity is tagged, or
        ModelError.
        """
        check_document(text)
        tagged = [span for number, sentence in enumerate(sentences(text)) for span in self._tagged(number, sentence)]
        return Extraction(graph_of(list(joined(tagged))))

    def _tagged(self, number: int, sentence: str) -> Iterator[Tagged]:
        """Mentions of one sentence; of words beyond what the network reads there are none."""
        import torch

        tokenizer, network = self._loaded
        longest = min(network.config.max_position_embeddings - 2, MOST_TOKENS)
        read = tokenizer(
            sentence, return_offsets_mapping=True, return_tensors="pt", truncation=True, max_length=longest
        )
        places = read.pop("offset_mapping")[0].tolist()
        given: dict[str, Any] = {name: value.to(network.device) for name, value in read.items()}
        given.pop("token_type_ids", None)
        with torch.inference_mode():
            classes = network(**given).logits[0].argmax(dim=-1).tolist()
        for label, start, end in spans([network.config.id2label[label_number] for label_number in classes], places):
            yield Tagged(number, label, " ".join(sentence[start:end].split()))


def spans(labels: Sequence[str], places: Sequence[Sequence[int]]) -> Iterator[tuple[str, int, int]]:
    """Labelled ranges of characters: a ``B-`` with the ``I-`` of its label behind it; an ``I-`` alone begins one."""
    label, start, end = "", 0, 0
    for tag, (first, last) in zip(labels, places, strict=True):
        mark, _, name = tag.partition("-")
        if first == last:  # what tokenizers add
            continue
        if mark == "I" and name == label:
            end = last
            continue
        if label:
            yield label, start, end
        label, start, end = name, first, last
    if label:
        yield label, start, end


def joined(tagged: Sequence[Tagged]) -> Iterator[Fact]:
    """The steps that mentions make.

    An activity goes with the first data behind it and the last actor before it in its sentence; a gateway, or a
    condition, is of the next activity.
    """
    step: Fact | None = None
    actor, opened, condition, sentence = "", None, "", -1
    for span in tagged:
        if step is not None and (span.label == ACTIVITY or span.sentence != step.sentence):
            yield step
            step = None
        actor, sentence = (actor if span.sentence == sentence else ""), span.sentence
        if span.label == ACTOR:
            actor = span.text
        elif span.label in GATEWAYS:
            opened = GATEWAYS[span.label]
        elif span.label == CONDITION:
            opened, condition = NodeKind.XOR, span.text
        elif span.label == DATA and step is not None:
            yield replace(step, action=f"{step.action} {span.text}")
            step = None
        elif span.label == ACTIVITY:
            step = Fact(span.sentence, span.text, actor, (), opened, condition)
            opened, condition = None, ""
    if step is not None:
        yield step
