import gc
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from forethought.catalog import CatalogError
from forethought.catalog.service.app import utc_now
from forethought.catalog.service.holder import Holder
from forethought.catalog.service.watching import stamp

Client = TestClient[Litestar]

BAD = 'schema = 1\n[route."us"]\nmodel = "claude-opus-5-5"\nplatfrom = "bedrock"\n'
GOOD = 'schema = 1\n[route."us"]\nmodel = "claude-opus-5-5"\nplatform = "bedrock"\n'


def _until(holds: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
    return False


def _revision(client: Client) -> str:
    return str(client.get("/health/ready").headers["catalog-revision"])


def test_a_reload_serves_the_files_as_they_are_now(client: Client, overrides: Path) -> None:
    before = _revision(client)
    (overrides / "us.toml").write_text(GOOD)
    answer = client.post("/v1/reload")
    assert answer.status_code == 200
    assert answer.json()["revision"] == answer.headers["catalog-revision"] != before
    assert client.get("/v1/routes/us").status_code == 200


def test_a_reload_without_a_change_is_the_same_revision(client: Client) -> None:
    before = _revision(client)
    answer = client.post("/v1/reload").json()
    assert (answer["revision"], answer["changed"]) == (before, False)


def test_a_changed_file_is_served_within_a_second(client: Client, overrides: Path) -> None:
    (overrides / "us.toml").write_text(GOOD)
    started = time.monotonic()
    assert _until(lambda: client.get("/v1/routes/us").status_code == 200)
    assert time.monotonic() - started < 1
    (overrides / "us.toml").unlink()
    assert _until(lambda: client.get("/v1/routes/us").status_code == 404)


def test_a_bad_file_leaves_the_old_revision_and_the_status_says_so(
    client: Client, overrides: Path
) -> None:
    before = _revision(client)
    (overrides / "us.toml").write_text(BAD)
    answer = client.post("/v1/reload")
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "invalid_overrides")
    assert answer.headers["catalog-revision"] == before
    mistake = problem["errors"][0]
    assert (mistake["file"], mistake["line"]) == ("overrides/us.toml", 4)
    assert "platform" in mistake["accepted"]
    status = client.get("/v1/status").json()
    assert (status["revision"], status["degraded"]) == (before, True)
    assert status["last_error"]["errors"] == problem["errors"]
    assert client.get("/health/ready").json()["status"] == "degraded"
    assert client.get("/health/ready").status_code == 200
    assert client.get("/v1/routes/eu/prod opus").status_code == 200
    assert "forethought_degraded 1\n" in client.get("/metrics").text


def test_a_repaired_file_ends_it(client: Client, overrides: Path) -> None:
    (overrides / "us.toml").write_text(BAD)
    assert client.post("/v1/reload").status_code == 422
    (overrides / "us.toml").write_text(GOOD)
    assert _until(lambda: client.get("/health/ready").json()["status"] == "ready")
    assert client.get("/v1/status").json()["last_error"] is None


def test_a_bad_file_that_nobody_reloads_is_noticed(client: Client, overrides: Path) -> None:
    (overrides / "us.toml").write_text(BAD)
    assert _until(lambda: client.get("/v1/status").json()["degraded"])


def test_with_a_token_a_reload_needs_it(make_client: Any) -> None:
    client = make_client(token="s3cret")

    def reload(header: str | None) -> Any:
        headers = {"authorization": header} if header else {}
        return client.post("/v1/reload", headers=headers)

    assert reload("Bearer s3cret").status_code == 200
    assert reload("bearer s3cret").status_code == 200
    for wrong in (None, "Bearer", "Bearer wrong", "Basic s3cret", "s3cret", "Bearer s3cret x"):
        answer = reload(wrong)
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized"), wrong
        assert answer.headers["www-authenticate"] == "Bearer"
        assert "s3cret" not in answer.text


def _holder(path: Path | None, last_good: Path | None = None) -> Holder:
    return Holder(path, last_good, utc_now)


def test_what_was_served_before_is_let_go(overrides: Path) -> None:
    holder = _holder(overrides)
    gone = weakref.ref(holder.serving.catalog)
    gc.collect()
    gc.disable()
    try:
        holder.reload()
        assert gone() is None  # by reference count alone: frozen objects are never collected
    finally:
        gc.enable()


def test_a_mistake_that_is_none_of_the_files_keeps_what_is_served(
    overrides: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    holder = _holder(overrides)
    before = holder.serving.catalog
    secret = "words that nobody may log"

    def fail(*_: object) -> None:
        raise RuntimeError(secret)

    monkeypatch.setattr("forethought.catalog.service.holder.load_serving", fail)
    (overrides / "us.toml").write_text(GOOD)
    holder.poll()
    assert holder.serving.catalog is before
    assert holder.serving.failure is not None
    assert "RuntimeError" in holder.serving.failure.message
    assert secret not in holder.serving.failure.message + caplog.text
    assert holder.reloads.failed == 1


def test_a_file_is_read_again_only_when_it_changed(overrides: Path) -> None:
    holder = _holder(overrides)
    served = holder.serving
    holder.poll()
    assert holder.serving is served
    (overrides / "us.toml").write_text(BAD)
    holder.poll()
    holder.poll()
    assert holder.reloads.failed == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "eu.toml").write_text("schema = 1\n"),
        lambda folder: (folder / "us.toml").write_text("schema = 1\n"),
        lambda folder: (folder / "eu.toml").unlink(),
        lambda folder: (folder / "eu.toml").rename(folder / "us.toml"),
        lambda folder: (folder / "eu.toml").touch(),
    ],
    ids=["other content", "one more", "one less", "other name", "later"],
)
def test_every_change_of_a_folder_shows(overrides: Path, change: Callable[[Path], object]) -> None:
    before = stamp(overrides)
    assert stamp(overrides) == before
    change(overrides)
    assert stamp(overrides) != before


def test_a_link_that_leads_elsewhere_shows(tmp_path: Path, overrides: Path) -> None:
    """A mounted ConfigMap swaps one link to a folder."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "eu.toml").write_text((overrides / "eu.toml").read_text())
    mounted = tmp_path / "mounted"
    mounted.symlink_to(overrides)
    before = stamp(mounted)
    mounted.unlink()
    mounted.symlink_to(other)
    assert stamp(mounted) != before


def test_one_file_may_stand_for_the_folder(overrides: Path) -> None:
    holder = _holder(overrides / "eu.toml")
    assert holder.serving.catalog.revision == _holder(overrides).serving.catalog.revision
    (overrides / "eu.toml").write_text(GOOD)
    holder.poll()
    assert list(holder.serving.catalog.routes) == ["us"]


def test_mistakes_at_the_start_are_raised(overrides: Path) -> None:
    (overrides / "us.toml").write_text(BAD)
    with pytest.raises(CatalogError, match=r"us\.toml:4"):
        _holder(overrides)


def test_the_last_good_overrides_serve_instead(tmp_path: Path, overrides: Path) -> None:
    kept = tmp_path / "kept"
    good = _holder(overrides, kept).serving
    (overrides / "us.toml").write_text(BAD)
    holder = _holder(overrides, kept)
    assert holder.serving.catalog.revision == good.catalog.revision
    assert holder.serving.texts == good.texts
    assert holder.serving.failure is not None
    assert holder.serving.failure.errors[0].line == 4
    origin = holder.serving.catalog.resolve("x", route="eu/prod opus").origins["effort.levels"]
    assert origin.file == "overrides/eu.toml"
    (overrides / "us.toml").write_text(GOOD)
    holder.poll()
    assert holder.serving.failure is None
    assert "us" in holder.serving.catalog.routes


def test_what_is_kept_is_what_loaded_last(tmp_path: Path, overrides: Path) -> None:
    kept = tmp_path / "kept"
    holder = _holder(overrides, kept)
    revisions = [holder.serving.catalog.revision]
    for name in ("us", "ca", "jp"):
        (overrides / f"{name}.toml").write_text(GOOD.replace('"us"', f'"{name}"'))
        holder.poll()
        revisions.append(holder.serving.catalog.revision)
    (overrides / "us.toml").write_text(BAD)
    assert _holder(overrides, kept).serving.catalog.revision == revisions[-1]
    assert len(set(revisions)) == 4
    assert {path.name for path in kept.iterdir()} == {"current", *revisions[-2:]}


def test_without_anything_kept_mistakes_are_raised(tmp_path: Path, overrides: Path) -> None:
    (overrides / "us.toml").write_text(BAD)
    for kept in (tmp_path / "none", tmp_path):
        with pytest.raises(CatalogError):
            _holder(overrides, kept)


def test_kept_overrides_that_are_bad_themselves_are_told_too(
    tmp_path: Path, overrides: Path
) -> None:
    kept = tmp_path / "kept"
    revision = _holder(overrides, kept).serving.catalog.revision
    (kept / revision / "overrides" / "eu.toml").write_text("schema = 2\n")
    (overrides / "us.toml").write_text(BAD)
    with pytest.raises(CatalogError) as raised:
        _holder(overrides, kept)
    assert {mistake.file for mistake in raised.value.mistakes} == {
        "overrides/us.toml",
        "overrides/eu.toml",
    }


def test_a_folder_that_cannot_be_written_stops_nobody(tmp_path: Path, overrides: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert _holder(overrides, file / "kept").serving.failure is None
