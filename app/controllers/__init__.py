"""Commands of the user that concern several rooms, from the signal to the answer.

Those of one room are in that room, beside its view.

May import: every other room.
"""
