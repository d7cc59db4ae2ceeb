"""A session of Spark, where PySpark and a Java are that run it; or else why these tests do not."""

import importlib.util
from collections.abc import Iterator
from typing import Any

import pytest

from simcore.cluster.session import check_java, open_session
from simcore.model.reasons import SimcoreError


def _why_not() -> str | None:
    if importlib.util.find_spec("pyspark") is None:
        return 'PySpark is not installed: pip install -e ".[test,spark]"'
    try:
        check_java()
    except SimcoreError as error:
        return str(error)
    return None


@pytest.fixture(scope="session")
def quick() -> dict[str, str]:
    """Variables with which Java starts in half of the time: it makes less of what it runs often."""
    why = _why_not()
    if why is not None:
        pytest.skip(why)
    options = "--driver-java-options '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'"
    return {"PYSPARK_SUBMIT_ARGS": f"--conf spark.ui.enabled=false {options} pyspark-shell"}


@pytest.fixture(scope="session")
def session(quick: dict[str, str]) -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in quick.items():
            patch.setenv(name, value)
        found = open_session("local[1]")
    yield found
    found.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(__file__.rpartition("/")[0]):
            # of PySpark and of what it imports
            item.add_marker(pytest.mark.filterwarnings("ignore"))
