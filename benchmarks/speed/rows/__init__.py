"""The rows of the table: one file a row, or a few that share what they measure."""
