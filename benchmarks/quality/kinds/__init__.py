"""Kinds of pairs, each with the verdict that a person gives: is the program right?

    python -m benchmarks.quality.kinds [--half tuned|aside] [--kind NAME ...] [--peers] [--show N]

A kind is ten pairs of documents that are alike in one way: a note with one word changed, invoices
of one firm, a page and its source. There are two halves, of other sources, forms and seeds: what
tunes the program looks at ``tuned``, and ``aside`` says at the end whether it was right to.

``labels`` has a row a pair: kind, number, admitted verdicts, reason. They were written before
anything was tuned; one that is changed says why in its reason. ``makers`` makes the documents of
a kind, ``edits`` changes texts without any code of the program, ``forms`` has what was written by
hand: forms to fill in, sentences, short texts. Longer texts come from the labelled corpora and from
packages of Debian (``sources``), which are not in the repository: a source that is absent is named,
with the commands that bring it, and its kinds are listed as not made. ``saying`` scans the documents
of a kind and maps what the program says to verdicts (``verdicts_of`` is the one place for new kinds
of pair), ``beside`` asks other libraries, ``tables`` prints.
"""
