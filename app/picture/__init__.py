"""The picture of all pairs, with both thresholds as lines on it.

Exports: ThresholdBar.

May import: background, language, looks, widgets, session.
"""
