"""Reports that leave the engine: tables in CSV and JSON, pages of HTML, saved results.

Headers and values of tables are an interface. A saved file may come from anywhere: everything read
from it is checked. Its ids are negative, so no index has them.
"""
