"""Settings of a training of the reader of words, checked as they come from a file or the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PositiveInt

from diagramloop.engines.training.settings import read_settings

HEIGHT = 32  # pixels of a line as the reader sees it; the published one sees 48, at twice the time


class WordsSettings(BaseModel):
    """All that decides which weights a training of the reader ends with, and how often it reports."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    hdbpmn: Annotated[str, "Folder of hdBPMN, whose writers of the split train are learned from"]
    paged: Annotated[str, "Folder of PAGED, whose captions are set"]
    fonts: Annotated[str, "Folder of fonts: hand/ and print/ with TrueType, OpenType or WOFF files"]
    words: Annotated[str, "File of general words: a word and its count on a line, the commonest first"]
    begin_with: Annotated[
        str, "Weights to begin with (safetensors, or the published graph in ONNX); rapidocr's if empty"
    ] = ""
    frozen: Annotated[int, Field(ge=0), "Parts of the network that stay as they are: the stem and the first blocks"] = 0
    exercises_left_out: Annotated[tuple[str, ...], "Exercises of hdBPMN that are not learned from"] = ()
    hand: Annotated[float, Field(ge=0), "Share of lines by hdBPMN's writers"] = 0.4
    set_by_hand: Annotated[float, Field(ge=0), "Share of lines set in fonts of handwriting"] = 0.15
    print: Annotated[float, Field(gt=0), "Share of lines set in fonts of print"] = 0.45
    seed: str = "0"
    steps: PositiveInt = 4_000
    batch: Annotated[PositiveInt, "Lines of a step"] = 16
    learning_rate: float = Field(5e-4, gt=0)
    warm_up: float = Field(0.03, ge=0, le=1)
    cool_down: float = Field(0.3, ge=0, le=1)
    weight_decay: float = Field(0.01, ge=0)
    averaging: float = Field(0.99, ge=0, lt=1)
    checkpoint_every: PositiveInt = 250
    validate_every: PositiveInt = 250
    validation_words: PositiveInt = 300
    device: str = "cpu"
    threads: PositiveInt = 1
    workers: int = Field(0, ge=0)


def words_settings(node: Mapping[str, Any]) -> WordsSettings:
    """The settings that a configuration's node says.

    Raises:
        DiagramloopError: a name or a value is wrong; says which (INVALID).
    """
    return read_settings(WordsSettings, node, "a training of words")
