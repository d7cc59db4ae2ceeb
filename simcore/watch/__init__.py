"""Documents as they come: each one is compared with the library when its file is closed.

An event of the file system is only a hint that a path may have changed (``events``). A path is
looked at when it has settled. What happened is decided by setting the file that is there now
against the bytes that the watch saw there last (``arrivals``), so lost, doubled and late events do
no harm. These bytes are in the file of arrivals, not in the index: other scans write to that, too,
and have told of nothing.
"""
