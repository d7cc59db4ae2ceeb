"""Documents that are ZIP packages of XML, as Word, Excel, PowerPoint and OpenDocument write them.

Workbooks of Excel before 2007 are here too, for their cells. Every package comes in through
``package``, which bounds what it unpacks to, and ``markup``, which hands XML over as events: no
tree is built, and no entity is expanded, whatever a file holds.

Exports: a module for each format, whose function ``read`` the room above imports.

May import: model, text.
"""
