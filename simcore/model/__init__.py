"""Plain values of every stage, without NumPy or file access: the window needs them at once."""
