"""Which characters are traditional Chinese by themselves, and what each becomes at last.

See ``simcore.text.normal_form``.
"""

import functools

import opencc

_PLANES = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0x20000, 0x33480))
# in Taiwan the reading of these depends on their context
_KEPT = ("著", "么")


@functools.cache
def simple_characters() -> dict[int, int]:
    """Return the simplified character of each traditional one, by their code points.

    Mainland usage comes first; the forms of Taiwan and Hong Kong fill the gaps.
    """
    alone = [chr(code) for first, behind in _PLANES for code in range(first, behind)]
    folds: dict[str, str] = {}
    for name in ("t2s", "tw2s", "hk2s"):
        # on separate lines they form no phrases
        converted = opencc.OpenCC(name).convert("\n".join(alone)).split("\n")
        for character, fold in zip(alone, converted, strict=True):
            if fold != character and character not in _KEPT:
                folds.setdefault(character, fold)
    return {ord(character): ord(_last(character, folds)) for character in folds}


def _last(character: str, folds: dict[str, str]) -> str:
    """Follow a chain of folds to its end: 薴 is 苧, and 苧 is 苎."""
    seen = {character}
    while character in folds and folds[character] not in seen:
        character = folds[character]
        seen.add(character)
    return character
