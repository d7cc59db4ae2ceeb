"""Groups verified pairs at any threshold, without reading a file.

Groups are stars around a representative, or by choice connected components (``leaders``). Each
document with a near-duplicate is in one group; parts of documents are in a second sort of group.
``keeping`` chooses the text that leads. The documents of one text are one node, unless judgements
are about some of them only.
"""
