"""The letters and digits of a text, by which texts are compared, and what differs beside them.

Formats write one text with other signs, line breaks and spaces, and people with other accents.

Exports: comparable, places_compared, without_marks, differ_only_in.

May import: model, text.
"""
