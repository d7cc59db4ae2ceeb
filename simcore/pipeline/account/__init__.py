"""What one scan keeps account of: what it has found so far, files read on trial, their age.

Exports: SoFar, ScanAge, FileTally, Taken; records_below, is_quiet, are_wanted and is_wanted_as tell
what a trial has shown, is_worth_a_try whether there is to be another one.

May import: model, files, workers, text, fingerprinting, store, pipeline.
"""
