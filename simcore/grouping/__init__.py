"""Verified pairs to groups, at any threshold, without reading anything.

Groups are stars around a representative that every member was compared with, or by choice
connected components; see ``leaders``. A growing file is one star around the version that holds most
of each other one: those that are not near it are of the kind ``version``, and no rule marks them.
What does not depend on thresholds is made once and kept in a Grouper.

Every document with a near-duplicate is in exactly one group; what is part of another document is in
a second sort of group. By components a member may never have been compared with its representative;
the scan compares those in a second round and keeps the comparison apart from the pairs, so it joins
nothing. ``regroup`` reads no file: where a threshold finds another representative, a figure may be
missing until the next scan. A member outside the thresholds is of the kind ``linked``, and no rule
marks it. Nor does one mark forms: they are grouped after all else, and come last (``grouper``).
Pairs judged not to be duplicates are left out before grouping, wanted copies of a text
before its documents are counted, and a document chosen to be kept comes before all others. Of the
texts that are near all others of their group ``keeping`` says which leads it. A text
is one node; where judgements are of some of its documents alone, it is several.
"""
