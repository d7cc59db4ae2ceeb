"""The tables of the core, made of what is defined here: run when the program is built.

What becomes of each character in the normal form (``folding``) and in the comparison form
(``letters``), and the words of jieba's dictionary. A change of any of them raises
``READER_VERSION``. At run time nothing imports this room.

Exports: the command ``python -m simcore.text.making FILE``.

May import: kernel, text.
"""
