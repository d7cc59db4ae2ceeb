"""Modules and tables that workers share: loaded before the first one is forked.

Parsers and tables for old encodings are left to the workers that need them.
"""

import gc

import simcore.text.detection
import simcore.workers  # noqa: F401 - both with all that they import, as the jobs
from simcore.model.config import ScanConfig
from simcore.pipeline.jobs import preload
from simcore.text.masking import masked_words, segmenter
from simcore.text.words import normalise
from simcore.workers import give_back

preload(ScanConfig())
# names and stop words
masked_words(normalise("今天天气很好"), segmenter())
# what loading took and no longer needs: a fifth of all, and each worker would fill it with copies
give_back()
# these objects stay: garbage collection would touch, and so copy, their pages in each worker
gc.freeze()
