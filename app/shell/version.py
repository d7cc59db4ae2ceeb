"""The program's version."""


def version() -> str:
    """Return the version of the installed program; "unknown" if it was never installed."""
    from importlib import metadata  # noqa: PLC0415 - a window opens without it

    try:
        return metadata.version("variorum")
    except metadata.PackageNotFoundError:
        return "unknown"
