"""Print version and place of the Python that runs this, if the project can be set up with it; else exit with status 1.

Whatever Python there is runs it, so that it is written in what all of them read.
"""

import sys

# The first patches whose tarfile (CVE-2025-8194) and html.parser (CVE-2025-6069) are mended.
MENDED = {(3, 11): 14, (3, 12): 12, (3, 13): 6}
WARNING = (
    "warning: Python {0}.{1}.{2} has known faults in reading hostile archives and pages, which {0}.{1}.{3} mends\n"
)

major, minor, patch = sys.version_info[:3]
if (major, minor) not in MENDED:
    sys.exit(1)
mended = MENDED[major, minor]
if patch < mended:
    sys.stderr.write(WARNING.format(major, minor, patch, mended))
place = getattr(sys, "_base_executable", sys.executable)  # not that of an environment, which may go
sys.stdout.write("{0}.{1} {2}\n".format(major, minor, place))  # noqa: UP030, UP032 - f-strings are of some only
