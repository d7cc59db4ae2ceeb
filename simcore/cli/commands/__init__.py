"""The commands, a module each; its function of the same name adds the options."""
