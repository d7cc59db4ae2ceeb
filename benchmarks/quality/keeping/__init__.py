"""Whether the right document of a group is kept: the original of copies, the newer of releases.

    python -m benchmarks.quality.keeping [--half tuned|aside|strangers|unseen] [--work FOLDER]

``copies`` makes copies of real documents as programs make them: by ``cp``, ``cp --archive``, with
the names of file managers, browsers and sync services, and with the times that these set.
``releases`` lays pages of two releases out as people have them: unpacked beside one another, with
the release in their names, with nothing but their times, with nothing but their text. The truth is
which file was there first, and which release a page is from. ``sources`` says where documents come
from: what tunes the program looks at ``tuned``, ``aside`` says at the end whether it was right to.
``families`` has drafts, copies and serial numbers with the names that people give; those of
``strangers`` are from pages that others wrote about such names.
A library is scanned as a user would, and the kept document of each group is compared with the
truth. Pairs that are in no common group are counted apart: nothing is kept of them.
"""
