"""The model catalog: spellings, families, layers and the snapshot that answers from them."""

if __name__ != "forethought.catalog":
    raise ImportError("import forethought.catalog: a bare import makes a second set of classes")


from forethought.catalog.catalog import Catalog
from forethought.catalog.found import Found, Lifecycle, Origin
from forethought.catalog.mistakes import CatalogError, Mistake
from forethought.catalog.unknown import NoModelNamed, UnknownModel

__all__ = [
    "Catalog",
    "CatalogError",
    "Found",
    "Lifecycle",
    "Mistake",
    "NoModelNamed",
    "Origin",
    "UnknownModel",
]
