"""What is set for folders by every program of a user: their roles, their days, watching.

Each is a file of JSON beside the default index, replaced as a whole by one program at a time.

Exports: read_roles, keep_roles, change_roles, read_folder_settings, change_folder_settings, the
paths of both files.

May import: model, files, store.
"""
