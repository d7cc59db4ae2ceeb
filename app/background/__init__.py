"""Background work: tasks in threads, the newest request of several, pauses.

Nothing waits in the GUI thread. ``Latest`` is the way to ask for work: it takes the call and the
slots for its answer, and answers the newest request alone. Each call gets its ``Task`` first, asks
it often whether to stop, and leaves the GUI thread its turn there. The owner of a ``TaskRunner``
(``Latest`` is one) shuts it down before the window closes: that cancels, then waits.

Work in a thread shares Python's lock with the window. So long calls are cut into pieces, those into
libraries, too; what cannot be cut runs in a process (``in_process``).

Exports: Task, TaskRunner, Latest, in_process, work in short steps, the estimate of time left.

May import: no other room.
"""
