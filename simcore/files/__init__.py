"""The file system: files listed, opened, moved, linked and put into the trash.

Listing resolves links and overlapping folders to one file each; moves and links never replace an
existing file. Every disk operation of the engine goes through here, so a test can let any system
call fail.

What is inside an archive or a mailbox has a path below it that no file can have.
"""
