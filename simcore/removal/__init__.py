"""Removing documents so that no text is lost: plan, check, carry out, undo, recover.

A plan is pure. Before each step the document and its witness, which stays, are opened and hashed
again, and the operation is recorded in the journal.

Between a check and a step another program may replace a file. So nothing is unlinked under its own
name: it is renamed within its folder to a name that cannot be guessed, without replacing anything,
identified by device, inode, size and time, and renamed back if it is another file. A
link is exchanged with the document in one system call (renameat2); where names cannot be exchanged,
a file that is replaced between the last check and the swap is lost, a window of one system call.
Folders are opened once for a document, and names are looked up in them: a folder that is swapped
for a link redirects nothing. On Linux the trash reserves its name by the trashinfo file first, the
journal notes it, and then the file is moved: Qt's own call unlinks what was saved under the path in
between.

The witness of a document is one with the same bytes or text that stays; the representative only
if there is none. Rules mark each document because of one other, by its own comparison
with that one, never by way of the representative.

``actions`` has a class for each action on a document, and the steps that it is made of; the rest
asks the class, found by its name.
"""
