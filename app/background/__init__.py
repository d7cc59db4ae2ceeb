"""Work beside the window: tasks in threads, the newest request of several, pauses.

Nothing waits in the GUI thread. Work in a thread shares Python's lock with the window, so long
calls are cut into pieces.

Long calls into libraries are cut into pieces, too, and no garbage is collected while they run:
both hold the lock.

Exports: Task, Latest, gradual sorting, the estimate of time left.

May import: no other room.
"""
