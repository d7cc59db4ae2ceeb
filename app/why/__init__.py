"""The tab "Why these two": what differs in words, passages, figures; fingerprints and votes."""
