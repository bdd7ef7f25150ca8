"""Train how strongly each kind of evidence counts for the embedded matcher, on text written for diagramloop.

    python -m benchmarks.training.train_matcher [--write]

Prints the share of right answers in leave-one-topic-out cross-validation, for the answers as written and for all
that is made of them; with --write the weights go to diagramloop/converse/embedded/stance_model.json.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml

from benchmarks.training._fit import fit
from diagramloop.converse.embedded import stance

SEEDS = Path(__file__).parent / "seeds" / "answers_english.yaml"
MODEL = Path(stance.__file__).with_name("stance_model.json")
PLAIN = {
    "yes": ("Yes.", "Yeah.", "I think so.", "That's right.", "Correct.", "It seems so."),
    "no": ("No.", "Nope.", "I don't think so.", "Not really.", "That is not the case.", "Not that I can tell."),
}
REPORTS = ("I checked it.", "I had a look.", "Okay, I did that.", "I tried it just now.")


@dataclass(frozen=True)
class Example:
    """One answer to one question; ``written`` if it stands so among the seeds."""

    topic: str
    question: str
    utterance: str
    affirms: bool
    written: bool


def examples() -> Iterator[Example]:
    """The seeds, each also with a plain answer or a report before it and with the next answer behind it."""
    for item in yaml.safe_load(SEEDS.read_text("utf-8")):
        for side in ("yes", "no"):
            for text, written in variants(item.get(side, []), side):
                yield Example(item["topic"], item["question"], text, side == "yes", written)


def variants(said: list[str], side: str) -> Iterator[tuple[str, bool]]:
    """Variants of the answers on one side of a question, each with True if it was written so."""
    for at, text in enumerate(said):
        yield text, True
        yield f"{side.capitalize()}, {text[0].lower()}{text[1:]}", False
        yield f"{REPORTS[at % len(REPORTS)]} {text}", False
        if len(said) > 1:
            yield f"{text} {said[(at + 1) % len(said)]}", False
    yield from ((text, False) for text in PLAIN[side] if said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the weights")
    write = parser.parse_args().write
    items = list(examples())
    evidence = np.array([stance.evidence(item.question, item.utterance) for item in items])
    affirms = np.array([item.affirms for item in items])
    topics = np.array([item.topic for item in items])
    written = np.array([item.written for item in items])
    right = np.zeros(len(items), dtype=bool)
    for topic in dict.fromkeys(topics):
        held = topics == topic
        right[held] = (evidence[held] @ fit(evidence[~held], affirms[~held]) > 0) == affirms[held]
    print(f"{len(items)} examples, {written.sum()} as written, {len(set(topics))} topics")
    print(f"held-out topics: {right.mean():.3f} of all, {right[written].mean():.3f} of those as written")
    weights = fit(evidence, affirms)
    for name, weight in zip(stance.FEATURES, weights, strict=True):
        print(f"  {name:16} {weight:+.3f}")
    if write:
        rounded = {name: round(float(weight), 3) for name, weight in zip(stance.FEATURES, weights, strict=True)}
        MODEL.write_text(json.dumps(rounded, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
