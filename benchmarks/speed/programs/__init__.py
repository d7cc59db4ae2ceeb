"""Programs that are run as processes of their own, by their path: they import what they must."""
