"""Build a wheel for every kind of machine, with the packages of the extra "wheels".

python packaging/build_wheels.py FOLDER [TARGET...]
"""

import os
import subprocess
import sys
from pathlib import Path

from native.outputs import ROOT
from native.targets import TARGETS, VARIABLE


def main(folder: str, *names: str) -> None:
    """Build those that are named, or all."""
    wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    for name in names or TARGETS:
        command = [*wheel, "--wheel-dir", str(Path(folder).absolute()), str(ROOT)]
        ran = subprocess.run(command, env={**os.environ, VARIABLE: name}, check=False)  # noqa: S603
        if ran.returncode != 0:
            sys.exit(f"no wheel was built for {name}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
