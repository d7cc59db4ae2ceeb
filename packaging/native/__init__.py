"""How the compiled core and its tables are built; pure Python, without setuptools and dependencies.

``targets`` says for which machines, ``compilers`` finds what compiles for them, ``outputs`` keeps
what was built and builds what is not. ``../backend.py`` is what pip asks, setup.py puts the outputs
into the package, ``../build_core.py`` into the checkout.
"""
