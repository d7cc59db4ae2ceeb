"""Keep rules: which document of a group stays, and which ones would be marked.

Exports: KeepRule and parse_keep_rules, choose_kept and its Choices, plan_pruning.
"""
