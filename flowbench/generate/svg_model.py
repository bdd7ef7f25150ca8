"""Diagrams as SVG by a language model (DiagramEval, Section 3): paper context, caption and layout in, vectors out.

What the model wrote is mended, sanitised and only then rasterised; nothing of it is ever looked up or run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from flowbench.generate._asking import ModelBacked, instructions
from flowbench.generate._generator import GeneratedImage, Provenance, Rejected, item_seed, one_by_one
from flowbench.generate.prompt import Prompt
from flowbench.generate.svg_repair import svg_in
from flowbench.models.chat import ChatModel, Message
from flowbench.parse.svg_reader import drawing
from flowbench.render.sanitised_svg import SanitisedSvg, rasterised
from flowbench.sources import Paper

ENGINE = "novasvg"
SCALE = 2.0  # pixels of the picture for each of the drawing's
MAX_SIDE = 4_000  # pixels of the picture
MAX_CONTEXT = 40_000  # characters of a paper that the model reads


class SvgModel(ModelBacked):
    """Asks a model for SVG."""

    name = "svg_model"

    def generate(self, prompts: Iterable[Prompt], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`flowbench.generate.Generator`."""
        return one_by_one(lambda prompt, own: self._draw(prompt.id, {"description": prompt.text}, own), prompts, seed)

    def for_paper(self, paper: Paper, layout: str = "", seed: int = 0) -> GeneratedImage:
        """The task as the paper puts it: from the paper's own words, without a plan in between.

        Args:
            layout: a caption of the layout, see :func:`layout_caption`.

        Raises:
            ModelError: the model gave no answer.
            FormatError: it gave no usable SVG, twice.
        """
        context = "\n\n".join([paper.title, paper.abstract, *(passage.text for passage in paper.passages)])
        case = {"context": context[:MAX_CONTEXT], "caption": paper.caption}
        return self._draw(paper.id, case | ({"layout": layout} if layout else {}), item_seed(seed, paper.id))

    def _draw(self, id: str, case: Mapping[str, Any], seed: int) -> GeneratedImage:
        safe = self._asked("svg", case, svg_in)
        return GeneratedImage(id, picture_of(safe), Provenance(self.name, ENGINE, seed, svg=safe.svg))


def picture_of(safe: SanitisedSvg) -> bytes:
    """The drawing as PNG, ``SCALE`` times its own size, or less where that is larger than ``MAX_SIDE``."""
    size = drawing(safe.svg).size
    scale = min(SCALE, MAX_SIDE / max(size))
    return rasterised(safe, *(max(1, round(side * scale)) for side in size))


def layout_caption(model: ChatModel, picture: bytes) -> str:
    """Where the parts of a figure stand and what connects them, in a vision model's words (Section 3, Listing 1).

    Args:
        picture: PNG.

    Raises:
        ModelError: the model gave no answer.
    """
    messages = [Message("system", instructions("svg_layout")), Message("user", pictures=(picture,))]
    return model.reply(messages).text.strip()
