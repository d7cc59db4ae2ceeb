"""The makers: each makes the documents of one kind from what a supply gives.

``KINDS`` has them by name, in the order of the table. A maker returns ten pairs, and the documents
that stand around them where a kind needs a crowd; the same supply gives the same bytes.
"""

from benchmarks.quality.kinds.each import Maker
from benchmarks.quality.kinds.makers import (
    change,
    chinese,
    code,
    forms,
    grids,
    letters,
    mail,
    notes,
    order,
    parts,
    poems,
    scans,
    sites,
    talk,
    versions,
    written,
)

KINDS: dict[str, Maker] = {
    **notes.KINDS,
    **forms.KINDS,
    **mail.KINDS,
    **sites.KINDS,
    **written.KINDS,
    **order.KINDS,
    **parts.KINDS,
    **change.KINDS,
    **scans.KINDS,
    **letters.KINDS,
    **chinese.KINDS,
    **code.KINDS,
    **grids.KINDS,
    **talk.KINDS,
    **poems.KINDS,
    **versions.KINDS,
}
