"""Find near-duplicate text: scan folders, fingerprint, index, verify, group, report.

Everything a program needs is here; nothing of it knows a window. A scan in five lines::

    config = ScanConfig()
    executor = make_executor(config.jobs, config.seconds_a_file)
    with FingerprintIndex(default_index_path()) as index, executor:
        report = scan([Path("documents")], config, index, executor)
    for group in report.groups:
        print(report.documents[group.representative].path, len(group.members))

A name is imported when it is first asked for: a window opens in half the time without NumPy,
dictionaries and parsers. The names stand in ``__init__.pyi``, once for Python and type checkers.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
