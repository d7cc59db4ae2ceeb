"""New documents: each is compared with the library when its file is closed.

An event of the file system is only a hint (``events``). A path is checked when it has settled,
against the bytes that the watch saw there last (``arrivals``), so lost, repeated and late events do
no harm. These bytes are not in the index: other scans write to that, too.
"""
