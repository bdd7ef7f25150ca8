"""Golden numbers of the instruments whose weights are on this machine, beside those that stand in the code.

python -m diagnosis.instruments
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

from diagramloop.errors import ModelError
from diagramloop.models.clip import Clip
from diagramloop.models.golden import TEXT, VECTORS
from diagramloop.models.lpips import Lpips
from diagramloop.models.sentences import MINILM, MPNET, SentenceTransformerEncoder, load_minilm
from diagramloop.scores.clipscore import SIGLIP

INSTRUMENTS: Mapping[str, Callable[[], object]] = {
    MINILM: lambda: load_minilm().encode([TEXT])[0, :5].round(5),
    MPNET: lambda: SentenceTransformerEncoder(MPNET).encode([TEXT])[0, :5].round(5),
    "ViT-B-32@openai": lambda: Clip().texts([TEXT])[0, :5].round(5),
    "SigLIP": lambda: Clip(**SIGLIP).name,
    "LPIPS": lambda: Lpips().name,
}


def main() -> None:
    """Print a row for each instrument: what stands in the code, and what is had here or why nothing is."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    for name, made in INSTRUMENTS.items():
        try:
            had = made()
        except ModelError as error:
            had = str(error)
        print(f"{name} | {VECTORS.get(name, 'by its file')} | {had}")


if __name__ == "__main__":
    main()
