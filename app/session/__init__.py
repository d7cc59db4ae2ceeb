"""The state of the program, without a widget: results, judgements, the running job.

A scan reads excluded folders, too; the report is made without them in the thread that found it. So
the index stays whole, and a folder that is normal again has its results at once. Judgements and
removals are undone by one command, in the order in which they were made. Marks are kept beside the
judgements, and outlive the program.
"""
