"""Requests for models that cannot be told."""


class UnknownModel(LookupError):
    """Nobody knows the id, and the caller asked to be told so."""

    def __init__(self, asked: str, suggestions: tuple[str, ...] = ()) -> None:
        near = f"; near it: {', '.join(suggestions)}" if suggestions else ""
        super().__init__(f"the model {asked!r} is not known{near}")
        self.asked = asked
        self.suggestions = suggestions


class NoModelNamed(LookupError):
    """Neither the call nor the request names a model or a route."""

    def __init__(self) -> None:
        super().__init__("no model is named: neither beside the request nor in its `model`")
