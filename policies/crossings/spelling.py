"""Names and ids that a vendor's pattern refuses, spelled so that they are taken, and back."""

import re
from zlib import crc32

from forethought.policies.changes import Change, Why, tell

_LONGEST = 128


class Spelling:
    """A pattern of `letters`, as a character class of `re` lists them; where `first` is given, the
    text begins with one of those."""

    def __init__(self, letters: str, first: str | None = None) -> None:
        head = letters if first is None else first
        self._taken = re.compile(f"[{head}][{letters}]{{0,{_LONGEST - 1}}}")
        self._refused = re.compile(f"[^{letters}]")
        self._begun = re.compile("" if first is None else f"[{first}]")

    def spell(self, text: str) -> str:
        """The text itself where the pattern takes it, else a spelling that only it has."""
        if self._taken.fullmatch(text):
            return text
        mark = f"_{crc32(text.encode('utf-8', 'surrogatepass')):08x}"
        made = self._refused.sub("_", text)
        made = made if self._begun.match(made) else f"_{made}"
        return made[: _LONGEST - len(mark)] + mark


class Names:
    """Names of functions as they are sent; one that had to be spelled anew is told."""

    def __init__(self, spelling: Spelling, rule: str, why: Why, changes: list[Change]) -> None:
        self._spelling = spelling
        self._rule = rule
        self._why = why
        self._changes = changes
        self.anew: dict[str, str] = {}
        """The name sent to the caller's own, where they differ."""

    def spell(self, name: str, at: str) -> str:
        """The name to send for that of the tool or the call at `at`."""
        sent = self._spelling.spell(name)
        if sent != name:
            self.anew[sent] = name
            self._changes.append(tell(f"{at}/function/name", name, self._rule, self._why, sent))
        return sent


class CallIds:
    """The ids of calls, each used once: a conversation may say `call_0` again, Claude may not."""

    def __init__(self, spelling: Spelling) -> None:
        self._spell = spelling.spell
        self._sent: dict[str, str] = {}
        """The newest call of an id, as it is sent."""
        self._used: set[str] = set()

    def call(self, asked: str) -> str:
        """The id to send for a call."""
        sent, count = self._spell(asked), 1
        while sent in self._used:
            count += 1
            sent = self._spell(f"{asked}_{count}")
        self._used.add(sent)
        self._sent[asked] = sent
        return sent

    def result(self, asked: str) -> str:
        """The id to send for the result of the newest call of that id."""
        return self._sent.get(asked) or self._spell(asked)
