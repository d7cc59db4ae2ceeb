"""The report of a checked document: as lines, as JSON, and as a page of HTML without scripts.

Exports: check_lines, check_json, check_page, save_check_page; CheckWords, the words of a page in
the language of its readers.

May import: what reports may.
"""
