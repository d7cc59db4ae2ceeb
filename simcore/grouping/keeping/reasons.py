"""The reasons why a document is the kept one of its group, and what speaks against it."""

from enum import StrEnum


class WhyKept(StrEnum):
    """What decided that a document is the kept one of its group, in English: see ``why_kept``."""

    CHOSEN = "your choice"
    OWN_FILE = "a file of its own"
    UNDAMAGED = "undamaged"
    WHOLE = "contains the others"
    VERSION = "higher version by name"
    STATED_DATE = "states the later date"
    MODIFIED_LAST = "modified last"
    MOST_COPIES = "has most copies"
    SIMILAR_TO_MOST = "similar to most"
    LONGEST = "longest text"
    FORMAT = "best format"
    ENCODING = "best encoding"
    NO_COPY_NAME = "not named as a copy"
    OLDEST = "oldest"
    SHORTEST_PATH = "shortest path"
    FIRST_ON_DISK = "first on the disk"
    SHORTEST_NAME = "shortest name"
    FIRST = "first by path"


class Doubt(StrEnum):
    """Why a person should look at a member before it goes, in English: see ``doubts``.

    >>> doubt = Doubt("check: newer by date")
    >>> doubt.name
    'NEWER'
    """

    NEWER = "check: newer by date"  # of a lower version by its name
    HIGHER = "check: higher version by name"  # but older
