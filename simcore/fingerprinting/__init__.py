"""SimHash: features of a text, their weights, the recipes, the votes.

A recipe names which features vote, with what weight, under what hash and at what width. Its tables
are frozen, so that one text has one fingerprint in every library.

Exports: fingerprint_text, RECIPES, find_recipe, simhash, votes, hamming_distance.

May import: model, kernel, text.
"""
