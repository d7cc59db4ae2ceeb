"""One thing a person does, from the signal to the answer in the window.

May import: every other room.
"""
