"""What the compiled core computes, in plain Python: slow, and written for itself."""
