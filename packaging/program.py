"""What the one-folder build starts: PyInstaller runs a file, and no module of a package."""

import sys

from variorum.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
