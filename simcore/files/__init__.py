"""The file system: what is listed, opened, moved, linked and put into the trash.

Listing follows links and overlapping folders to one file each; moves and links never replace a
file that is there. Whatever the engine does to a disk goes through here, so a test can let any
system call fail.

Exports: the listing, name patterns, Role and Roles, Volumes, the trashes, verified handles.

May import: model.
"""
