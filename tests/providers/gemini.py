"""A provider like Google: it signs the first call of a step, and wants the signature back there."""

from collections.abc import Iterable, Iterator, Mapping

from .refused import Json, Refused, same

Reply = list[dict[str, Json]]


class Gemini:
    """Answers with the replies of a script, in turn."""

    def __init__(self, replies: Iterable[Reply], model: str = "gemini-3.8-flash") -> None:
        self.model = model
        self.bodies: list[Json] = []
        self.read: list[list[str]] = []
        """The signatures that each request gave back."""
        self._replies = iter(replies)
        self._issued: dict[str, str] = {}

    def send(self, body: Json, headers: Mapping[str, str]) -> Iterator[Json]:
        """The events of a reply. Raises `Refused`."""
        read = [*self._look(body["contents"])]
        self.bodies.append(body)
        self.read.append(read)
        return iter([*self._events(next(self._replies))])

    def _look(self, contents: list[Json]) -> Iterator[str]:
        turn = max((at for at, content in enumerate(contents) if _asks(content)), default=-1)
        for at, content in enumerate(contents):
            calls = [part for part in content["parts"] if "functionCall" in part]
            if content["role"] != "model" or not calls:
                continue
            if at > turn and "thoughtSignature" not in calls[0]:
                raise Refused(f"contents[{at}]: Function call is missing a thought_signature")
            for part in calls:
                if "thoughtSignature" in part:
                    yield self._check(part, at)

    def _check(self, part: Json, at: int) -> str:
        signature: str = part["thoughtSignature"]
        if self._issued.get(signature) != _called(part):
            raise Refused(f"contents[{at}]: Corrupted thought signature.")
        return signature

    def _events(self, reply: Reply) -> Iterator[Json]:
        number = len(self.bodies)
        head = {"responseId": f"resp-{number}", "modelVersion": self.model}
        signed = False
        for part in reply:
            sent = part
            if "functionCall" in part and not signed:
                signature = f"CiQB/{self.model}+{number}=="
                self._issued[signature] = _called(part)
                sent, signed = {**part, "thoughtSignature": signature}, True
            candidate = {"content": {"role": "model", "parts": [sent]}, "index": 0}
            yield {**head, "candidates": [candidate]}
        yield {**head, "candidates": [{"finishReason": "STOP", "index": 0}]}


def _called(part: Json) -> str:
    call = part["functionCall"]
    return same([call["name"], call.get("args") or {}])


def _asks(content: Json) -> bool:
    """Whether a person asks something here, which begins a turn."""
    results = any("functionResponse" in part for part in content["parts"])
    return content["role"] == "user" and not results
