"""Measurements: quality against labels and speed against yardsticks. Not part of the program."""
