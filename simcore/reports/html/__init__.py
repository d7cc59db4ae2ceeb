"""The groups of a report with their differences as one page of HTML, bounded and without scripts.

Exports: write_page; ReportWords, the words of a page in the language of its readers.

May import: model, files, text, grouping, reports.
"""
