"""What every worker process needs: loaded before the first of them is forked."""

import simcore.jobs  # noqa: F401 - with all that it imports
from simcore.segment import segmenter
from simcore.variants import traditional_among

__all__: list[str] = []

segmenter()
traditional_among("")
