"""One thing a person does that concerns several rooms, from the signal to the answer.

What concerns one room stands there, beside its view.

May import: every other room.
"""
