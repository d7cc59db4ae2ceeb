"""Worker processes: a pool whose workers may be killed at any moment.

Workers share no lock and no queue. A job that fails is taken apart: the item that a worker was at
is tried once more, alone, and the rest is handed out anew. The room knows nothing of texts.

A process that has one thread, as a command, forks its first workers itself, within milliseconds,
and those after a rest. What replaces one, and those of a window, are forked from a process that has
loaded every table: a fork copies the locks of a window's threads. A worker ends with its parent,
whatever it is doing.

Exports: make_executor, stop_executor, the pool's ways to spread jobs, the heartbeat,
bounded_memory, give_back.

May import: model.
"""
