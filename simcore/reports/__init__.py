"""Reports that leave the engine: tables in CSV and JSON, saved results and their reader.

Headers and values of the ``tables``, and what ``formats`` makes of them, are an interface. A saved
file may come from anywhere: everything read from it is checked.

Saved results know no index: their ids are negative, so nothing done with them reaches a document
there. They hold documents, pairs and comparisons; groups follow from those.
"""
