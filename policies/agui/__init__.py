"""AG-UI reasoning: taking a stream in, checking one's own, producing one, and giving back.

    outcome = consume(events, messages)       # the whole of a stream, as a client takes it in
    outcome.next_input()                      # the messages of the next run
    check(events)                             # what is wrong with a producer's own stream
    Emitter(seal, thread_id=…, run_id=…)      # a conforming stream of what a provider streams
    give_back(messages, seal=seal)            # a history as the messages of a request

Events and messages are plain JSON values. On a live stream `Consumer` does the same one event at
a time, and so does each of its stages alone (`feed(event)` gives the events to go on with):
`Boundary`, `Enforcer`, `Expander`, `Verifier`, `History`, in this order, each taking what the one
before it lets through. A `Report` gathers their diagnostics.
"""

from forethought.policies.agui.apply import History
from forethought.policies.agui.blocks import Kind
from forethought.policies.agui.boundary import Boundary
from forethought.policies.agui.check import Checker, check
from forethought.policies.agui.chunks import Expander
from forethought.policies.agui.consume import Consumer, Outcome, consume
from forethought.policies.agui.emit import Emitter
from forethought.policies.agui.enforce import Enforcer
from forethought.policies.agui.give_back import give_back
from forethought.policies.agui.issuers import Messages
from forethought.policies.agui.outgoing import downgrade, issued_to, outgoing
from forethought.policies.agui.report import MEANINGS, Code, Diagnostic, ProtocolViolation, Report
from forethought.policies.agui.schema import Profile
from forethought.policies.agui.seal import Artefact, Packed, Seal
from forethought.policies.agui.snapshot import reconcile
from forethought.policies.agui.verify import Discipline, Verifier

__all__ = [
    "MEANINGS",
    "Artefact",
    "Boundary",
    "Checker",
    "Code",
    "Consumer",
    "Diagnostic",
    "Discipline",
    "Emitter",
    "Enforcer",
    "Expander",
    "History",
    "Kind",
    "Messages",
    "Outcome",
    "Packed",
    "Profile",
    "ProtocolViolation",
    "Report",
    "Seal",
    "Verifier",
    "check",
    "consume",
    "downgrade",
    "give_back",
    "issued_to",
    "outgoing",
    "reconcile",
]
