"""Traits in the overrides that contradict each other, or what they stand on."""

from collections.abc import Iterator

from forethought.catalog.override_view import About, Layered, View
from forethought.catalog.tables import RouteOverride
from forethought.catalog.wording import listed, near, shown
from forethought.policies.traits import UNKNOWN


def trait_findings(view: View) -> Iterator[About]:
    """Everything that cannot hold at once, for each model, platform and route of the overrides."""
    for model in view.overrides.models.values():
        yield from _contradictions(view.layered(model.id, None, None))
    for platform in view.overrides.platforms.values():
        yield from _contradictions(Layered(UNKNOWN, (platform,)))
    for route in view.overrides.routes.values():
        below = view.layered(route.model, route.platform, route.wire)
        layered = Layered(below.traits, (route, *below.tables))
        yield from _contradictions(layered)
        yield from _wire(layered, route)


def _contradictions(layered: Layered) -> Iterator[About]:
    yield from _stated_level(layered, "default")
    yield from _stated_level(layered, "max_when_off")
    yield from _default_left_out(layered)
    yield from _window(layered)
    yield from _thinking(layered)
    yield from _budget(layered)


def _stated_level(layered: Layered, name: str) -> Iterator[About]:
    """A level stated here that is not offered."""
    level, levels = layered.value("effort", name), layered.value("effort", "levels")
    if level.value is None or level.by is None or levels.value is None:
        return
    if level.value not in levels.value:
        offered = f"none of the levels offered, {listed(levels.value)}"
        message = f"{shown(level.value)} is {offered if levels.value else 'offered by no level'}"
        path = ("traits", "effort", name)
        yield About(
            level.by, path, message, near(level.value, levels.value) or "write one of these"
        )


def _default_left_out(layered: Layered) -> Iterator[About]:
    """Levels stated here without the default that holds below."""
    default, levels = layered.value("effort", "default"), layered.value("effort", "levels")
    if default.by or default.value is None or levels.by is None or not levels.value:
        return
    if default.value not in levels.value:
        message = f"leaves out {default.value}, which is the default"
        accepted = "write effort.default beside it, one of these levels"
        yield About(levels.by, ("traits", "effort", "levels"), message, accepted)


def _window(layered: Layered) -> Iterator[About]:
    output, context = layered.value("limits", "output"), layered.value("limits", "context")
    if output.value is None or context.value is None or output.value < context.value:
        return
    accepted = "write an output below the context, which holds the input too"
    if output.by:
        message = f"{output.value} is not below the context of {context.value}"
        yield About(output.by, ("traits", "limits", "output"), message, accepted)
    elif context.by:
        message = f"{context.value} is not above the output of {output.value}"
        yield About(context.by, ("traits", "limits", "context"), message, accepted)


def _thinking(layered: Layered) -> Iterator[About]:
    """Types that no model of the mode can take."""
    mode, types = layered.value("thinking", "mode"), layered.value("thinking", "types")
    impossible = {"always": {"disabled"}, "never": {"adaptive", "enabled"}}.get(mode.value, set())
    wrong = [kind for kind in types.value or () if kind in impossible]
    by = types.by or mode.by
    if wrong and by:
        path = ("traits", "thinking", "types" if types.by else "mode")
        message = f"the mode {mode.value} and the type {listed(wrong)} exclude each other"
        yield About(by, path, message, "write another mode, or the types without it")


def _budget(layered: Layered) -> Iterator[About]:
    least, most = (layered.value("thinking", "budget", name) for name in ("min", "max"))
    by = least.by or most.by
    if least.value is None or most.value is None or by is None or least.value <= most.value:
        return
    path = ("traits", "thinking", "budget", "min" if least.by else "max")
    yield About(
        by, path, f"the least, {least.value}, is above the most, {most.value}", "turn them round"
    )


def _wire(layered: Layered, route: RouteOverride) -> Iterator[About]:
    wires = layered.value("wires").value
    if route.wire and wires and route.wire not in wires:
        message = f"the model is known to be served on {listed(wires)}"
        yield About(
            route, ("wire",), message, near(route.wire, wires) or "write one of these", "warning"
        )
