"""Forms and boilerplate among verified pairs.

Two invoices for other goods, two mails with one signature, two licences of other owners are alike
by characters, and a person sees two documents. What they share stands in many others, and what
differs is their own, or was filled into a frame that each has as a whole. Whether that is so is
told by the sketches that the index has of all texts:
``sharing`` counts in how many texts that stands which two share, and in how many of their kin that
which only one has: among thousands of other texts any few letters are found;
``rule`` has the thresholds, ``deciding`` applies them. ``wholes`` finds the texts that have nothing
of their own and nearly all that two others share: these are versions of it, and stay near. Where
sketches are too small to tell, a pair stays what it was. Which pairs are found never changes, only
their kind: ``Pair.framed``, of which ``simcore.grouping.kinds.shown_kind`` makes *same form* at
some thresholds, and *shared boilerplate* in the place of *part of* at others.

A sample of 1, 4 or 16 shingles is enough: what is sought are families of ten documents, and most of
what they share. Texts count once; a document of another's text counts where its bytes differ, as a
second mail of the same words does, and a copy does not.

What was decided of a scan is kept in the index (``kept``): where neither documents nor pairs have
changed no sketch is read. While pairs are still being compared all that may be forms are taken for
such, so that no pair is near first and a form in the end.

Exports: FormSearch, of a scan; framed_with, of one text that is compared with others; counted_in.

May import: model, text, candidates, store, grouping, pipeline.
"""
