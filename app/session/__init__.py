"""The state of the program, without a widget: results, judgements, marks, the running job.

One command undoes judgements and removals, in the order in which they were made.
"""
