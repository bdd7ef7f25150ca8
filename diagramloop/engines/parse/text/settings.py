"""Every threshold of the Text Spotter in one frozen object, part by part."""

from __future__ import annotations

from diagramloop.engines.parse.settings import Count, Length, Levels, Ratio, Settings, Share


class PatchSettings(Settings):
    """Ink in a rectangle that may hold text."""

    ink_share: Share = 0.35  # of the patch's strongest contrast from which a pixel is ink
    least_contrast_levels: Levels = 24  # fainter marks are noise, or a line that shines through a label's plate
    colour_sample_count: Count = 20_000  # pixels, evenly spread, that tell the median colour
    covered_levels: Levels = 64  # that it differs from a shape's fill where a drawing covers most of the shape
    uncovered_share: Share = 0.25  # and of its rim more than so much is nearer to the fill


class OrnamentSettings(Settings):
    """Ink that is no glyph: bars, lids, inner outlines."""

    tallest_cap_heights: Length = 2.6  # taller ink is no glyph
    widest_cap_heights: Length = 12.0  # wider ink is none
    widest_sparse_cap_heights: Length = 3.0  # the same of ink that hardly fills its box
    sparse_share: Share = 0.12  # of its box that such ink fills at most
    blot_cap_heights: Length = 0.3  # radius of a disc that fits into no letter,
    blot_px: Length = 2.5  # and at least so much; ink of which it is the
    blot_share: Share = 0.6  # width, of its longer side, is a blot: letters that stick together are longer;
    disc_share: Share = 0.9  # of its box that a blot fills at most: it is round


class LineSettings(Settings):
    """Lines of text in a patch, and which of its ink is none."""

    patches: PatchSettings = PatchSettings()
    ornaments: OrnamentSettings = OrnamentSettings()
    letter_gap_cap_heights: Length = 0.35  # widest usual gap between letters
    word_gap_cap_heights: Length = 3.0  # a wider gap is no space: what follows is a line of its own

    # upright texts
    column_least_cap_heights: Length = 0.75  # width of upright text at least
    column_most_cap_heights: Length = 1.8  # and at most
    column_widths: Length = 2.0  # its own, or cap heights if it is narrower, that upright text is taller than

    # lines above one another
    scrap_cap_heights: Length = 0.5  # height below which a run of rows may be dots or quotes,
    scrap_gap_cap_heights: Length = 0.35  # which stand so near the line they belong to
    flat_cap_heights: Length = 0.45  # height below which a line is a remnant of a drawn one
    pitch_cap_heights: Length = 1.55  # between the tops of lines that touch, descenders on ascenders
    cut_cap_heights: Length = 0.4  # around the expected place of a cut, in which there is least ink

    # strips for the recogniser
    line_cap_heights: Length = 1.35  # ascender to descender
    margin_line_heights: Length = 0.12  # blank beside a line; above and below it half of that


class DashedRowSettings(Settings):
    """Strokes and dots in a row: dashed lines, no letters."""

    thickness_cap_heights: Length = 0.35  # of a dash at most,
    thickness_strokes: Length = 2.0  # or so many widths of the pen, whichever is more
    length_thicknesses: Length = 1.5  # of a dash at least
    deviation_cap_heights: Length = 0.15  # from the row
    pause_dashes: Length = 1.3  # lengths of the longer of two dashes between them at most
    longer_ratio: Ratio = 2.0  # as long as its neighbour is a dash at most
    dash_count: Count = 3  # in a row at least
    dot_count: Count = 6  # in a row at least: texts have fewer
    dot_step_dots: Length = 2.5  # from dot to dot, each with a blurred pixel
    dot_side_ratio: Ratio = 1.5  # as long as the other is one side of a dot at most
    most_dots_count: Count = 20_000  # in all: more are a grain, a raster or a hatching


class StuckGlyphSettings(Settings):
    """Letters that touch a line."""

    margin_cap_heights: Length = 2.0  # of a text, in which lines are looked for
    line_cap_heights: Length = 1.8  # length of a line at least: no stroke of a letter is that long
    line_pause_px: Count = 2  # that such a line may deviate or pause
    line_blur_px: Count = 2  # of a line's width, on both sides together, that go with it


class FreeTextSettings(Settings):
    """Text outside of nodes: on plates of its own colour, or bare."""

    plate_width_cap_heights: Length = 0.6  # of a label's plate at least: wider than lines,
    plate_height_cap_heights: Length = 1.4  # taller than arrowheads
    level_reach_cap_heights: Length = 0.55  # that glyphs are grown by to each side to be joined to blocks,
    upright_reach_cap_heights: Length = 0.45  # and up and down
    glyph_width_cap_heights: Length = 4.0  # of glyphs at most, of which some stick together
    glyph_height_cap_heights: Length = 2.2
    strong_levels: Levels = 160  # contrast that the rim between a glyph and a line beside it does not reach
    letter_cap_heights: Length = 0.55  # height from which ink can be a letter, not only a dot or a dash
    spread_cap_heights: Length = 0.3  # thickness of a letter as a whole at least; a dash is thinner
    stem_cap_heights: Length = 0.17  # inscribed radius beyond which ink is an arrowhead or a bullet,
    stem_px: Length = 2.0  # or this, of small type
    border_blur_px: Count = 4  # of a border's width, on both sides together
    touching_px: Count = 6  # the same within which no ink is taken for text, letter or not
    near_px: Count = 3  # between ink and border, within which it is an edge that ends there, unless a letter
    crossing_cap_heights: Length = 2.5  # between parts of a text that a line crosses, at most
    same_rows_share: Share = 0.6  # of the height of either part that is beside the other, at least
    dashed_rows: DashedRowSettings = DashedRowSettings()
    stuck_glyphs: StuckGlyphSettings = StuckGlyphSettings()


class RecogniserSettings(Settings):
    """The lines, and the view of each, that the recogniser is shown."""

    width_share: Share = 0.75  # kept: time goes with width, and exactness drops only below this
    widest_px: Count = 2400  # of its input; a longer line is squeezed to it
    sample_count: Count = 8  # first lines of a text, after which the others are left out
    legible_share: Share = 0.5  # confidence that none of the first lines reaches where it is no writing, but noise


class SecondLookSettings(Settings):
    """Texts that are read doubtfully, and again with less taken for ink."""

    sure_share: Share = 0.9  # confidence of a text's least sure line from which there is no second look
    most_count: Count = 60  # texts of one picture that are looked at again
    letter_share: Share = 0.5  # of a letter that is read for sure, by which it is beyond an even chance


class AtlasSettings(Settings):
    """Cut glyphs by whole ones of the same picture. A difference is a share of the ink that is squared and summed."""

    exemplar_count: Count = 12  # kept of each character: subpixel positions differ
    up_cap_heights: Length = 1.6  # of a glyph's frame above its baseline
    down_cap_heights: Length = 0.6  # and below it
    tail_cap_heights: Length = 3.0  # end of a line that is compared
    ink_share: Share = 0.45  # of full ink from which a column belongs to a glyph
    certain_share: Share = 0.9  # confidence of a line from which its glyphs are taken
    whole_share: Share = 0.06  # difference up to which two drawings show the same whole glyph
    cut_share: Share = 0.04  # the same of a cut glyph, of which there is less to see
    tied_share: Share = 1e-4  # differences closer than this, or than the best itself, say nothing
    exact_share: Share = 1e-4  # difference of glyphs drawn at the same subpixel position
    better_ratio: Ratio = 3.0  # as different as what replaces it is a character that is replaced at least


class TextSpotterSettings(Settings):
    """Thresholds for finding, reading and completing lines of text.

    A length ends with its unit: ``cap_heights``, heights of the drawing's capital letters, or ``px`` of the picture.
    """

    lines: LineSettings = LineSettings()
    free: FreeTextSettings = FreeTextSettings()
    recogniser: RecogniserSettings = RecogniserSettings()
    atlas: AtlasSettings = AtlasSettings()
    second_looks: SecondLookSettings = SecondLookSettings()
