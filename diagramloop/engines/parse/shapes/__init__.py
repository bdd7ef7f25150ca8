"""The Shape Hunter's room: outlines of nodes and frames, from regions of flat colour."""
