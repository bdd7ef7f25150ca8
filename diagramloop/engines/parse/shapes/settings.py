"""Settings of the Shape Hunter.

Text heights are heights of capitals, strokes are widths of the thinner lines, levels are of 0 to 255. An overlap is
intersection over union. A shape's coverage is the share of its inside that is of its own colour: the rest is written
on, or of another region.
"""

from __future__ import annotations

from diagramloop.engines.parse.block_arrow import BlockArrowSettings
from diagramloop.engines.parse.levels import LevelSettings
from diagramloop.engines.parse.settings import Count, Length, Levels, Ratio, Settings, Share


class BorderSettings(Settings):
    """Thresholds for the border along an outline, seen from the inside outwards."""

    place_count: Count = 96  # along an outline at which its border is looked at
    step_px: Length = 0.5
    least_difference_ratio: Share = 0.12  # of the colours on both sides, that a line differs from their mixtures
    least_lined_share: Share = 0.65  # of the places, at which a line is seen beside a region that has a border
    least_ridge_ratio: Share = 0.3  # of the strongest line's difference, that each of a double border has
    soft_edge_px: Length = 2.75  # that a clean edge between two colours takes at most; or that follows, if it is more
    soft_edge_strokes: Length = 1.4
    filled_reach_strokes: Length = 3.0  # how far the border of a filled shape without text may be, with what follows
    filled_reach_px: Length = 3.0


class NamingSettings(Settings):
    """The shape that comes nearest to an outline; blur is the width that a drawn line blurs."""

    place_count: Count = 120  # at which an outline is compared
    sparse_places: Count = 12  # each such place is compared first,
    denser_places: Count = 4  # then each such one,
    bitten_sparse_places: Count = 4  # or each such one with a bitten shape
    exact_blurs: Length = 0.3  # of deviation, beyond which shapes with a length of their own are tried
    nearer_blurs: Length = 0.2  # that such a shape must come nearer than one without
    edge_share: Share = (
        0.01  # of the shorter side, from the box's, within which an outline touches it; with what follows
    )
    edge_px: Length = 1.0
    own_length_heights: Length = 0.15  # of a shape's height: a length that is tried in any case
    longer_ratio: Ratio = 1.3  # times a likely length that is tried as well: a lid's depth shows but in part
    length_count: Count = 3  # of the likely lengths that are tried, at least, if there are so many
    circle_ratio: Ratio = 1.15  # of the sides of a circle at most
    restored_blur_px: Length = 1.0  # beyond the blur, within which an outline follows a bitten shape
    least_followed_share: Share = 0.8  # of a bitten shape's border that is there
    least_left_share: Share = 0.7  # of its area
    corner_radius_sides: tuple[Length, ...] = (0.05, 0.1, 0.2)  # of bitten shapes, in shorter sides


class RegionSettings(Settings):
    """Regions of flat colour, and the outlines around them."""

    place_count: Count = 200  # along an outline at which neighbours are looked up
    neighbour_px: tuple[Length, ...] = (3.0, 2.0, 1.0)  # beyond a border; what is nearer counts more
    least_solidity_share: Share = 0.7  # of the convex hull that an outline fills
    gap_solidity_share: Share = 0.2  # by how much less the outline may fill that has gaps and bays yet
    irregular_text_heights: Length = 0.15  # from every known shape, at which an outline is of none; or what follows
    irregular_px: Length = 1.5
    bay_text_heights: Length = 0.5  # of the bays that text cuts into an outline
    border_reach_strokes: Length = 4.0  # how far a border is looked for: past the page's colour beside a text; or:
    border_reach_text_heights: Length = 0.9
    ring_strokes: Length = 3.0  # so thick is a node's own border at most, with what is attached to it; or what follows
    ring_text_heights: Length = 0.35
    ring_share: Share = 0.4  # of the area that it encloses
    noise_reach_px: Count = 9  # JPEG rings within its blocks of 8
    noise_edge_ratio: Share = 0.4  # of the usual contrast of an edge, up to which contrast beside it is noise
    colour_pixel_count: Count = 4000  # by which a colour is judged, or some more


class CandidateSettings(Settings):
    """Regions of a node's size, and how two of them lie to each other."""

    least_side_text_heights: Length = 0.9
    most_alike_count: Count = 200  # of one size, of all that are affordable: more are squares of paper
    alike_log_ratio: Length = 0.1  # half the difference of the logarithms of such regions' sides
    paint_levels: Length = 6.0  # of difference within one paint
    nested_area_ratio: Share = 0.3  # of the smaller to the larger of two outlines of one nest
    by_hand_px: Length = 1.5  # that the outline of what a program draws leaves its shape at most
    simple_px: Length = 1.0  # of detail that is left out of an outline by hand


class AnnexSettings(Settings):
    """Lids and side bars, which a node's inner lines cut off."""

    round_count: Count = 2  # of joining: the corner between two bars touches only them
    least_touching_share: Share = 0.05  # of an outline, along which an annex lies
    slack_borders: Length = 3.0  # by which an annex may stick out, the sum of all three
    slack_text_heights: Length = 0.15
    slack_px: Length = 2.0
    bridge_px: Count = 3  # of the gap between them, beyond the border's two sides
    deviation_text_heights: Length = 0.1  # of the joined outline from its shape, or as the next, or a stroke
    deviation_px: Length = 1.0
    least_bar_text_heights: Length = 0.25  # of a bar that gives the shape another name


class CutSettings(Settings):
    """Nodes that lines drawn across them cut in pieces."""

    most_rounds_count: Count = 3  # of joining pieces with those beside them
    least_touching_share: Share = 0.03  # of an outline, along which another piece lies
    least_hull_share: Share = 0.9  # of the convex hull around the pieces that they fill: lines are thin


class PlateSettings(Settings):
    """Plates of labels, which hush the line behind a text and are no nodes."""

    pale_levels: Levels = 64  # of difference from the page
    tallest_text_heights: Length = 8.0  # four lines of a label
    line_text_heights: Length = 1.6  # below which there is room for no more than a line's capitals
    outlined_text_heights: Length = 0.08  # that a low outline with a border may leave its shape, with what follows
    outlined_px: Length = 0.5
    beside_text_heights: Length = 0.4  # of room left and right of a node's text, at least
    above_text_heights: Length = 0.6  # of room above or below it, at least, where it is pale
    rim_px: Count = 2  # of an outline's inside that is its border's blur
    least_glyph_text_heights: Length = 0.5  # what is lower is noise, or dots


class FrameSettings(Settings):
    """Upright rectangles made of straight lines; the slack is what their ends and corners may lie apart."""

    least_side_text_heights: Length = 3.0  # shorter sides frame no group
    least_side_slacks: Length = 3.0
    least_side_dashes: Length = 4.0  # widest gaps in a dashed side
    least_solid_share: Share = 0.95  # of its length that a line from side to side is drawn on
    band_text_heights: Length = 4.5  # of the shorter side of a band at most
    least_band_ratio: Ratio = 2.0  # of its longer side to the shorter
    same_line_text_heights: Length = 1.0  # between sides of two rectangles along one line
    passing_near_text_heights: Length = 0.5  # from a corner, from where on lines that go on are looked for
    passing_far_text_heights: Length = 1.2
    passing_px: Count = 4  # that they may lie beside it: a line's own width
    passing_place_count: Count = 6


class ArrowRegionSettings(Settings):
    """Regions that may be block arrows."""

    least_shaft_text_heights: Length = 0.4  # of width: a narrower one is a line; and at least:
    least_shaft_strokes: Length = 2.5
    longest_text_heights: Length = 40.0
    least_filling_share: Share = 0.25  # of its box that a level arrow fills
    most_filling_share: Share = 0.9
    blunt_text_heights: Length = 0.12  # that an outline may leave the polygon of its corners, or what follows
    blunt_px: Length = 1.5


class SymbolSettings(Settings):
    """Small shapes that are full of ink."""

    longest_text_heights: Length = 7.5  # larger flat regions are ground
    least_side_text_heights: Length = 2.4
    opening_text_heights: Length = 1.5  # of the widest line or letter that goes
    least_solidity_share: Share = 0.9
    most_side_ratio: Ratio = 2.0
    deviation_sides: Length = 0.12  # shorter ones, that an outline may leave the shape it is named by
    blur_text_heights: Length = 0.35  # of what opening changes
    faintest_levels: Levels = 26  # beyond the flatness, of the faintest border of a symbol
    least_drawn_share: Share = 0.75  # of a symbol's outline
    least_square_share: Share = 0.88  # of its box that is no ground, where it is a rectangle: of a disc's 0.79
    border_strokes: Length = 2.0  # from the outline to a place surely inside of the border, with what follows
    border_px: Length = 1.0
    edge_px: Length = 3.0  # beyond a stroke, within which an outline's line is looked for


class WritingSettings(Settings):
    """Shapes on which something is written, by their coverage."""

    least_coverage_share: Share = 0.6
    most_coverage_share: Share = 0.99
    blank_coverage_share: Share = 0.995  # of a shape on which nothing is written, at least
    least_solidity_share: Share = 0.97  # of a convex shape of no name


class HandSettings(Settings):
    """Drawings by hand."""

    least_outline_count: Count = 4  # fewer tell nothing of a hand
    exact_quantile: Share = 0.1  # share of the outlines by hand that is exact by chance
    least_deviation_px: Length = 0.75  # that all others leave their shapes
    bridge_strokes: Length = 3.0  # of the gaps in outlines drawn by hand
    most_crookedness_ratio: Ratio = 2.5  # of the usual deviation that a shape drawn by hand has


class ReadingSettings(Settings):
    """Which of several readings of a place is kept."""

    same_outline_overlap_share: Share = 0.3  # of two readings of one outline
    same_place_share: Share = 0.5  # overlap of two shapes in one place; and of a node's area that is an arrow's
    inside_area_share: Share = 0.85  # of what lies inside of something
    icon_text_heights: Length = 3.0  # what is smaller and lies inside of a node is no node
    enclosed_text_heights: Length = 1.0  # of its outline that a face shares with nodes, if edges enclose it


class GroupSettings(Settings):
    """Frames of groups, and what they hold."""

    title_text_heights: Length = 1.0  # of room on one side
    margin_text_heights: Length = 0.5  # on another
    same_frame_text_heights: Length = 1.0  # between the sides of two readings of one frame
    same_box_sides: Length = 0.05  # shorter ones, between a frame and the same region's box
    inset_strokes: Length = 2.0  # from a frame's line to its fill, with what follows
    inset_px: Count = 2
    confidence_share: Share = 0.9
    narrowest_stack_text_heights: Length = 5.0  # of a node with compartments; narrower ones are bands of lanes' titles


class ShapeHunterSettings(Settings):
    """All thresholds of the embedded Shape Hunter."""

    levels: LevelSettings = LevelSettings()
    borders: BorderSettings = BorderSettings()
    naming: NamingSettings = NamingSettings()
    regions: RegionSettings = RegionSettings()
    candidates: CandidateSettings = CandidateSettings()
    annexes: AnnexSettings = AnnexSettings()
    cuts: CutSettings = CutSettings()
    plates: PlateSettings = PlateSettings()
    frames: FrameSettings = FrameSettings()
    block_arrows: BlockArrowSettings = BlockArrowSettings()
    arrow_regions: ArrowRegionSettings = ArrowRegionSettings()
    symbols: SymbolSettings = SymbolSettings()
    writing: WritingSettings = WritingSettings()
    hands: HandSettings = HandSettings()
    readings: ReadingSettings = ReadingSettings()
    groups: GroupSettings = GroupSettings()
