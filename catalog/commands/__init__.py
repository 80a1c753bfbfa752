"""The commands of `forethought`, one module each, and what they share."""
