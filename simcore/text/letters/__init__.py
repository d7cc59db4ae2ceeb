"""The letters and digits of a text, by which texts are compared, and what differs beside them.

Formats write one text with other signs, line breaks and spaces, and people with other accents.

Short texts are also compared by the words of these letters, in order (``in_order``).

Exports: comparable, places_compared, words_compared, without_marks, differ_only_in,
least_by_shingles, shared_in_order, twice_if_spaced.

May import: model, kernel, text.
"""
