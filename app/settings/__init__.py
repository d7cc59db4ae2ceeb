"""The settings stored from one start to the next, and the dialog that edits them."""
