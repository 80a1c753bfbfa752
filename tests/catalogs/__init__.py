"""What public packages ship, held against the catalog."""
