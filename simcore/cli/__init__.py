"""The command line. A command imports what it needs when it runs."""
