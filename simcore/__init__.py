"""Find near-duplicate text: scan folders, fingerprint, index, verify, group, report.

Everything a program needs is here; nothing of it knows a window. Near-duplicates among strings
in three lines (``fingerprint`` and ``compare`` are for one and for two, ``Library`` for texts that
come one by one)::

    import simcore
    for pair in simcore.pairs(["one text", "another text", "one  text!"]):
        print(pair.left, pair.right, pair.kind.value, pair.similarity)

A scan of files; below ``if __name__ == "__main__":`` in a script, as it starts processes::

    report = simcore.scan("documents")
    for group in report.groups:
        print(report.documents[group.representative].path, len(group.members))

A name is imported when it is first asked for: a window opens in half the time without NumPy,
dictionaries and parsers. The names stand in ``__init__.pyi``, once for Python and type checkers.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
