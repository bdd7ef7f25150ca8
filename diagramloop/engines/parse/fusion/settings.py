"""Every threshold of the Fusion Arbiter in one frozen object, part by part."""

from __future__ import annotations

from diagramloop.engines.parse.settings import Count, Length, Settings, Share


class DoubleSettings(Settings):
    """Outlines that were found twice, or drawn double."""

    area_share: Share = 0.6  # of the outer outline's area from which an inner one is the same node
    shared_share: Share = 0.9  # of the inner outline's area that lies within the outer one


class CompartmentSettings(Settings):
    """Compartments that stand on one another, side on whole side: one node."""

    slack_borders: Length = 1.0  # that their sides lie apart at most, the wider one's,
    slack_px: Length = 1.0  # and so much more


class NodeSettings(Settings):
    """Which shapes are nodes."""

    sure_share: Share = 0.5  # confidence from which a shape is a node without any text in it
    plate_padding_line_heights: Length = 0.4  # of a borderless plate's width that text leaves, in heights of
    # its lines; nodes leave more
    picture_text_heights: Length = 10.0  # of the longer side of a picture that is one node


class TitleSettings(Settings):
    """Which text in a frame is its title."""

    band_widths: Length = 3.0  # its own, that an upright title may stand away from its frame's left side
    top_share: Share = 0.2  # of its frame's height in which a level title begins,
    top_line_heights: Length = 2.0  # or so many of its lines, whichever is more


class BlockSettings(Settings):
    """Which lines of text are one block."""

    same_letters_share: Share = 0.8  # of the smaller of two lines' boxes that lies in the other: both read the same
    alike_letters_share: Share = 0.4  # the same of lines that read alike, of which
    alike_text_share: Share = 0.7  # so much is the same (Levenshtein) at least
    upright_widths: Length = 1.6  # its own, that a text written upwards is high
    upright_count: Count = 3  # its characters at least
    leading_line_heights: Length = 1.1  # largest gap between lines of one block
    overlap_line_heights: Length = 0.4  # that they may overlap instead
    middle_line_heights: Length = 0.75  # between the middles of centred lines at most
    left_line_heights: Length = 0.5  # between the left sides of others at most


class CaptionSettings(Settings):
    """Names that stand beside their shapes. Costs are distances, in text heights."""

    farthest_text_heights: Length = 4.0  # a caption's distance, and what is unusual about its place, at most
    off_centre_share: Share = 0.15  # of the distance between the middles of caption and shape, along the
    # side at which it stands
    above_text_heights: Length = 0.4  # that standing above, not below, counts as
    side_text_heights: Length = 1.5  # that standing to the left or right counts as
    sign_text_heights: Length = 2.5  # that a text costs, over the number of its letters and digits: one sign is
    # seldom a name (some tools number what they draw)


class MarkerSettings(Settings):
    """Signs that are read on a shape and are no text: markers."""

    sign_count: Count = 4  # of a marker at most
    holder_text_heights: Length = 7.0  # of the longer side of what holds only one
    sure_word_share: Share = 0.9  # confidence of a word of a few letters that is no misread marker
    likely_word_share: Share = 0.5  # the same where no caption stands beside
    word_text_heights: Length = 1.6  # single letters that are taller are drawn, not written


class LegendSettings(Settings):
    """Equal little marks in a row or a column, each with what it stands for to its right."""

    largest_text_heights: Length = 2.0  # of a key's longer side
    meaning_text_heights: Length = 1.5  # between a key and its meaning
    misalignment_text_heights: Length = 0.5  # of the middles of key and meaning, or of two keys
    inequality_text_heights: Length = 0.2  # of two keys' sizes
    key_count: Count = 2  # of a legend at least


class FusionArbiterSettings(Settings):
    """Thresholds for giving texts to shapes, and for leaving things out.

    A length ends with its unit: ``text_heights`` of the drawing, or ``line_heights`` of the lines that are compared.
    """

    doubles: DoubleSettings = DoubleSettings()
    compartments: CompartmentSettings = CompartmentSettings()
    nodes: NodeSettings = NodeSettings()
    titles: TitleSettings = TitleSettings()
    blocks: BlockSettings = BlockSettings()
    captions: CaptionSettings = CaptionSettings()
    markers: MarkerSettings = MarkerSettings()
    legends: LegendSettings = LegendSettings()
    legible_share: Share = 0.3  # a line's confidence below which free marks are no text but dashes, crumbs of lines
