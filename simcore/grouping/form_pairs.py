"""The pairs of forms that make groups of their own, and those that only join other groups."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.members import near_group
from simcore.grouping.pairs.table import Numbers, PairTable
from simcore.grouping.stars.lookup import PairLookup
from simcore.model.config import ScanConfig
from simcore.model.records import Document, DocumentId, TextPair
from simcore.model.report import Group


class FormPairs(NamedTuple):
    """Indices of pairs of forms: ``own`` make groups, ``joining`` a text to one of another sort."""

    own: Numbers
    joining: Numbers


def form_pairs(table: PairTable, forms: Numbers, grouped: NDArray[np.bool_]) -> FormPairs:
    """Divide pairs of forms: those of two texts that nothing else groups make groups of forms.

    ``grouped`` marks the texts that are in a group without any form. Of a text that is in no group
    after that, the pair with the most alike text is ``joining``: it would be shown nowhere.
    """
    left, right = table.left[forms], table.right[forms]
    free = ~grouped[left] & ~grouped[right]
    in_own = grouped.copy()
    in_own[left[free]] = in_own[right[free]] = True
    lone = forms[~in_own[left] | ~in_own[right]]
    text = np.where(in_own[table.left[lone]], table.right[lone], table.left[lone])
    order = np.lexsort((lone, table.distance[lone], -table.resemblance[lone], text))
    first = np.diff(text[order], prepend=-1) != 0
    return FormPairs(forms[free], lone[order[first]])


def joined(
    groups: Sequence[Group],
    ends: Iterable[TextPair],
    documents: Mapping[DocumentId, Document],
    lookup: PairLookup,
    config: ScanConfig,
) -> list[Group]:
    """Add texts to the groups of the texts that they are paired with, which are in one each."""
    place = {
        documents[key].text: number
        for number, group in enumerate(groups)
        for key in (group.representative, *(member.document for member in group.members))
    }
    made = list(groups)
    for one, other in ends:
        there, text = (one, other) if one in place else (other, one)
        group = made[place[there]]
        alone, _ = near_group(documents[group.representative].text, [text], lookup, config)
        new = tuple(member for member in alone.members if documents[member.document].text == text)
        worst = min(group.worst, alone.worst)
        made[place[there]] = replace(group, members=(*group.members, *new), worst=worst)
    return made
