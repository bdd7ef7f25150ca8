"""Native code of the drawing engines, and the room that it runs in: what is drawn, not how it looks.

Who only paints an SVG stands on this and on no style: a change of a palette makes no reading of a picture anew.
"""
