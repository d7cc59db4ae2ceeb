"""How things look: colours, icons, badges, text on one base line, the style over the desktop's.

Exports: ``colours_of`` (colour tokens of a palette), ``icon`` and ``paint_icon`` (Lucide's icons in
the palette's colours), ``LOOKS`` (the sign and colours of each kind of document), ``paint_badge``,
``paint_bar``, the text painting of ``text``, measures of ``measures``, ``HouseStyle``.

May import: language.
"""
