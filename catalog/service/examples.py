"""Requests to try, as the schema shows them. Their models are made up: any id will do."""

from typing import Final

RESOLVE: Final = {"items": [{"model": "MODEL", "platform": "bedrock"}, {"route": "ROUTE"}]}
REWRITE: Final = {
    "request": {
        "model": "MODEL",
        "temperature": 0.2,
        "messages": [{"role": "user", "content": "Hello"}],
    },
    "wire": "openai.chat",
    "intent": {"effort": "high"},
}
VALIDATE: Final = {
    "files": {"eu.toml": 'schema = 1\n\n[route."eu"]\nmodel = "MODEL"\nplatform = "bedrock"\n'}
}
