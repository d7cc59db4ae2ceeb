"""What screen readers are told of widgets that paint all by themselves: that they are documents.

Qt takes a widget of ours for a mere part of the window.
"""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

_roles: dict[str, QAccessible.Role] = {}
_interfaces: list[QAccessibleInterface] = []
"""The Python halves of the interfaces; Qt owns the other halves, and must not outlive these."""


def speak_as(widget: type[QWidget], role: QAccessible.Role) -> None:
    """Let widgets of a class have a role, for screen readers."""
    if not _roles:
        QAccessible.installFactory(_interface)
    _roles[widget.__name__] = role


def _interface(name: str, widget: QObject) -> QAccessibleInterface | None:
    role = _roles.get(name)
    if role is None or not isinstance(widget, QWidget):
        return None
    interface = QAccessibleWidget(widget, role)
    _interfaces.append(interface)
    return interface
