"""The commands of `pennysight`, a module each. They import what is heavy only when they run."""
