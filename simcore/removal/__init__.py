"""Removing documents so that no text is lost: plan, check, carry out, undo, recover.

A plan is pure. Before each step the document and its witness, which stays, are opened and hashed
again, and the operation stands in the journal.

Exports: plan_removal, check_removal, carry_out, undo, recover, and the rules of who stays.

May import: model, files, store, grouping.
"""
