"""The file system: files are listed, opened, moved, linked and put into the trash.

Every disk operation of removals goes through ``disk``, so that a test can let any system call fail.
"""
