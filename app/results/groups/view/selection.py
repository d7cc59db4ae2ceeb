"""The selection in the view of groups, as documents and groups."""

from itertools import islice

from simcore import DocumentId

from .position import selected_rows
from .view import GroupView


def current_document(view: GroupView) -> DocumentId | None:
    """Return the document of the current row; of a group's row the kept one."""
    index = view.currentIndex()
    group = view.groups.group_at(index)
    if group is None:
        return None
    document = view.groups.document_at(index)
    return group.representative if document is None else document


def selected_documents(view: GroupView, most: int) -> list[DocumentId]:
    """Return the documents of the selected rows in their order, ``most`` at most.

    The row of a group stands for its kept document.
    """
    found: dict[DocumentId, None] = {}
    for index in islice(selected_rows(view), most):
        group, document = view.groups.group_at(index), view.groups.document_at(index)
        if group is not None:
            found[group.representative if document is None else document] = None
    return list(found)


def selected_groups(view: GroupView) -> frozenset[DocumentId]:
    """Return the kept documents of the groups that are selected, or that hold a selected row."""
    groups = (view.groups.group_at(index) for index in selected_rows(view))
    return frozenset(group.representative for group in groups if group is not None)
