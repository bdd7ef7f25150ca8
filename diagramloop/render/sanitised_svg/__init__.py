"""Any SVG, however hostile, as one that is safe to read, to rasterise and to put into a page."""

from diagramloop.render.sanitised_svg._document import MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS
from diagramloop.render.sanitised_svg._raster import rasterised
from diagramloop.render.sanitised_svg._sanitise import SanitisedSvg, Stripped, sanitised

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_ELEMENTS", "SanitisedSvg", "Stripped", "rasterised", "sanitised"]
