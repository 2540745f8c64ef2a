"""What a person or program is told when something cannot be done: a code, a sentence, a status."""

from typing import Final


class Trouble(Exception):
    """Nothing was changed. The page's words for the code are `error.<code>`; the message is for
    programs and English readers. `where`: the place in what was given, in no language."""

    def __init__(self, code: str, message: str | None = None, where: str = "") -> None:
        status, words = TROUBLES[code]
        self.code, self.status, self.message = code, status, message or words
        self.where = where or None
        super().__init__(self.message)


class Overtaken(Trouble):
    """Another process was faster; the table has caught up, and the same can be tried again."""

    def __init__(self) -> None:
        super().__init__("store_failed")


AT_THE_GATE: Final = frozenset({"unknown_host", "wrong_origin"})
"""Never seen in a page that we have served, so the page has no words for them."""
TROUBLES: Final[dict[str, tuple[int, str]]] = {
    "bad_request": (422, "The request is not understood."),
    "bad_message": (422, "The message is not understood."),
    "bad_start": (409, "A table begins from one position or one record, or from neither."),
    "bad_clock": (409, "A table has a clock or is played by days, not both."),
    "bad_practice": (409, "Practice is for you alone and bots, without a clock."),
    "not_by_days": (409, "This table is not played by days, or it is over."),
    "no_person": (404, "This browser has no games yet; a program has none of its own."),
    "no_code": (404, "This code is not known, or was withdrawn."),
    "code_used": (409, "This code has been used."),
    "no_device": (404, "There is no such device."),
    "bad_endpoint": (409, "This is not the address of a push service."),
    "unknown_push_service": (409, "This push service is not one of those that are known here."),
    "no_mail": (409, "This server sends no mail."),
    "mail_just_sent": (409, "A mail went to this address a moment ago."),
    "no_mail_link": (404, "This link is not good, or not any more."),
    "no_push": (409, "This server sends no push messages."),
    "bad_push_key": (409, "The key is no point of the curve P-256."),
    "no_holiday": (409, "You have not so many days of holiday left in this game."),
    "bad_house": (409, "These rule options do not go together."),
    "bad_position": (409, "The position cannot be set up."),
    "bad_record": (409, "The record does not hold."),
    "bad_seats": (409, "The seats do not fit the number of players."),
    "bad_move_number": (409, "The record has no such move."),
    "unknown_bot": (409, "There is no such bot."),
    "not_found": (404, "There is no such thing here."),
    "no_shuffle": (404, "This game has no fair shuffle."),
    "no_table": (404, "There is no such table."),
    "no_record": (404, "There is no such record."),
    "no_secret": (404, "This link is not (or no longer) good for a seat."),
    "link_used": (409, "This link has been used; ask the host for another."),
    "method_not_allowed": (405, "This cannot be done here."),
    "too_slow": (408, "The request took too long to come."),
    "too_large": (413, "That is too much at once."),
    "no_seat": (403, "You hold no seat at this table."),
    "not_your_seat": (403, "You do not hold that seat."),
    "which_seat": (409, "You hold several seats: say which."),
    "host_only": (403, "Only the host of this table may do that."),
    "token_needed": (401, "A bearer token is needed."),
    "seat_taken": (409, "That seat is taken."),
    "table_full": (409, "No seat is free at this table."),
    "not_welcome": (403, "The host does not want you at their tables."),
    "table_closed": (403, "This table can only be joined by its links."),
    "bad_number": (409, "This is not the number that was sealed."),
    "not_now": (409, "This is not asked for now."),
    "not_running": (409, "This game is not being played now."),
    "no_answer": (503, "No answer came in time; try again in a moment."),
    "no_hints": (409, "At this table no hints were agreed on."),
    "no_beliefs": (409, "This table is played from memory; ask again once the game is over."),
    "not_your_turn": (409, "It is not your turn; a hint is for a decision of yours."),
    "no_choice": (409, "There is nothing to choose: only one move is possible."),
    "no_step": (409, "There is no step to pass now."),
    "still_running": (409, "This game is not over yet."),
    "past_boundary": (409, "Something would be revealed before the later moves."),
    "cannot_undo": (409, "Nothing can be taken back: something was revealed since."),
    "too_many_undos": (409, "Enough was taken back in this turn."),
    "move_id_taken": (409, "This move_id was used by another seat."),
    "rules_unknown": (409, "This game was played by rules that this version does not know."),
    "bad_log": (409, "What is stored of this game does not hold; it cannot go on."),
    "stale": (409, "The state has moved on."),
    "refused": (409, "The rules do not allow this move."),
    "ask_first": (409, "Somebody has that seat; ask them first."),
    "asked_just_now": (409, "That was declined just now; wait a moment before asking again."),
    "no_proposal": (409, "That question is no longer open."),
    "not_missing": (409, "They are here."),
    "has_begun": (409, "The game has begun."),
    "game_ended": (409, "The game has ended."),
    "unreadable_line": (409, "There is something in it that cannot be read."),
    "name_needed": (409, "Say who you are first."),
    "quiet": (409, "The host has switched talk off."),
    "too_fast": (429, "One thing after the other; wait a moment."),
    "rematch_made": (409, "The new game has already been set up."),
    "too_many_tables": (503, "The server has as many tables as it can hold."),
    "too_many_sockets": (503, "Too many connections."),
    "too_many_records": (503, "The server has as many records as it can hold."),
    "too_many_tokens": (503, "The server has as many tokens as it can hold."),
    "too_many_requests": (429, "Too many requests; wait a moment."),
    "disk_full": (507, "The server's disk is full; nothing was changed. Try again later."),
    "store_failed": (503, "The server could not store this; nothing was changed."),
    "store_unreadable": (503, "The server cannot read this now."),
    "stopping": (503, "The server is stopping; try again in a moment."),
    "unknown_host": (421, "This server does not answer to that name (RIALTO_HOSTS)."),
    "wrong_origin": (403, "Requests from other sites are refused."),
    "internal": (500, "Something went wrong here."),
}
