"""What is done off the GUI thread: callables and their answers, without widgets."""
