"""`/v1/signatures`, and rewriting in a conversation."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeAlias
from uuid import uuid4

import msgspec
import pytest
from litestar import Litestar
from litestar.stores.base import Store
from litestar.testing import TestClient

from forethought.catalog.service import Settings, create_app
from forethought.policies.kept import Kept

from .replies import SECRET, kept, request

Json: TypeAlias = Any
Client: TypeAlias = TestClient[Litestar]
TOKEN = {"authorization": "Bearer t0ken"}
PATHS = [
    ("PUT", "/v1/signatures", {"conversation": "c", "kept": {"wire": "openai.chat"}}),
    ("POST", "/v1/signatures/restore", {"conversation": "c", "request": {}}),
    ("DELETE", "/v1/signatures", {"conversation": "c"}),
    ("POST", "/v1/rewrite", {"conversation": "c", "request": request("t1")}),
]


@pytest.fixture
def start() -> Iterator[Callable[..., Client]]:
    """Starts services that end with the test."""
    with ExitStack() as stack:

        def make(**settings: Json) -> Client:
            told: Json = {"signatures_token": "t0ken", **settings}
            return stack.enter_context(TestClient(create_app(Settings(**told))))

        yield make


@pytest.fixture
def client(start: Callable[..., Client], place: str) -> Client:
    """A service on each kind of store."""
    return start(signatures=place)


@pytest.fixture
def on_files(start: Callable[..., Client], tmp_path: Path) -> Client:
    """A service that keeps in files."""
    return start(signatures=f"file:{tmp_path}")


class Talk:
    """One conversation with a service."""

    def __init__(self, client: Client, conversation: str, tenant: str = "acme") -> None:
        self.client = client
        self.told = {"tenant": tenant, "conversation": conversation}

    def keep(self, replies: Kept | list[Kept]) -> Json:
        body = msgspec.json.encode({**self.told, "kept": replies})
        return self.client.put("/v1/signatures", content=body, headers=TOKEN)

    def restore(self, body: Json, **more: Json) -> Json:
        told = {**self.told, "request": body, **more}
        return self.client.post("/v1/signatures/restore", json=told, headers=TOKEN)

    def rewrite(self, body: Json, **more: Json) -> Json:
        told = {**self.told, "request": body, **more}
        return self.client.post("/v1/rewrite", json=told, headers=TOKEN)

    def forget(self, **more: Json) -> Json:
        told = {**self.told, **more}
        return self.client.request("DELETE", "/v1/signatures", json=told, headers=TOKEN)


@pytest.fixture
def talk(client: Client) -> Talk:
    return Talk(client, uuid4().hex)


def blocks_in(answer: Json) -> list[Json]:
    rows = answer.json()["request"]["messages"]
    return [block for row in rows for block in row.get("thinking_blocks", ())]


def test_what_was_kept_comes_back_by_a_restore(talk: Talk) -> None:
    replies = [kept("t1"), kept("t2")]
    assert talk.keep(replies).json() == {"kept": 2, "unsigned": 0, "forgotten": 0}
    answer = talk.restore(request("t1", "t2"))
    assert answer.status_code == 200
    assert blocks_in(answer) == [reply.blocks[0] for reply in replies]
    assert (answer.json()["restored"], answer.json()["notes"]) == (2, [])


def test_another_tenant_and_another_conversation_read_nothing(talk: Talk) -> None:
    talk.keep(kept("t1"))
    conversation = talk.told["conversation"]
    for other in (Talk(talk.client, conversation, "other"), Talk(talk.client, uuid4().hex)):
        assert other.restore(request("t1")).json()["restored"] == 0
        assert other.forget().status_code == 204
    assert talk.restore(request("t1")).json()["restored"] == 1


def test_what_was_forgotten_does_not_come_back(talk: Talk) -> None:
    talk.keep([kept("t1"), kept("t2"), kept("t3")])
    answer = talk.forget(first_call_id="t1")
    assert (answer.status_code, answer.content) == (204, b"")
    assert talk.restore(request("t1", "t2", "t3")).json()["restored"] == 2
    talk.forget()
    assert talk.restore(request("t1", "t2", "t3")).json()["restored"] == 0


def test_a_reply_with_nothing_signed_or_no_name_is_not_kept(talk: Talk) -> None:
    nameless = kept("t1", reply_id=None, call_ids=())
    unsigned = kept("t2", blocks=(), layout=("call",))
    answer = talk.keep([nameless, unsigned, kept("t3")]).json()
    assert answer == {"kept": 1, "unsigned": 2, "forgotten": 0}


def test_rewriting_in_a_conversation_restores_by_itself(talk: Talk) -> None:
    talk.keep(kept("t1"))
    answer = talk.rewrite(request("t1")).json()
    reply = answer["request"]["messages"][1]
    assert reply["content"][0] == kept("t1").blocks[0]
    assert (answer["restored"], answer["front"]) == (1, {"changed": []})
    assert talk.client.post("/v1/rewrite", json={"request": request("t1")}).json()["front"] is None


@pytest.mark.parametrize(("model", "restored"), [("claude-opus-5-5", 0), ("claude-opus-5", 1)])
def test_nothing_goes_back_behind_a_gap_to_a_model_that_would_refuse_it(
    on_files: Client, model: str, restored: int
) -> None:
    talk = Talk(on_files, "c")
    talk.keep(kept("t1", layout=("gap", "block", "call")))
    body = {**request("t1"), "model": model}
    assert talk.rewrite(body).json()["restored"] == restored
    assert talk.rewrite(request("t1"), model=model).json()["restored"] == restored
    binding = "none" if restored else "prefix"
    assert talk.restore(body, binding=binding).json()["restored"] == restored


@pytest.mark.parametrize("model", ["nobody-knows-it", "text-embedding-3-large"])
def test_what_is_for_a_model_that_nobody_knows_goes_as_it_came(
    on_files: Client, model: str
) -> None:
    talk = Talk(on_files, "c")
    talk.keep(kept("t1"))
    answer = talk.rewrite({**request("t1"), "model": model}).json()
    assert answer["request"] == {**request("t1"), "model": model}
    assert (answer["restored"], answer["changes"]) == (0, [])


def test_a_change_before_a_kept_block_is_told_once(talk: Talk) -> None:
    talk.keep([kept("t1"), kept("t2")])
    assert talk.rewrite(request("t1")).json()["front"]["changed"] == []
    grown = talk.rewrite(request("t1", "t2")).json()
    assert grown["front"]["changed"] == []
    changed = talk.rewrite(request("t1", "t2", system="another")).json()
    assert changed["front"]["changed"] == ["system"]
    assert any("changed before a kept block: system" in note for note in changed["notes"])
    assert talk.rewrite(request("t1", "t2", system="another")).json()["front"]["changed"] == []
    effort = talk.rewrite({**request("t1", system="another"), "reasoning_effort": "max"}).json()
    assert effort["front"]["changed"] == ["effort"]


def test_a_change_behind_every_kept_block_is_none(talk: Talk) -> None:
    talk.keep(kept("t1"))
    talk.rewrite(request("t1", "t2"))
    assert talk.rewrite(request("t1", "t3")).json()["front"]["changed"] == []


def test_each_model_has_a_front_of_its_own(talk: Talk) -> None:
    talk.keep(kept("t1"))
    assert talk.rewrite(request("t1")).json()["front"]["changed"] == []
    other = talk.rewrite(request("t1", system="n"), model="gemini-3.8-flash").json()
    assert other["front"]["changed"] == []
    assert SECRET not in json.dumps(other)
    again = talk.rewrite(request("t1", system="m"), model="gemini-3.8-flash").json()
    assert again["front"]["changed"] == []
    back = talk.rewrite(request("t1", system="n")).json()
    assert back["front"]["changed"] == ["system"]


def test_a_front_is_remembered_without_a_word_of_the_request(
    on_files: Client, tmp_path: Path
) -> None:
    body = request("t1", system="an unusual instruction")
    Talk(on_files, "c").rewrite(body)
    stored = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert stored
    assert not any(word in stored for word in (b"unusual", b'"hi', b'"t1'))


def test_what_is_not_restored_stays_byte_for_byte(on_files: Client) -> None:
    talk = Talk(on_files, "c")
    talk.keep(kept("t1"))
    rows = json.dumps(request("t1")["messages"])[1:-1]
    odd = '{"role":"user","content":"\\u00e4", "n" : 1E5, "n":1.50}'
    body = f'{{ "b":1E400, "messages" : [{rows}, {odd}],"a" : [ 1.0,2 ]}}'
    told = f'{{"conversation":"c","tenant":"acme","request":{body}}}'.encode()
    answer = on_files.post("/v1/signatures/restore", content=told, headers=TOKEN)
    assert answer.json()["restored"] == 1
    for part in (odd, '"b":1E400', '"a":[ 1.0,2 ]'):
        assert part in answer.text
    nothing = told.replace(b'"t1"', b'"t9"')
    same = on_files.post("/v1/signatures/restore", content=nothing, headers=TOKEN)
    assert body.replace('"t1"', '"t9"') in same.text


@pytest.mark.parametrize(("method", "path", "body"), PATHS)
@pytest.mark.parametrize(
    "headers", [{}, {"authorization": "Bearer t0ken2"}, {"authorization": "Basic t0ken"}]
)
def test_nobody_comes_in_without_the_token(
    on_files: Client, method: str, path: str, body: Json, headers: dict[str, str]
) -> None:
    answer = on_files.request(method, path, json=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")
    assert "FORETHOUGHT_SIGNATURES_TOKEN" in answer.json()["detail"]
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(("method", "path", "body"), PATHS)
def test_without_a_store_there_is_nothing_to_ask(
    start: Callable[..., Client], method: str, path: str, body: Json
) -> None:
    answer = start(signatures_token=None).request(method, path, json=body, headers=TOKEN)
    assert (answer.status_code, answer.json()["code"]) == (404, "signatures_off")
    assert "FORETHOUGHT_SIGNATURES" in answer.json()["detail"]


@pytest.mark.parametrize("path", ["/v1/signatures", "/v1/signatures/restore"])
def test_nothing_lists_or_reads_what_is_kept(on_files: Client, path: str) -> None:
    Talk(on_files, "c").keep(kept("t1"))
    answer = on_files.get(path, headers=TOKEN)
    assert answer.status_code == 405


BAD: list[tuple[str, str, bytes, int, str]] = [
    ("PUT", "", b"no json", 400, "bad_json"),
    ("PUT", "", b"[]", 400, "not_an_object"),
    ("PUT", "", b"{}", 400, "invalid_field"),
    ("PUT", "", b'{"conversation":"","kept":[]}', 400, "invalid_field"),
    ("PUT", "", b'{"conversation":"c","kept":3}', 400, "invalid_field"),
    ("PUT", "", b'{"conversation":"c","kept":[{"wire":"SECRET"}]}', 400, "invalid_field"),
    (
        "PUT",
        "",
        b'{"conversation":"c","kept":{"wire":"openai.chat","layout":["SECRET"]}}',
        400,
        "invalid_field",
    ),
    ("PUT", "", b'{"conversation":"\xff","kept":[]}', 400, "bad_json"),
    ("POST", "/restore", b'{"conversation":"c","request":3}', 400, "not_an_object"),
    ("POST", "/restore", b'{"conversation":"c","request":{},"wire":"x"}', 400, "invalid_field"),
    ("DELETE", "", b'{"conversation":"c","all":true}', 400, "invalid_field"),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "code"), BAD)
def test_what_cannot_be_read_is_told_without_what_it_holds(
    on_files: Client, method: str, path: str, body: bytes, status: int, code: str
) -> None:
    answer = on_files.request(method, f"/v1/signatures{path}", content=body, headers=TOKEN)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "SECRET" not in answer.text


@pytest.mark.parametrize(
    "body",
    [
        b'{"messages":3}',
        b'{"messages":"hi"}',
        b'{"messages":[3,null,{"role":"assistant","tool_calls":[{}]}]}',
        b'{"messages":[' + b"[" * 600 + b"]" * 600 + b"]}",
        b"{}",
    ],
)
def test_an_odd_request_comes_back_as_it_came(on_files: Client, body: bytes) -> None:
    talk = Talk(on_files, "c")
    talk.keep(kept("t1"))
    told = b'{"conversation":"c","tenant":"acme","request": ' + body + b"}"
    answer = on_files.post("/v1/signatures/restore", content=told, headers=TOKEN)
    assert answer.status_code == 200
    assert answer.json()["restored"] == 0
    assert b'"request":' + body.strip() in answer.content


def test_too_much_is_refused_and_nothing_of_it_is_kept(
    start: Callable[..., Client], place: str
) -> None:
    talk = Talk(start(signatures=place, signatures_limit=2000), uuid4().hex)
    answer = talk.keep([kept("t1", 900), kept("t2", 900)])
    assert (answer.status_code, answer.json()["code"]) == (413, "too_much_to_keep")
    assert talk.restore(request("t1", "t2")).json()["restored"] == 0
    for number in range(4):
        assert talk.keep(kept(f"t{number}", 900)).json()["kept"] == 1
    assert talk.keep(kept("t4", 900)).json()["forgotten"] == 1
    assert talk.restore(request("t4", "t0")).json()["restored"] == 1


@pytest.mark.parametrize("kind", ["redis", "valkey", "file"])
def test_a_store_that_is_down_costs_the_reasoning_and_never_the_request(
    start: Callable[..., Client], unused: Callable[[str], str], kind: str, tmp_path: Path
) -> None:
    (tmp_path / "kept").write_text("no folder")
    place = f"file:{tmp_path / 'kept'}" if kind == "file" else unused(kind)
    client = start(signatures=place)
    talk = Talk(client, "c")
    for answer in (talk.keep(kept("t1")), talk.forget()):
        assert (answer.status_code, answer.json()["code"]) == (503, "store_down")
    back = talk.restore(request("t1"))
    assert (back.status_code, back.json()["request"]) == (200, request("t1"))
    out = talk.rewrite(request("t1"))
    plain = client.post("/v1/rewrite", json={"request": request("t1")}).json()
    assert (out.status_code, out.json()["request"]) == (200, plain["request"])
    for told in (back.json(), out.json()):
        assert told["restored"] == 0
        assert any("does not answer: nothing is restored" in note for note in told["notes"])
    assert out.json()["front"] is None
    assert client.get("/health/ready").status_code == 200


def test_values_and_names_appear_nowhere(
    start: Callable[..., Client], place: str, caplog: pytest.LogCaptureFixture
) -> None:
    client = start(signatures=place)
    talk = Talk(client, conversation := uuid4().hex)
    with caplog.at_level(logging.DEBUG):
        talk.keep(kept("toolu_9"))
        talk.rewrite(request("toolu_9"))
        talk.restore(request("toolu_9"))
        talk.forget(first_call_id="toolu_9")
        told = [client.get(path).text for path in ("/metrics", "/v1/status", "/v1/snapshot")]
    for text in (*told, caplog.text):
        for word in (SECRET, conversation, "toolu_9", "t0ken"):
            assert word not in text
    assert 'forethought_signatures_total{done="keep",outcome="ok"} 1' in told[0]


def test_the_application_knows_the_store_by_its_name(on_files: Client) -> None:
    assert isinstance(on_files.app.stores.get("reply_signatures"), Store)


@pytest.mark.parametrize(("kind", "told"), [("file", True), ("redis", False)])
def test_files_are_for_one_host_and_the_log_says_so(
    start: Callable[..., Client],
    unused: Callable[[str], str],
    kind: str,
    told: bool,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    place = f"file:{tmp_path}" if kind == "file" else unused(kind)
    with caplog.at_level(logging.WARNING):
        start(signatures=place)
    assert ("only services on this host" in caplog.text) is told


def test_the_schema_tells_of_it(on_files: Client) -> None:
    paths = on_files.get("/schema").json()["paths"]
    assert {*paths["/v1/signatures"]} == {"put", "delete"}
    assert "204" in paths["/v1/signatures"]["delete"]["responses"]
    assert "503" not in paths["/v1/signatures/restore"]["post"]["responses"]
