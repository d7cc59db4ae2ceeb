"""Programs that are measured, each in a process of its own. They print a line of JSON."""
