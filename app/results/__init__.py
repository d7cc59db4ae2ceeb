"""The results: groups, problems, documents similar to one file, and the filter."""
