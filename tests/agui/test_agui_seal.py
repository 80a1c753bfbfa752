"""The seal: what it packs it opens, and nothing else."""

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forethought.policies.agui import Artefact, Packed, Seal
from forethought.policies.agui.seal import PREFIX

ARTEFACT = Artefact(kind="anthropic.signature", data="S", signed_by="p/m", route="r", account="a")


def reopened(seal: Seal, packed: Packed) -> Artefact | None:
    return seal.open(packed.value, packed.type, packed.metadata)


@pytest.mark.parametrize("seal", [Seal(), Seal(b"k"), Seal(style="raw")])
@given(data=st.text(), rest=st.none() | st.dictionaries(st.text(), st.none() | st.text()))
def test_what_is_packed_opens_the_same(seal: Seal, data: str, rest: Any) -> None:
    artefact = Artefact(kind="openai.encrypted_content", data=data, signed_by="p/m", rest=rest)
    assert reopened(seal, seal.pack(artefact)) == artefact


def test_an_envelope_says_all_by_itself() -> None:
    packed = Seal(b"k").pack(ARTEFACT)
    assert packed.type is None
    assert Seal(b"k").open(packed.value) == ARTEFACT


def test_another_key_does_not_open_it() -> None:
    value = Seal(b"k").pack(ARTEFACT).value
    assert Seal(b"other").open(value) is None
    assert Seal().open(value) is None
    assert Seal(b"k").open(Seal().pack(ARTEFACT).value) is None


def test_a_changed_envelope_does_not_open() -> None:
    value = Seal(b"k").pack(ARTEFACT).value
    for place in range(len(PREFIX), len(value)):
        changed = value[:place] + ("A" if value[place] != "A" else "B") + value[place + 1 :]
        assert Seal(b"k").open(changed) is None


@pytest.mark.parametrize(
    "value",
    ["", "x", PREFIX, PREFIX + "é", PREFIX + "e30", PREFIX + "!!", "\0", PREFIX + "W10",
     PREFIX + base64.urlsafe_b64encode(b"[" * 100_000).decode().rstrip("=")],
)  # fmt: skip
def test_a_foreign_value_is_none_not_an_error(value: str) -> None:
    assert Seal().open(value) is None


@given(st.text())
def test_any_value_is_opened_or_none(value: str) -> None:
    assert Seal(b"k").open(value) is None
    assert Seal().open(PREFIX + value) is None or value


def test_a_raw_value_says_its_kind_beside_it() -> None:
    packed = Seal(style="raw").pack(ARTEFACT)
    assert (packed.value, packed.type) == ("S", "anthropic.signature")
    assert packed.metadata == {"forethought": {"signed_by": "p/m", "route": "r", "account": "a"}}
    assert Seal(style="raw").open("S", "anthropic.signature") == Artefact(
        kind="anthropic.signature", data="S"
    )
    assert Seal(style="raw").open("S", "somebody.else") is None
    assert Seal(style="raw").open("S") is None
    assert Seal(style="raw").open("S", "anthropic.signature", {"forethought": {"route": 7}}) is None


def test_no_repr_tells_a_secret() -> None:
    told = repr(ARTEFACT) + repr(Seal(b"hush").pack(ARTEFACT)) + repr(Seal(b"hush"))
    assert "'S'" not in told
    assert "hush" not in told
    assert Seal(b"hush").pack(ARTEFACT).value not in told
