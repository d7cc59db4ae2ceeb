"""The search in a cluster beside one machine, and beside the script of a peer, on this machine."""
