import sys, faulthandler; faulthandler.enable()
from PySide6.QtWidgets import *
from simcore import Kind
app=QApplication([])
w=QWidget(); l=QVBoxLayout(w)
what=sys.argv[1]
if what=="tick":
    from app.removal.rules.kind_tick import KindTick
    t=KindTick(Kind.NEAR,w); t.show_count(5); l.addWidget(t)
if what=="cards":
    from app.removal.rules.cards import *
    c=RuleCards("x",w); l.addWidget(c); c.show_cards([RuleCard("a","b","c",True),RuleCard("a2","b","c")],0)
if what=="list":
    from app.removal.rules.list import *
    c=RuleList([],w); l.addWidget(c); c.set_rules([KeepRule(KeepBy.NEWEST)])
w.show(); app.processEvents(); w.grab().save("/tmp/w14-dialogs-tmp/z.png"); print("ok")
