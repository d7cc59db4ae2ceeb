"""How far work is: the card of a scan, the line of other work, and word of a scan that has ended.

Exports: ScanCard, WorkStatus, ScanEnd.

May import: background, language, looks, widgets, session, removal.
"""
