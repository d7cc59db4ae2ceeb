"""A scan, whose order of stages only this package knows, and questions to its results.

A scan lists, reads, fingerprints and indexes, takes candidates from both routes, and compares them
exactly; comparisons and candidates are cached in the index.

Candidates depend on the set of texts only, not on the order of scans. An earlier search is reused
only if the result must be the same; a search for new texts also covers texts whose shared samples
became common or no longer are. If more than a quarter of the texts would be searched, all are.
"""
