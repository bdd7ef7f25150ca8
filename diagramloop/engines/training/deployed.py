"""The network as it is used: from a picture's bytes to probabilities and pixels, in one graph."""

from __future__ import annotations

from typing import Any

from torch import nn
from torch.nn.functional import pad

from diagramloop.engines.training.network import InkNetwork
from diagramloop.engines.training.targets import DENSE_STRIDE, NODE_STRIDE, SIZE_UNIT_PX

INPUT = "pixels"
OUTPUTS = ("classes", "inside", "course", "centre", "size", "kind")
_LARGEST = 6.0  # logarithm of a side in units of 32 px; without a bound, an untrained network says infinite ones


class Deployed(nn.Module):
    """Takes one picture, normalises it, and says what is meant.

    Args:
        network: with its weights.
    """

    def __init__(self, network: InkNetwork) -> None:
        super().__init__()
        self.network = network
        self.eval()

    def forward(self, pixels: Any) -> tuple[Any, ...]:
        """See a picture.

        Args:
            pixels: (H, W, 3) uint8, RGB.

        Returns:
            As float32, with h = ceil(H / 2), w = ceil(W / 2) for pixels and ceil(H / 4), ceil(W / 4) for nodes: classes
            (6, h, w), probabilities; inside (h, w), a probability; course (2, h, w), x and y from tail to head, shorter
            where less sure; centre (h, w), a probability; size (2, h, w), width and height in pixels; kind (4, h, w),
            probabilities.
        """
        height, width = pixels.shape[0], pixels.shape[1]
        stride = self.network.stride
        picture = pixels.permute(2, 0, 1).unsqueeze(0).float()
        said = self.network(pad(picture, (0, _missing(width, stride), 0, _missing(height, stride)), mode="replicate"))
        dense, nodes = (
            ((height + cell - 1) // cell, (width + cell - 1) // cell) for cell in (DENSE_STRIDE, NODE_STRIDE)
        )
        return (
            said.classes.softmax(1)[0, :, : dense[0], : dense[1]],
            said.inside.sigmoid()[0, 0, : dense[0], : dense[1]],
            said.course[0, :, : dense[0], : dense[1]],
            said.centre.sigmoid()[0, 0, : nodes[0], : nodes[1]],
            (said.size.clamp(max=_LARGEST).exp() * SIZE_UNIT_PX)[0, :, : nodes[0], : nodes[1]],
            said.kind.softmax(1)[0, :, : nodes[0], : nodes[1]],
        )


def _missing(side: Any, stride: int) -> Any:
    """Pixels to the next multiple of the stride; traced sides are tensors, which do not divide downwards below 0."""
    return (stride - side % stride) % stride
