"""Truth per pixel of real pages, as far as a model with places gives it: who owns which ink, and what is not sure."""

from diagramloop.data.synth.ink_page import BORDER, CONNECTOR, GROUND, HEAD, TEXT, UNSURE
from diagramloop.data.synth.weak_truth._page import PageTruth, page_truth

__all__ = ["BORDER", "CONNECTOR", "GROUND", "HEAD", "TEXT", "UNSURE", "PageTruth", "page_truth"]
