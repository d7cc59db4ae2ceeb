"""Build the compiled core and its tables into this checkout, where they are not fresh.

python packaging/build_core.py
"""

import sys

from native.outputs import PACKAGE, ROOT, Outputs
from native.targets import UnbuildableError, this_machine

if __name__ == "__main__":
    try:
        for path in Outputs(this_machine()).put(ROOT / PACKAGE):
            print(path.relative_to(ROOT), path.stat().st_size)
    except UnbuildableError as error:
        sys.exit(str(error))
