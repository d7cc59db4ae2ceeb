"""Work beside the window: tasks in threads, the newest request of several, pauses.

Nothing waits in the GUI thread. Work in a thread shares Python's lock with the window, so long
calls are cut into pieces.

Exports: Task, Latest, gradual sorting, the estimate of time left.

May import: no other room.
"""
