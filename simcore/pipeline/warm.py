"""What every worker process needs: loaded before the first of them is forked."""

import gc

import simcore.pipeline.jobs
import simcore.workers.worker  # noqa: F401 - both with all that they import
from simcore.model.config import ScanConfig
from simcore.pipeline.preload import load_tables

load_tables(ScanConfig())
# what is there stays for good: looking for garbage in it would copy it to each worker
gc.freeze()
