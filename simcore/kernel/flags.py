"""What the entries of the tables of characters say, as ``core.h`` has it: one flag a bit.

An entry is the character that another one becomes, in the lowest 21 bits, with flags above.
"""

CODE = 0x1FFFFF

FOLD_IDLE = 1 << 21
FOLD_TRADITIONAL = 1 << 22
FOLD_DROPPED = 1 << 23
FOLD_SEVERAL = 1 << 24
FOLD_IN_CONTEXT = 1 << 25
FOLD_OTHER_LETTER = 1 << 26
FOLD_WORD = 1 << 28
FOLD_SEEN = 1 << 29

LETTER_DIGIT = 1 << 22
LETTER_WORD = 1 << 23
LETTER_MARK = 1 << 24
LETTER_POINT = 1 << 25
LETTER_BETWEEN = 1 << 26
LETTER_MINUS = 1 << 27
LETTER_CURRENCY = 1 << 28
LETTER_JOINED = 1 << 29
