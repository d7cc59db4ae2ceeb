"""What a person does with the results: goes through, marks, judges and writes them to a file.

Exports: a class for each, which takes the view and the notices that it uses.
"""
