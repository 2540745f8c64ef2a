"""A review as one page that needs nothing else: no script, no other file, no network."""

from html import escape
from importlib import resources

from rialto.cli.review_curve import draw
from rialto.cli.review_moves import Told, costly, round_of, tell_turns
from rialto.cli.review_text import in_percent, in_points, signed_percent
from rialto.engine.game import Game
from rialto.engine.moves import SEAT_NAMES
from rialto.locales import Words
from rialto.review.report import Account, Choice, Player, Review


def page_of(review: Review, game: Game, words: Words) -> str:
    title = escape(words.t("terminal.review.title", names=", ".join(review.names)))
    style = (resources.files(__package__) / "review.css").read_text("utf-8")
    body = [
        f"<h1>{title}</h1>",
        f'<p class="about">{label(words, "about")}</p>',
        *curves(review, words),
        *turns(review, words),
        f"<h2>{label(words, 'costly')}</h2>",
        *(decision(told, review, words) for told in costly(review, game, words)),
        "" if any(player.better for player in review.players) else f"<p>{label(words, 'none')}</p>",
        *accounts(review, words),
    ]
    return (
        f'<!doctype html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )


def label(words: Words, key: str) -> str:
    return escape(words.t(f"terminal.review.{key}"))


def name(review: Review, seat: int) -> str:
    return escape(f"{SEAT_NAMES[seat]} {review.names[seat]}")


def table(rows: list[str], caption: str = "") -> str:
    told = f"<caption>{caption}</caption>" if caption else ""
    return f'<div class="scroll"><table>{told}{"".join(rows)}</table></div>'


def head(names: list[str]) -> str:
    return "<tr><td></td>" + "".join(f'<th scope="col">{n}</th>' for n in names) + "</tr>"


def line(first: str, cells: list[str], kind: str = "") -> str:
    told = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr class="{kind}"><th scope="row">{first}</th>{told}</tr>'


def curves(review: Review, words: Words) -> list[str]:
    """The picture, and the same in numbers for whoever cannot see it."""
    rounds = sorted({d.round for d in review.decisions})
    rows = [head([*(escape(round_of(r, words)) for r in rounds), label(words, "end")])]
    for curve in review.curves:
        own = [d for d in reversed(review.decisions) if d.seat == curve.seat]
        firsts = {d.round: f"{100 * d.shares[d.seat]:.0f} %" for d in own}
        last = f"{100 * curve.moments[-1].share:.0f} %" if curve.moments else ""
        cells = [firsts.get(r, "") for r in rounds]
        rows.append(line(name(review, curve.seat), [*cells, last]))
    return [
        f"<h2>{label(words, 'curve')}</h2>",
        f'<div class="panel scroll" tabindex="0">{draw(review, words)}</div>',
        f"<details><summary>{label(words, 'chance')}</summary>{table(rows)}</details>",
    ]


def turns(review: Review, words: Words) -> list[str]:
    items = [f"<li>{escape(told)}</li>" for told in tell_turns(review, words)]
    return [f"<h2>{label(words, 'turns')}</h2>", "<ol>", *items, "</ol>"] if items else []


def decision(told: Told, review: Review, words: Words) -> str:
    d = told.judgement
    where = f"{escape(round_of(d.round, words))} · {name(review, d.seat)}"
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in told.reasons)
    rows = [choice(c, n == 0, told, words) for n, c in enumerate(d.choices)]
    return (
        f'<article><h3>{where}</h3><p class="verdict">{escape(told.verdict)}</p>'
        + (f"<ul>{reasons}</ul>" if reasons else "")
        + table(rows, label(words, "chance"))
        + "</article>"
    )


def choice(c: Choice, first: bool, told: Told, words: Words) -> str:
    """The bar is for the eye; the numbers say the same."""
    played = c.move == told.judgement.played
    text = escape(told.moves[c.move]) + (f" ({label(words, 'played')})" if played else "")
    share, within = 100 * c.share, 100 * c.within
    low, high = max(0.0, share - within), min(100.0, share + within)
    inside = f'<i style="width:{share:.1f}%"></i>'
    behind = ""
    if not first:
        inside += f'<b style="left:{low:.1f}%;width:{high - low:.1f}%"></b>'
        behind = f"{signed_percent(-c.behind)} ± {max(1, round(within))}"
    bar = f'<span class="bar" aria-hidden="true">{inside}</span>'
    kind = " ".join(["coach"] * first + ["played"] * played)
    return line(text, [bar, f"{share:.0f} %", behind], kind)


def accounts(review: Review, words: Words) -> list[str]:
    """What decisions cost and what else happened, for each player, the rounds folded away."""
    found = [f"<h2>{label(words, 'decisions')} · {label(words, 'rest')}</h2>"]
    for player in review.players:
        if player.accounts:
            found.append(f"<article><h3>{name(review, player.seat)}</h3>{counts(player, words)}")
            whole, *rounds = player.accounts
            found.append(account_table([whole], words))
            found.append(f"<details><summary>{label(words, 'curve')}</summary>")
            found.append(account_table(rounds, words))
            found.append("</details></article>")
    return found


def counts(player: Player, words: Words) -> str:
    number, better = label(words, "number"), label(words, "better")
    return f"<p>{number}: {player.decisions}. {better}: {player.better}.</p>"


def account_table(some: list[Account], words: Words) -> str:
    rows = [head([label(words, n) for n in ("start", "decisions", "rest", "end")])]
    for unit in ("chance", "points"):
        for account in some:
            r = account.round
            what = label(words, "game") if r is None else escape(round_of(r, words))
            cells = (
                in_percent(account.share) if unit == "chance" else in_points(account.points, words)
            )
            rows.append(line(f"{what}, {label(words, unit)}", [escape(cell) for cell in cells]))
    return table(rows)
