"""Kinds of pairs, each with the verdict that a person gives, and what the program says of them.

    python -m benchmarks.quality.kinds [--half HALF] [--kind NAME ...] [--peers] [--show N]

A kind is ten pairs of documents that are alike in one way: a note with one word changed, invoices
of one firm, a page and its source. There are three halves, each of other sources, forms and seeds:
what tunes the program looks at ``tuned``; ``aside`` said at the end of a first round whether it was
right to, so that its faults are known and may be tuned to since; ``fresh`` is scanned by nobody
until the program is tuned to both, and then once.

``labels.csv`` has the kind, the half (or all), the pairs by number, the verdicts that are admitted
and the reason. They were written before anything was tuned; a label that is changed later says why
in its reason. ``makers`` makes the documents of a kind, ``edits`` changes texts without any code of
the program, ``forms`` has what was written by hand: forms to fill in, sentences, short texts.
Longer texts come from the labelled corpora and from packages of Debian (``sources``, ``works``),
which are not in the repository: a source that is absent is named with the commands that bring it,
and its kinds are listed as not made. ``saying`` scans the documents of a kind and maps what the
program says to verdicts (``verdicts_of`` is the one place for new kinds of pair), ``beside`` asks
other libraries, ``tables`` prints.
"""
