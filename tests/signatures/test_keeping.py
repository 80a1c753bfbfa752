"""What is kept, for how long, and of whom: on files, Redis and Valkey."""

import asyncio
import datetime
import logging
import os
import uuid
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
import redis

from forethought.catalog.signatures import (
    Signatures,
    StoreDown,
    TooLarge,
    conversation_key,
    open_backend,
)
from forethought.catalog.signatures.entries import Entry, entries_in, latest, surplus
from forethought.policies.front import front

from .conftest import Server
from .replies import SECRET, kept, request

Json = Any
T = TypeVar("T")
NOW = datetime.datetime.now(datetime.UTC)


class Clock:
    """A clock that is put forward by hand; each look at it takes a millisecond."""

    def __init__(self) -> None:
        self.ahead = datetime.timedelta()

    def __call__(self) -> datetime.datetime:
        self.ahead += datetime.timedelta(milliseconds=1)
        return NOW + self.ahead


def run(
    place: str,
    work: Callable[[Signatures], Awaitable[T]],
    *,
    limit: int = 10_000,
    now: Clock | None = None,
) -> T:
    """Does something with a store, and closes it."""

    async def inside() -> T:
        backend = open_backend(place)
        signatures = Signatures(backend, seconds=3600, limit=limit, now=now or Clock())
        async with backend.store:
            return await work(signatures)

    return asyncio.run(inside())


@pytest.fixture
def key() -> str:
    return conversation_key("acme", uuid.uuid4().hex)


def test_what_was_kept_is_there_for_another_process(place: str, key: str) -> None:
    reply = kept("t1")
    assert run(place, lambda store: store.keep(key, [reply])) == 0
    assert run(place, lambda store: store.recall(key)).kept == [reply]


def test_each_tenant_and_conversation_has_its_own(place: str) -> None:
    names = [("a", "b"), ("a", "c"), ("b", "b"), ("", "ab"), ("ab", ""), ('a","b', "")]
    keys = [conversation_key(tenant, f"{name}{uuid.uuid4()}") for tenant, name in names]
    assert len({*keys}) == len({conversation_key(*name) for name in names}) == len(names)

    async def work(store: Signatures) -> None:
        for number, each in enumerate(keys):
            await store.keep(each, [kept(f"t{number}")])
        for number, each in enumerate(keys):
            assert (await store.recall(each)).kept == [kept(f"t{number}")]

    run(place, work)


def test_replies_come_back_in_the_order_they_were_kept(place: str, key: str) -> None:
    replies = [kept(f"t{number}") for number in range(5)]

    async def work(store: Signatures) -> None:
        await store.keep(key, replies[:3])
        await store.keep(key, replies[3:])
        assert (await store.recall(key)).kept == replies

    run(place, work)


def test_many_writers_at_once_lose_nothing(place: str, key: str) -> None:
    replies = [kept(f"t{number}") for number in range(30)]

    async def work(one: Signatures) -> None:
        other = Signatures(one.backend, seconds=3600, limit=10**6, now=Clock())
        turns = [(one, other)[number % 2] for number in range(len(replies))]
        await asyncio.gather(*(s.keep(key, [r]) for s, r in zip(turns, replies, strict=True)))
        found = (await one.recall(key)).kept
        assert sorted(r.first_call_id or "" for r in found) == sorted(
            r.first_call_id or "" for r in replies
        )

    run(place, work, limit=10**6)


def test_a_reply_kept_again_takes_the_place_of_the_first(place: str, key: str) -> None:
    fuller = kept("t1", signed_route="eu")

    async def work(store: Signatures) -> None:
        await store.keep(key, [kept("t1")])
        await store.keep(key, [fuller])
        assert (await store.recall(key)).kept == [fuller]
        assert len(await store.backend.names(key)) == 1

    run(place, work)


def test_two_replies_whose_calls_had_no_ids_are_both_kept(place: str, key: str) -> None:
    more: Json = {"call_ids": ("call_0",), "made_ids": True}
    replies = [
        kept("a", reply_id=None, call_digests=("d1",), **more),
        kept("b", reply_id=None, call_digests=("d2",), **more),
    ]

    async def work(store: Signatures) -> None:
        await store.keep(key, replies)
        assert (await store.recall(key)).kept == replies

    run(place, work)


def test_beyond_the_limit_the_oldest_are_forgotten_and_counted(place: str, key: str) -> None:
    async def work(store: Signatures) -> None:
        told = [await store.keep(key, [kept(f"t{number}", 1000)]) for number in range(8)]
        assert told == [0, 0, 0, 1, 1, 1, 1, 1]
        found = (await store.recall(key)).kept
        assert [reply.first_call_id for reply in found] == ["t5", "t6", "t7"]

    run(place, work, limit=4000)


def test_more_than_the_limit_at_once_is_refused_whole(place: str, key: str) -> None:
    async def work(store: Signatures) -> None:
        await store.keep(key, [kept("t0")])
        with pytest.raises(TooLarge, match="accepted are 4000 in all"):
            await store.keep(key, [kept("t1", 3000), kept("t2", 3000)])
        assert (await store.recall(key)).kept == [kept("t0")]

    run(place, work, limit=4000)


def test_what_is_older_than_the_time_to_live_is_gone(place: str, key: str) -> None:
    clock = Clock()

    async def work(store: Signatures) -> None:
        await store.keep(key, [kept("t1")])
        clock.ahead = datetime.timedelta(seconds=3599)
        assert (await store.recall(key)).kept == [kept("t1")]
        clock.ahead = datetime.timedelta(seconds=3601)
        assert (await store.recall(key)).kept == []
        await store.keep(key, [kept("t2")])
        assert len(await store.backend.names(key)) == 1

    run(place, work, now=clock)


def test_one_reply_or_all_of_a_conversation_is_forgotten(place: str, key: str) -> None:
    other = conversation_key("acme", uuid.uuid4().hex)

    async def work(store: Signatures) -> None:
        for each in (key, other):
            await store.keep(each, [kept("t1"), kept("t2")])
            await store.remember(each, "f" * 64, front({}, "openai.chat"))
        await store.forget(key, "t1")
        assert (await store.recall(key)).kept == [kept("t2")]
        await store.forget(key, "nobody")
        await store.forget(key)
        await store.forget(key)
        assert await store.backend.names(key) == []
        found = await store.recall(other)
        assert (len(found.kept), len(found.fronts)) == (2, 1)

    run(place, work)


def test_a_front_takes_the_place_of_the_one_before(place: str, key: str) -> None:
    then, now = front({}, "openai.chat"), front(request("t1"), "openai.chat")

    async def work(store: Signatures) -> None:
        await store.remember(key, "a" * 64, then)
        await store.remember(key, "a" * 64, now)
        await store.remember(key, "b" * 64, then)
        assert [*(await store.recall(key)).fronts.values()].count(now) == 1
        assert len((await store.recall(key)).fronts) == 2

    run(place, work)


def test_keeping_while_a_conversation_is_forgotten_fails_nobody(place: str, key: str) -> None:
    async def work(store: Signatures) -> None:
        for number in range(10):
            await asyncio.gather(
                store.keep(key, [kept(f"t{number}")]), store.forget(key), store.recall(key)
            )
        await store.keep(key, [kept("last")])
        assert kept("last") in (await store.recall(key)).kept

    run(place, work)


def test_a_damaged_value_is_left_out_and_counted(place: str, key: str) -> None:
    async def work(store: Signatures) -> None:
        await store.keep(key, [kept("t1"), kept("t2")])
        entry = entries_in(await store.backend.names(key))[0]
        for junk in (b"", b"\xff", b'{"wire":3}', b"[" * 10_000):
            await store.backend.write(key, {entry.name: junk}, 3600, lasting=True)
            found = await store.recall(key)
            assert (found.kept, found.unreadable) == ([kept("t2")], 1)

    run(place, work)


@pytest.mark.parametrize("kind", ["redis", "valkey"])
def test_a_server_that_is_down_is_told_once_and_without_what_it_said(
    kind: str, unused: Callable[[str], str], caplog: pytest.LogCaptureFixture, key: str
) -> None:
    async def work(store: Signatures) -> None:
        for _ in range(2):
            with pytest.raises(StoreDown):
                await store.keep(key, [kept("t1")])
            with pytest.raises(StoreDown):
                await store.recall(key)

    with caplog.at_level(logging.WARNING):
        run(unused(kind), work)
    assert [record.getMessage() for record in caplog.records] == [
        "the store of kept signatures is down: ConnectionError"
    ]
    assert SECRET not in caplog.text


@pytest.mark.parametrize("kind", ["redis", "valkey"])
def test_a_server_forgets_by_itself(kind: str, server: Server, key: str) -> None:
    async def work(store: Signatures) -> None:
        await store.keep(key, [kept("t1")])
        await store.remember(key, "f" * 64, front({}, "openai.chat"))

    run(f"{kind}://127.0.0.1:{server.port}/0", work)
    with redis.Redis(port=server.port) as client:
        names = [*client.scan_iter(f"*{key}*")]
        assert len(names) == 3
        assert all(3590 < int(client.pttl(name)) / 1000 <= 3600 for name in names)


def test_a_server_that_comes_back_has_what_was_acknowledged(server: Server, key: str) -> None:
    async def work(store: Signatures) -> None:
        await store.keep(key, [kept("t1")])
        server.stop()
        with pytest.raises(StoreDown):
            await store.recall(key)
        server.start()
        assert (await store.recall(key)).kept == [kept("t1")]

    run(f"redis://127.0.0.1:{server.port}/0", work)


def test_a_server_that_only_listens_makes_nobody_wait_long(key: str) -> None:
    async def work(silent: asyncio.Server) -> float:
        port = silent.sockets[0].getsockname()[1]
        backend = open_backend(f"redis://127.0.0.1:{port}/0")
        store = Signatures(backend, seconds=9, limit=9, now=Clock())
        loop = asyncio.get_running_loop()
        with pytest.raises(StoreDown):
            await store.recall(key)
        begun = loop.time()
        with pytest.raises(StoreDown):
            await store.recall(key)
        async with backend.store:
            return loop.time() - begun

    async def listening() -> float:
        held: list[asyncio.StreamWriter] = []
        silent = await asyncio.start_server(lambda _, writer: held.append(writer), "127.0.0.1", 0)
        took = await work(silent)
        for writer in held:
            writer.close()
        silent.close()
        return took

    assert asyncio.run(listening()) < 0.5


def test_a_folder_that_cannot_be_written_is_a_store_that_is_down(tmp_path: Path, key: str) -> None:
    (tmp_path / "kept").write_text("no folder")

    async def work(store: Signatures) -> None:
        with pytest.raises(StoreDown):
            await store.keep(key, [kept("t1")])

    run(f"file:{tmp_path / 'kept'}", work)


def test_files_tell_no_names_and_are_their_owners_alone(tmp_path: Path) -> None:
    key = conversation_key("acme", "c1")
    run(f"file:{tmp_path}", lambda store: store.keep(key, [kept("toolu_1")]))
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == 1
    assert not any(word in str(files[0].relative_to(tmp_path)) for word in ("acme", "c1", "toolu"))
    assert files[0].stat().st_mode & 0o077 == 0
    assert files[0].parent.stat().st_mode & 0o077 == 0


def test_files_that_nobody_reads_again_are_swept(tmp_path: Path) -> None:
    keys = [conversation_key("acme", name) for name in ("old", "new")]

    async def work(store: Signatures) -> None:
        for each in keys:
            await store.keep(each, [kept("t1")])
        folder = tmp_path / keys[0]
        (folder / ".new-left").write_bytes(b"of a writer that was killed")
        for file in folder.iterdir():
            os.utime(file, (0, 0))
        await store.sweep()
        assert not folder.exists()
        assert (await store.recall(keys[1])).kept == [kept("t1")]

    run(f"file:{tmp_path}", work)


def test_what_a_killed_writer_left_is_no_reply(tmp_path: Path, key: str) -> None:
    async def work(store: Signatures) -> None:
        await store.keep(key, [kept("t1")])
        (tmp_path / key / ".new-left").write_bytes(b"half")
        assert (await store.recall(key)).kept == [kept("t1")]
        assert (await store.recall(key)).unreadable == 0

    run(f"file:{tmp_path}", work)


def entry(at: int, reply: str, size: int = 10) -> Entry:
    return Entry(f"{at:017d}-{reply * 24}-00000000-{size}", at, reply * 24, size)


def test_room_is_made_by_what_was_replaced_or_expired_first() -> None:
    entries = [entry(1, "a"), entry(2, "b"), entry(3, "a"), entry(4, "c"), entry(5, "d")]
    assert entries_in([each.name for each in reversed(entries)]) == entries
    assert latest(entries) == [entries[1], entries[2], entries[3], entries[4]]
    assert surplus(entries, 100, 0) == ([entries[0]], [])
    assert surplus(entries, 100, 3) == (entries[:2], [])
    assert surplus(entries, 25, 0) == ([entries[0]], entries[1:3])


def test_a_name_of_another_kind_is_no_entry() -> None:
    assert entries_in(["front-" + "a" * 24, "x", "", entry(1, "a").name + "x"]) == []
