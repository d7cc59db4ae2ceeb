"""Shares as percentages, cut in one way wherever a person reads them."""

import math


def tenths_of_percent(share: float) -> int:
    """Return a share in tenths of a percent, cut and never rounded up: 1,000 only if it is 1.

    >>> tenths_of_percent(0.29), tenths_of_percent(0.9999), tenths_of_percent(1.0)
    (290, 999, 1000)
    """
    if share >= 1:
        return 1_000
    # 0.29 * 100 is 28.999...96: the tiny term undoes what the binary fraction lost
    return min(math.floor(max(share, 0.0) * 1_000 + 1e-6), 999)


def percent(share: float) -> str:
    """Return a share as a percentage, as the window does: from 99 % on there is a decimal.

    >>> percent(0.916), percent(0.9999), percent(1.0)
    ('91 %', '99.9 %', '100 %')
    """
    tenths = tenths_of_percent(share)
    return f"{tenths / 10} %" if 990 <= tenths < 1_000 else f"{tenths // 10} %"


def percent_in_tenths(share: float) -> str:
    """Return a share as a percentage with a decimal; what is there is never nothing.

    >>> percent_in_tenths(0.0129), percent_in_tenths(1.0), percent_in_tenths(0.0009)
    ('1.2 %', '100.0 %', '< 0.1 %')
    """
    tenths = tenths_of_percent(share)
    return f"{tenths / 10} %" if tenths or share <= 0 else "< 0.1 %"
