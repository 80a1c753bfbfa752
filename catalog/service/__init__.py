"""The catalog over HTTP: models, rewriting, and what an operator asks of a running service."""

from forethought.catalog.service.app import create_app
from forethought.catalog.service.server import serve
from forethought.catalog.service.settings import Settings, SettingsError, read_settings

__all__ = ["Settings", "SettingsError", "create_app", "read_settings", "serve"]
