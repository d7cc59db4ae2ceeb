"""The table of groups: its data without widgets in ``rows``, its view in ``view``."""
