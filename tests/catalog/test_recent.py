"""The bounded memory."""

from forethought.catalog.recent import Recent


def test_what_was_put_is_found() -> None:
    recent: Recent[int] = Recent(2)
    recent.put("a", 1)
    assert recent.get("a") == 1
    assert recent.get("b") is None


def test_it_never_holds_more_than_twice_its_size() -> None:
    recent: Recent[int] = Recent(10)
    for number in range(1000):
        recent.put(number, number)
        assert len(recent) <= 20
    assert recent.get(999) == 999
    assert recent.get(0) is None


def test_what_is_asked_for_again_outlives_what_is_not() -> None:
    recent: Recent[int] = Recent(10)
    recent.put("kept", 1)
    for number in range(1000):
        recent.put(number, number)
        assert recent.get("kept") == 1
