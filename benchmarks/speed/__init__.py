"""How fast Variorum is, always beside something else in the same run.

    python -m benchmarks.speed [--rows NAME ...] [--documents N] [--quick] [--million]

See benchmarks/README.md. One file a noun; ``programs/`` has what is run as a process of its own.
"""
