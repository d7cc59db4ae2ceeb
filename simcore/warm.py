"""What every worker process needs: loaded before the first of them is forked."""

import simcore.jobs
import simcore.worker  # noqa: F401 - both with all that they import
from simcore.segment import segmenter
from simcore.variants import traditional_among

__all__: list[str] = []

segmenter()
traditional_among("")
