"""Files that ship with the program: its icons and the sample documents of ``variorum --demo``."""
