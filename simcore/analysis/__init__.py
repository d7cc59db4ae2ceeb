"""Explanations of similarity, evaluations of recipes, and the check of a document."""
