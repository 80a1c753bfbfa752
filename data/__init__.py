"""Facts about models, one TOML file a vendor."""
