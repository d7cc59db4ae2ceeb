"""The folders that are scanned, and their roles: normal, protected, excluded."""
