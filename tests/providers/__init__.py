"""Providers that are none: they check a request as the real ones do, and answer by a script."""
