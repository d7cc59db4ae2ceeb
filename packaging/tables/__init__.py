"""The tables of the core, made of what is defined here: run when the program is built.

What becomes of each character in the normal form (``folding``) and in the comparison form
(``letters``), and the words of jieba's dictionary. A change of any of them raises
``READER_VERSION``. The program does not have this room.

Exports: the command ``python -m tables FILE``, run in ``packaging``.

May import: model, kernel and text of ``simcore``.
"""
