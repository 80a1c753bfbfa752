"""What can go wrong with a request. No message holds a word of its content."""


class RequestError(ValueError):
    """A request that cannot be rewritten. `code` is for machines, `pointer` is a JSON pointer into
    the caller's body ("" for the whole of it)."""

    code = "bad_request"

    def __init__(self, message: str, *, pointer: str = "") -> None:
        super().__init__(f"{pointer}: {message}" if pointer else message)
        self.message = message
        self.pointer = pointer


class Unreadable(RequestError):
    """The bytes are no JSON object: `bad_json`, `too_deep` or `not_an_object`."""

    def __init__(self, message: str, *, code: str) -> None:
        super().__init__(message)
        self.code = code


class Untranslatable(RequestError):
    """Something in the body has no place on the target wire, or cannot be read to find one."""

    code = "untranslatable"


class UnsupportedCrossing(Untranslatable):
    """No translation leads from the request's wire to one that the model is served on."""

    code = "unsupported_crossing"


class PolicyRefused(RequestError):
    """The policy says to refuse rather than to change what the answer would mean."""

    code = "policy_refused"


class WrongEndpoint(RequestError):
    """The model takes this request on another of its wires only, which the message names."""

    code = "wrong_endpoint"
