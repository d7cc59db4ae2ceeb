"""Precision and recall of recipes on labelled pairs."""
