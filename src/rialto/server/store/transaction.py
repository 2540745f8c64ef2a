"""What can be changed in a store, as verbs of the domain."""

from collections.abc import Awaitable, Sequence
from typing import Protocol

from rialto.server.store.days import KeptDays
from rialto.server.store.fair import KeptFair
from rialto.server.store.kept import (
    Blocked,
    Delivery,
    Entry,
    KeptTable,
    Link,
    MailAddress,
    Notice,
    Proposal,
    Report,
    Result,
    Session,
    Spoken,
    Subscription,
)
from rialto.server.wire.words import Status


class Transaction(Protocol):
    """Changes that are written together or not at all. Each verb notes one; `commit` writes."""

    # Tables and their logs

    def create_table(self, table: KeptTable) -> None:
        """With its seats and holders; log, links and notices are added to it."""

    def append(self, table: str, entries: Sequence[Entry]) -> None:
        """Entries numbered on from those that are stored; a conflict if somebody was faster or a
        move_id is known."""

    def advance(self, table: str, revision: int) -> None:
        """Something beside the log changes that was at this revision; it is at the next one then. A
        conflict if somebody was faster."""

    def fence(self, table: str, term: int) -> None:
        """A conflict if another process drives the table by now, or this one anew."""

    def add_notice(self, table: str, notice: Notice, keep: int) -> None:
        """Of all notices the newest so many are kept."""

    def set_status(self, table: str, status: Status, at: int, result: Result | None = None) -> None:
        """The game has begun or ended."""

    def set_host(self, table: str, host: bytes) -> None: ...

    def set_rematch(self, table: str, rematch: str) -> None:
        """Where this company plays again."""

    def keep_fair(self, table: str, fair: KeptFair) -> None:
        """The fair shuffle as it stands now."""

    def keep_days(self, table: str, days: KeptDays) -> None:
        """Who is waited for since when, at a table by days."""

    def delete_table(self, table: str) -> None:
        """With everything of it, the log included."""

    def forget_name(self, table: str, seat: int, name: str) -> None:
        """Wherever the name of a seat is kept there is this one instead, and what was said from it
        is gone."""

    def keep_proposals(self, table: str, proposals: Sequence[Proposal]) -> None:
        """These are open now, and no others."""

    def add_spoken(self, table: str, spoken: Spoken, who: bytes, keep: int) -> None:
        """A line of talk and who said it; of all lines the newest so many are kept."""

    def forget_spoken(self, table: str, who: bytes) -> None:
        """Whatever they have said there, from a seat or watching."""

    def set_quiet(self, table: str, quiet: bool) -> None: ...

    def keep_practice(self, table: str) -> None:
        """A practice table is a table like any other from now on."""

    def hide_table(self, table: str, who: bytes) -> None:
        """Not to be listed for them any more."""

    def show_table(self, table: str, who: bytes) -> None:
        """To be listed for them again."""

    # Seats

    def take_seat(self, table: str, seat: int, name: str) -> None:
        """A person sits down on a free seat; a conflict if it is not free."""

    def free_seat(self, table: str, seat: int, name: str) -> None: ...

    def seat_bot(self, table: str, seat: int, bot: str) -> None:
        """A free seat is the bot's; a conflict if it is not free."""

    def rename(self, table: str, seat: int, name: str) -> None: ...

    def mark_away(self, table: str, seat: int, away: bool) -> None:
        """Whether a bot plays on; the log has it too, this is for finding such games."""

    def mark_opened(self, table: str, seat: int) -> None:
        """The person there has seen the running game."""

    def mark_hinted(self, table: str, seat: int) -> None:
        """The person there has asked the coach."""

    def hold(self, table: str, seat: int, who: bytes) -> None:
        """This seat is theirs, too."""

    def let_go(self, table: str, seat: int, but: bytes | None = None) -> None:
        """The seat is nobody's any more, or only theirs."""

    def remember_leaver(self, table: str, seat: int, who: bytes) -> None:
        """They may come back to it."""

    def forget_leavers(self, table: str, seat: int) -> None: ...

    # Links

    def add_link(self, link: Link) -> None: ...

    def use_link(self, secret: bytes, who: bytes) -> None:
        """A conflict if it is gone or was used."""

    def drop_links(self, table: str, seat: int, but_of: bytes | None = None) -> None:
        """All links to a seat, or all but those that this one has used."""

    def set_group_link(self, table: str, secret: bytes | None) -> None:
        """The link for everybody who is invited; an older one is no longer good."""

    # Beside the tables

    def keep_session(self, session: Session) -> None:
        """A new one, or what is known of it now."""

    def drop_session(self, secret: bytes) -> None: ...

    def keep_code(self, secret: bytes, who: bytes, at: int) -> None:
        """The only one that they have."""

    def use_code(self, secret: bytes) -> None:
        """A conflict if it is gone or was used."""

    def drop_codes(self, who: bytes) -> None: ...

    def keep_own_key(self, name: str, body: bytes) -> None:
        """One that is there already stays."""

    def subscribe(self, sub: Subscription, most: int) -> None:
        """In place of what was known of this endpoint; of theirs the newest so many are kept."""

    def unsubscribe(self, endpoint: str, who: bytes | None = None) -> None:
        """Whoever's it is, or only if it is theirs."""

    def keep_mail(self, kept: MailAddress, confirm: bytes, stop: bytes) -> None:
        """The only one that they have, with the hashes of the secrets in its links."""

    def confirm_mail(self, confirm: bytes) -> None:
        """A conflict if there is none."""

    def stop_mail(self, stop: bytes) -> None:
        """A conflict if there is none."""

    def drop_mail(self, who: bytes) -> None: ...

    def keep_delivery(self, sent: Delivery) -> None:
        """In place of what was on its way to the same place about the same table."""

    def put_off_delivery(self, delivery: str, tries: int, due: int) -> None:
        """It is tried again then, unless it is gone."""

    def drop_delivery(self, delivery: str) -> None: ...

    def join_person(self, who: bytes, into: bytes) -> None:
        """Whatever was the first one's is the second one's."""

    def keep_token(self, token: bytes, name: str, at: int) -> None: ...

    def use_token(self, token: bytes, at: int) -> None: ...

    def keep_record(self, record: str, at: int, body: bytes) -> None: ...

    def use_record(self, record: str, at: int) -> None: ...

    def delete_record(self, record: str) -> None:
        """With its reviews."""

    def keep_review(self, game: str, mode: str, body: bytes) -> None:
        """Of a table or a record, in place of an older one; it goes with them."""

    # People

    def add_report(self, report: Report) -> None: ...

    def delete_report(self, report: int) -> None: ...

    def forget_reports(self, before: int) -> None: ...

    def block(self, host: bytes, blocked: Blocked) -> None: ...

    def unblock(self, host: bytes, who: bytes) -> None: ...

    def forget_person(self, who: bytes) -> None:
        """A session or token is no longer good, and nothing tells any more what was theirs."""

    # What is given back

    def forget_links(self, expired_before: int) -> None: ...

    def forget_sessions(self, unseen_since: int, seatless_since: int) -> None:
        """Those that were not seen since then; those without a table sooner."""

    def forget_tokens(self, unused_since: int) -> None:
        """But not where they sit at a table that goes on."""

    def forget_records(self, unused_since: int) -> None: ...

    def prove_alive(self, at: int) -> None:
        """Nothing but a write."""

    def commit(self) -> Awaitable[None]:
        """On disk when this returns; raises a StoreError if nothing was written."""
