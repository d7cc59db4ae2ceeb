"""Removing documents so that no text is lost: plan, check, carry out, undo, recover.

A plan is pure. Before each step the document and its witness, which stays, are opened and hashed
again, and the operation is recorded in the journal. The witness has the same bytes or text if
possible, else it is the representative; rules compare each document with the one that stays.

Another program may replace a file between a check and a step. So a file is renamed to a random name
in its folder, identified by device, inode, size and time, and only then unlinked, or renamed back.
A link is exchanged with the document in one system call (renameat2); without that call, a file that
replaces the document at that moment is lost. Folders are opened once and names looked up in them,
so swapping a folder for a link redirects nothing. On Linux the trash reserves its name by the
trashinfo file, since Qt's own call unlinks a file saved under the path in between.
"""
