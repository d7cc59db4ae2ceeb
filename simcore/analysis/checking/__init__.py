"""How much of a document stands in the library: the check of a paper before it is handed in.

Rare samples of the document's shingles say which texts of the library are worth reading, however
little they have of it (``evidence``). Each is read, and the equal runs of both are found exactly
(``runs``), until nothing that is left can be explained. Then each found character is given to one
source (``attribution``), and what is quoted is told from what is not (``quotations``,
``naming``).

Exports: check_document.

May import: what analysis may.
"""
