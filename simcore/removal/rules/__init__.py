"""Keep rules: the document of each group that stays, and those to mark.

Exports: KeepRule and parse_keep_rules, choose_kept and its Choices, plan_pruning.

May import: what removal may.
"""
