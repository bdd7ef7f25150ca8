"""The reader as it is used: an ONNX graph with weights of 16 bits, its record, lineage and model card."""

from __future__ import annotations

import hashlib
import shutil
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from diagramloop.engines.parse.text.ctc_beam import greedy
from diagramloop.engines.parse.text.word_reader import WordNetwork
from diagramloop.engines.training.checkpoint import AVERAGED, last_checkpoint, load_weights, read_state
from diagramloop.engines.training.curves import CURVES, last_validation
from diagramloop.engines.training.words.alphabet import CHARACTERS
from diagramloop.engines.training.words.hand_lines import load_lines
from diagramloop.engines.training.words.lessons import LINES
from diagramloop.engines.training.words.loop import read
from diagramloop.engines.training.words.network import WordReader
from diagramloop.engines.training.words.settings import HEIGHT, WordsSettings, words_settings
from diagramloop.engines.training.words.texts import things_of_paged
from diagramloop.engines.training.words.words_right import words_in
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.whole_files import write_json, write_whole

INPUT, OUTPUT = "x", "probabilities"  # PP-OCR's input
_OPSET = 17
_TRACED = (1, 3, HEIGHT, 128)
_SMALL = 64  # values: a smaller weight stays in 32 bits
_COMPARED = 200  # words of validation that torch and the graph read
_LEAST_ALIKE = 0.98  # of them that are read alike
_PLACES = ("hdbpmn", "paged", "fonts", "words", "begin_with")  # settings that are paths of one machine
MODEL_CARD = "MODEL_CARD.md"


class _Deployed(nn.Module):
    def __init__(self, network: WordReader) -> None:
        super().__init__()
        self.network = network

    def forward(self, lines: Any) -> Any:
        return self.network(lines).softmax(-1)


def release(folder: Path, out: Path, name: str = "words", code: str = "") -> dict[str, Any]:
    """Writes ``NAME.onnx``, ``NAME.json`` (the record), ``NAME.lineage.json``, the curves and the model card.

    Args:
        folder: of the training, whose last checkpoint is taken.
        out: an empty folder.
        code: identity of the code that trained, for the record.

    Raises:
        ModelError: there is no checkpoint (MISSING), or the graph reads otherwise than the network (ENGINE_FAILED).
    """
    checkpoint = last_checkpoint(folder)
    state = read_state(checkpoint)
    settings = words_settings(state["settings"])
    if (folder / CURVES).is_file():
        shutil.copyfile(folder / CURVES, out / CURVES)
    steps = {"steps": state["step"], "lines": state["step"] * settings.batch}
    made_by = {"code": code, "settings": settings.model_dump(mode="json", exclude=set(_PLACES))}
    validation = last_validation(folder, state["step"])
    graph = _graph(folder, checkpoint, out / f"{name}.onnx")
    record = {"name": name, **steps, **made_by, "validation": validation, **graph}
    write_json(out / f"{name}.json", record)
    write_json(out / f"{name}.lineage.json", _lineage(name, settings))
    write_whole(out / MODEL_CARD, _CARD.format(**{**settings.model_dump(), **record}))
    return record


def _graph(folder: Path, checkpoint: Path, path: Path) -> dict[str, Any]:
    """Writes the graph. Returns what the record says of it."""
    network = WordReader()
    load_weights(network, checkpoint / AVERAGED)
    write_graph(network, path)
    alike = _alike(network, path, folder)
    if alike < _LEAST_ALIKE:
        message = f"{path} reads {alike:.1%} of words as the network does"
        raise ModelError(message, reason=RejectionReason.ENGINE_FAILED)
    content = path.read_bytes()
    return {
        "parameters": sum(each.numel() for each in network.parameters()),
        "read_alike_by_graph": alike,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def write_graph(network: WordReader, path: Path) -> None:
    """Writes the network as ONNX with weights of 16 bits; the line's width is variable."""
    import onnx

    network.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter that traces is called old
        torch.onnx.export(
            _Deployed(network),
            (torch.zeros(_TRACED),),
            str(path),
            dynamo=False,
            opset_version=_OPSET,
            input_names=[INPUT],
            output_names=[OUTPUT],
            dynamic_axes={INPUT: {0: "lines", 2: "height", 3: "width"}, OUTPUT: {0: "lines", 1: "positions"}},
        )
    model = onnx.load(path)
    halve(model.graph)
    for key, value in {"character": "\n".join(CHARACTERS[:-1]), "height": str(HEIGHT)}.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(model, path)


def halve(graph: Any) -> None:
    """Stores weights of an ONNX graph in 16 bits; a node of each brings them back to 32, which a session does once."""
    from onnx import TensorProto, helper, numpy_helper

    widened = []
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if weight.data_type == TensorProto.FLOAT and values.size > _SMALL:
            name = weight.name
            weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
            widened.append(helper.make_node("Cast", [weight.name], [name], to=TensorProto.FLOAT))
    nodes = [*widened, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)


def _alike(network: WordReader, graph: Path, folder: Path) -> float:
    words = words_in(load_lines(folder / LINES.format(split="validation")), _COMPARED)
    read_by_graph = WordNetwork(graph)
    pairs = zip(read(network, words, "cpu"), words, strict=True)
    return float(np.mean([_same(answer, read_by_graph.answer(word.grey)) for answer, word in pairs]))


def _same(answer: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    return greedy(answer, CHARACTERS) == greedy(other, CHARACTERS)


def _lineage(name: str, settings: WordsSettings) -> dict[str, Any]:
    """In the form of :mod:`diagramloop.evaluation.lineage`."""
    from diagramloop.engines.training.real_pages import things_of_hdbpmn

    return {
        "weight": f"{name}.onnx",
        "data": "hdBPMN, train writers (CC BY 4.0), and texts of PAGED's documents that learners train on (Apache-2.0)",
        "use": "trained on",
        "things": sorted({*things_of_hdbpmn(settings.hdbpmn), *things_of_paged(Path(settings.paged))}),
    }


_CARD = """# {name}

Reads a line of text, by hand or in print: PP-OCRv6's small recogniser (PaddleOCR, Apache-2.0) with {parameters:,}
parameters and a head for Latin with the accents of European languages, Greek, figures and signs, tuned as a whole or in
its last parts (`frozen` {frozen}) by CTC.

| what | of whom | licence |
|---|---|---|
| weights to begin with | PP-OCRv6 small, from the package rapidocr | Apache-2.0 |
| lines by hand | hdBPMN v1.0.0, train writers; Schäfer, van der Aa, Leopold, Stuckenschmidt | CC BY 4.0 |
| texts that are set | PAGED's documents that learners train on; SymSpell's English words | Apache-2.0, MIT |
| fonts | the Fontsource project, DejaVu, Liberation; none is shipped | OFL, Bitstream Vera, Ubuntu |

{lines:,} lines in {steps:,} steps, seed `{seed}`; exercises left out: {exercises_left_out}.
Last validation, on words of writers that were not learned from: {validation}.
The graph has weights of 16 bits ({bytes:,} bytes) and reads {read_alike_by_graph:.2%} of words as the network does.

## Limits
All writers of hdBPMN copy the same eleven exercises: words outside them are read less well, see
`python -m benchmarks.hand_words`. Other scripts than Latin and Greek are not read. Say whose data it saw (CC BY 4.0)
wherever the weights are passed on.

Code `{code}`.
"""
