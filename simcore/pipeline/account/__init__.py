"""What one scan keeps account of: what it has found so far, files read on trial, their age.

Exports: SoFar, ScanAge; is_quiet, is_wanted and is_wanted_as tell what a trial has shown.

May import: model, files, store, pipeline.
"""
