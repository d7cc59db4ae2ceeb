"""Names of files in two Unicode forms each: as a keyboard writes them, and as a Mac does.

Written as code points: no function that the program uses made them.
"""

PAIRS = {
    "German": ("B\u00fccher", "Bu\u0308cher"),
    "Portuguese": ("Or\u00e7amento", "Orc\u0327amento"),
    "Vietnamese": ("Vi\u1ec7t Nam", "Vie\u0323\u0302t Nam"),
    "Korean": ("\ud55c\uae00", "\u1112\u1161\u11ab\u1100\u1173\u11af"),
    "Japanese": ("\u30ac\u30a4\u30c9", "\u30ab\u3099\u30a4\u30c8\u3099"),
    "Hindi": ("\u0958\u093e\u0928\u0942\u0928", "\u0915\u093c\u093e\u0928\u0942\u0928"),
}
BOTH_WAYS = [
    *PAIRS.values(),
    *((other, one) for one, other in PAIRS.values()),
]
"""What is typed, and what is on the disk."""

IDS = [f"{name} {form}" for form in ("composed", "decomposed") for name in PAIRS]
