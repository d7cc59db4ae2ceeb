"""All texts of an index in memory, to be asked about one after another: the resident library.

It serves what asks often: the watch of folders, and the window. A question to the index reads all
sketches of it, which takes seconds for 100,000 documents; this takes milliseconds. What it proposes
is compared as by a scan. A process that has such a library lets others of the same person ask it.

Who asks once, by a process that ends then, has the same sketches in a file beside the index
(``mapped``), of which only the pages are read that the question needs.

Exports: ResidentLibrary, Resident, serve_resident, ResidentServer, ask_resident, ResidentClient,
mapped_sketches, keep_sketches.

May import: what pipeline may.
"""
