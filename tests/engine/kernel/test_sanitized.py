"""The core under sanitizers: nothing outside of an array, nothing that C leaves undefined."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from amounts import Counted, amount
from native.outputs import PACKAGE
from places import ROOT

SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
FLAGS = f"-std=c11 -O1 -g -fPIC -shared -fvisibility=hidden -ffp-contract=off {SANITIZERS}".split()

FUZZ = """
import random, sys, time
from pathlib import Path
import numpy as np
from simcore.kernel import core
core.NAME = sys.argv[1]

class Exact:
    # arrays of just the size that is asked for, so that what is beyond is noticed
    def of(self, size):
        return core.memory(size)
core.MEMORY = core._MEMORY_OF_WORDS = Exact()
drawn = random.Random(int(sys.argv[2]))
end = time.monotonic() + float(sys.argv[3])
alphabets = [
    range(0x20, 0x7F), range(0x110000), range(0x4E00, 0x9FD6), range(0x2000, 0x3400),
    range(1 << 32), range(0x300, 0x1200),
    [*map(ord, "ab.:` -$1\\n\\r人中\\u200d\\ufdfa\\u0132\\u3000é")],
    range(0xF900, 0x10000), [ord("a")], [ord("人"), ord("不")],
]
done = 0
while done < 50 or time.monotonic() < end:
    picked = [drawn.choice(alphabets) for _ in range(drawn.choice([1, 2, 4]))]
    count = drawn.choice([0, 1, 2, 3, 4, 5, 6, 20, 100, 1_000])
    codes = np.array([drawn.choice(drawn.choice(picked)) for _ in range(count)], dtype=np.uint32)
    words = None
    if drawn.random() < 0.1:
        listed = {"".join(map(chr, codes[at : at + 3] % 0xD800)): 3 for at in range(len(codes))}
        words = core.dictionary(listed, 10 * len(listed) + 1)
    for seen in (True, False):
        folded = core.fold(codes, seen=seen)
    for text in (codes, *([] if folded is None else [folded.codes])):
        for foreign in (True, False):
            core.pieces(text, foreign=foreign, words=words)
            core.printed(text, foreign=foreign, words=words)
        core.may_be_foreign(text)
        core.letters(text)
        form, places = core.compared(text)
        shingles = core.shingles(form.copy())
        core.runs(form.copy())
        sets = [core.distinct(core.longer(shingles, one)) for one in (5, 6, 9, 16, 32)]
        sets += [core.each(shingles), core.each(np.repeat(shingles, 2))]
        placed = [*map(core.Placed, sets)]
        core.shared([(one, other) for one in placed for other in placed])
        order = placed[0].places(shingles)
        core.alone([(placed[0], order, one) for one in placed], 1, 3)
        done += 1
    # sizes and values at which it is sorted in another way
    size = drawn.choice([17, 32, 63, 64, 300, (1 << 16) + drawn.randint(-1, 1)])
    values = np.random.default_rng(done).integers(0, 1 << 64, size, dtype=np.uint64)
    low, high = np.uint64(drawn.randint(0, 63)), np.uint64(drawn.randint(0, 63))
    many = core.Placed(core.distinct(values >> low << high))
    few = core.Placed(core.distinct(values[: size // 200 + 1] >> low))
    core.shared([(few, many), (many, few)])
    core.each(many.hashes)
    # texts in lists, at the edges of what is told, too
    count, number = drawn.randint(1, 40), drawn.randint(1, 30)
    lists = [drawn.sample(range(count), drawn.randint(0, count)) for _ in range(number)]
    ends = np.cumsum([0, *map(len, lists)])
    # of a damaged file any number may come
    rows = np.array([[drawn.choice([-9, 0, 1, 2, 3, 4, 5, 6, 99, 1 << 30]) for _ in range(8)]
        for _ in range(count)], dtype=np.int32)
    named = [sorted(drawn.choices(range(number), k=drawn.randint(0, 5))) for _ in range(count)]
    slices = np.array([ends[at : at + 2] for some in named for at in some], dtype=np.int32)
    meeting = core.Meeting(np.array(sum(lists, []), dtype=np.int32), core.Sized(rows),
        drawn.choice([0, 0.3]), drawn.choice([0, 0.5]))
    first = np.cumsum([0, *map(len, named)])
    for _ in meeting.of(slices.reshape(-1, 2), first, core.Sized(rows), slice(0, count), int):
        pass
print(done)
"""


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Compile the core with sanitizers; return the library, and that of the address sanitizer."""
    gcc = shutil.which("gcc")
    if gcc is None or sys.platform != "linux":
        pytest.skip("there is no gcc for Linux, so sanitizers were not run")
    library = tmp_path_factory.mktemp("sanitized") / "_core.so"
    sources = sorted(map(str, (ROOT / PACKAGE / "source").glob("*.c")))
    made = subprocess.run(
        [gcc, *FLAGS, *sources, "-o", library], check=False, capture_output=True, text=True
    )
    if made.returncode:
        pytest.skip(f"gcc has no sanitizers here: {made.stderr}")
    asked = [gcc, "-print-file-name=libasan.so"]
    runtime = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    return library, Path(runtime).resolve()


def run(sanitized: tuple[Path, Path], code: str, *arguments: object) -> subprocess.CompletedProcess:
    library, runtime = sanitized
    return subprocess.run(
        [sys.executable, "-c", code, library, *map(str, arguments)],
        cwd=ROOT,
        env={
            "LD_PRELOAD": str(runtime),
            "ASAN_OPTIONS": "detect_leaks=0",
            "PYTHONPATH": str(ROOT),
            "PYTHONMALLOC": "malloc",
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.a_minute
def test_no_text_reaches_beyond_its_arrays(sanitized: tuple[Path, Path], counted: Counted) -> None:
    # other texts with each run: of one seed, the first 500 reach as many lines of C as 4,500
    seed = amount("SEED", *2 * [random.randrange(1 << 32)])
    done = run(sanitized, FUZZ, seed, amount("SANITIZED_SECONDS", 5, 600))
    assert done.returncode == 0, f"VARIORUM_SEED={seed}\n{done.stderr}"
    counted("texts under sanitizers", int(done.stdout))


def test_what_is_beyond_an_array_is_noticed(sanitized: tuple[Path, Path]) -> None:
    """Else the test above could not fail."""
    code = (
        FUZZ.partition("class Exact")[0]
        + """
short = np.empty(3, dtype=np.uint64)
loaded = core.library()
loaded.core_shingles(np.full(20, 97, np.uint32).ctypes.data, 20, short.ctypes.data)
"""
    )
    done = run(sanitized, code)
    assert done.returncode != 0
    assert "heap-buffer-overflow" in done.stderr
    assert "core_shingles" in done.stderr
