"""The modules and tables of worker processes, loaded before the first of them is forked."""

import gc

import simcore.pipeline.jobs
import simcore.workers.worker  # noqa: F401 - both with all that they import
from simcore.model.config import ScanConfig
from simcore.pipeline.preload import preload
from simcore.workers.memory import give_back

preload(ScanConfig())
# what loading took and no longer needs: a fifth of all, and each worker would fill it with copies
give_back()
# these objects stay: garbage collection would touch, and so copy, their pages in each worker
gc.freeze()
