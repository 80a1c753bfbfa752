"""Facts about models, one TOML file a vendor."""

if __name__ != "forethought.data":
    raise ImportError("import forethought.data: a bare import makes a second set of classes")
