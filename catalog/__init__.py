"""The model catalog: spellings, families, layers and the snapshot that answers from them."""
