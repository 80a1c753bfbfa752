from pathlib import Path

import pytest

from forethought.catalog.service import Settings, SettingsError, read_settings
from forethought.catalog.service.settings import as_environment


def test_without_an_environment_the_defaults_hold() -> None:
    assert read_settings({}) == Settings()
    assert Settings().host == "127.0.0.1"
    assert Settings().port == 8000
    assert Settings().max_body == 16 * 1024 * 1024


def test_every_setting_is_read_and_told_again() -> None:
    environ = {
        "FORETHOUGHT_OVERRIDES": "/etc/forethought",
        "FORETHOUGHT_HOST": "0.0.0.0",
        "FORETHOUGHT_PORT": "9000",
        "FORETHOUGHT_WORKERS": "4",
        "FORETHOUGHT_TOKEN": "s3cret",
        "FORETHOUGHT_MAX_BODY": "1024",
        "FORETHOUGHT_SIGNATURES": "redis://x",
        "FORETHOUGHT_SIGNATURES_TOKEN": "an0ther",
        "FORETHOUGHT_SIGNATURES_TTL": "3600",
        "FORETHOUGHT_SIGNATURES_LIMIT": "1000000",
        "FORETHOUGHT_LAST_GOOD": "/var/lib/good",
    }
    settings = read_settings(environ)
    assert settings.overrides == Path("/etc/forethought")
    assert (settings.port, settings.workers, settings.max_body) == (9000, 4, 1024)
    assert as_environment(settings) == environ


def test_what_is_empty_is_unset() -> None:
    assert read_settings({"FORETHOUGHT_TOKEN": "", "FORETHOUGHT_PORT": ""}) == Settings()


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("PORT", "http", "'http' is no whole number; accepted is one from 0 to 65535"),
        ("PORT", "65536", "65536 is outside what is accepted, a whole number from 0 to 65535"),
        ("PORT", "-1", "'-1' is no whole number"),
        ("PORT", "²", "is no whole number"),
        ("WORKERS", "0", "0 is outside what is accepted, a whole number from 1 to 256"),
        ("MAX_BODY", "16MiB", "'16MiB' is no whole number; accepted is one of at least 1"),
        ("MAX_BODY", "9" * 5000, "is no whole number"),
        ("HOST", "http://x", "is no host"),
        ("TOKEN", "two words", "accepted is ASCII"),
        ("SIGNATURES", "s3://bucket", "it names no store; accepted are file:FOLDER, valkey://"),
        ("SIGNATURES", "file:", "no folder is named"),
        ("SIGNATURES", "redis://:hunter2@host:x", "the address cannot be read"),
        ("SIGNATURES", "redis://host/first", "the address cannot be read"),
        ("SIGNATURES_TTL", "0", "0 is outside what is accepted"),
    ],
)
def test_a_setting_that_makes_no_sense_is_told(name: str, value: str, told: str) -> None:
    with pytest.raises(SettingsError) as raised:
        read_settings({f"FORETHOUGHT_{name}": value})
    assert told in str(raised.value)
    assert f"FORETHOUGHT_{name}: " in str(raised.value)


def test_all_mistakes_come_at_once() -> None:
    with pytest.raises(SettingsError) as raised:
        read_settings({"FORETHOUGHT_PORT": "a", "FORETHOUGHT_WORKERS": "b"})
    assert len(raised.value.mistakes) == 2


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, "so it is needed where FORETHOUGHT_SIGNATURES is set"),
        ({"FORETHOUGHT_SIGNATURES_TOKEN": "s3cret"}, "accepted is one of its own"),
    ],
)
def test_kept_signatures_need_a_token_of_their_own(more: dict[str, str], told: str) -> None:
    environ = {"FORETHOUGHT_SIGNATURES": "file:kept", "FORETHOUGHT_TOKEN": "s3cret", **more}
    with pytest.raises(SettingsError) as raised:
        read_settings(environ)
    assert told in str(raised.value)
    assert str(raised.value).startswith("FORETHOUGHT_SIGNATURES_TOKEN: ")


def test_no_password_is_shown_or_told() -> None:
    shown = repr(Settings(signatures="redis://:hunter2@host", signatures_token="s3cret"))
    assert "hunter2" not in shown
    assert "s3cret" not in shown
    with pytest.raises(SettingsError) as raised:
        read_settings({"FORETHOUGHT_SIGNATURES": "redis://:hunter2@host:x"})
    assert "hunter2" not in str(raised.value)


def test_the_token_is_neither_shown_nor_told_in_a_mistake() -> None:
    assert "s3cret" not in repr(Settings(token="s3cret"))
    with pytest.raises(SettingsError) as raised:
        read_settings({"FORETHOUGHT_TOKEN": "s3 cret"})
    assert "cret" not in str(raised.value)
