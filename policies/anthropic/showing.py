"""The members beside the type of thinking: what is shown, and what becomes of stale blocks."""

from typing import Final

from forethought.policies.anthropic.draft import OFF, ON, Plan
from forethought.policies.changes import Why
from forethought.policies.words import Json

CONTROL: Final = {"prefix_mismatch_behavior": "drop_block"}


def show(this: Plan) -> None:
    """What is shown: as asked where it is taken, never beside thinking that is off."""
    if this.thinking is None or this.kind not in (*ON, *OFF):
        return
    listed = this.ctx.traits.thinking.display
    own = this.thinking.get("display")
    if this.kind not in ON:
        this.drop("display", Why("nothing is shown of thinking that is off", "thinking.display"))
    elif own is None or (listed is not None and own not in listed) or this.ctx.display:
        _ask_display(this, own)


def _ask_display(this: Plan, own: Json) -> None:
    traits, policy = this.ctx.traits.thinking, this.ctx.policy.display
    wanted = this.ctx.display or (None if policy == "caller" else policy)
    listed = traits.display or ()
    if wanted in listed and (this.kind == "adaptive" or wanted != traits.display_default or own):
        default = traits.display_default or "as the model likes"
        told = beside(this, f"thinking.display={wanted}")
        why = Why(f"unasked, its thinking comes {default}{told}", "thinking.display")
        this.put("display", wanted, why)
    elif own is not None and traits.display is not None and own not in listed:
        this.drop("display", Why("the display asked is not taken", "thinking.display", "quality"))


def beside(this: Plan, field: str) -> str:
    """The beta that travels with a field, as a reason tells it."""
    beta = this.ctx.traits.betas.get(field)
    return f", with the beta {beta}" if beta else ""


def bind(this: Plan) -> None:
    """Asks for stale blocks to be dropped, where the control is taken: beside adaptive only."""
    if this.thinking is None:
        return
    control, policy = this.ctx.traits.signatures.binding_control, this.ctx.policy.binding
    trait = "signatures.binding_control"
    if this.kind != "adaptive" or control is False:
        if this.kind in (*ON, *OFF):
            this.drop("block_binding", Why("the control is not taken here", trait))
    elif policy == "off":
        this.drop("block_binding", Why("the policy sends no block binding"))
    elif policy == "drop_block" and control and this.thinking.get("block_binding") is None:
        told = beside(this, "thinking.block_binding")
        why = Why(f"a block whose prefix changed is dropped, not refused{told}", trait)
        this.put("block_binding", dict(CONTROL), why)


def tell_betas(this: Plan) -> None:
    """A whole new `thinking` tells of the betas that its members bring."""
    if (this.body.table("thinking") or {}).get("type") == this.kind:
        return
    told = ""
    for member, value in (this.thinking or {}).items():
        for field in (f"thinking.{member}", f"thinking.{member}={value}"):
            told += beside(this, field)
    this.thinking_why = this.thinking_why._replace(reason=this.thinking_why.reason + told)
