"""Examples of what a bot chose, a net that imitates it, and training that spars with that net."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import Tensor  # noqa: E402

from rialto.bots.net.weights import read_net  # noqa: E402
from rialto.engine.moves import PLAYER_ACTIONS  # noqa: E402
from rialto.learning import examples, imitate  # noqa: E402
from rialto.learning.export import export  # noqa: E402
from rialto.learning.games import Games  # noqa: E402
from rialto.learning.learner import KEPT, SURE, Learner, mean  # noqa: E402
from rialto.learning.mix import lanes_of, tables_named  # noqa: E402
from rialto.learning.net import Net  # noqa: E402
from rialto.learning.opponent import Opponent  # noqa: E402
from rialto.learning.rollout import Actor, Rollout, values_of  # noqa: E402
from rialto.research.features import SIZE, VERSION, named  # noqa: E402
from tests.learning.test_train import train  # noqa: E402
from tests.patience import PROCESS_S  # noqa: E402

pytestmark = [pytest.mark.research, pytest.mark.xdist_group("research")]

CPU = torch.device("cpu")


def small_net(path: Path, seed: int = 5) -> Path:
    torch.manual_seed(seed)
    export(Net(32), path, ["made up"], {"decisions": 1000, "games": 10, "seconds": 6.0}, "abc")
    return path


def gather(folder: Path, *more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rialto.learning.examples", "--out", folder]
    command += ["--bot", "greedy", "--beside", "random", "--workers", "1", "--seed", "2", *more]
    return subprocess.run(
        list(map(str, command)), env=os.environ, capture_output=True, text=True, timeout=PROCESS_S
    )


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples") / "greedy"
    done = gather(folder, "--players", "2,2n", "--games", 6, "--minutes", 20)
    assert done.returncode == 0, done.stderr
    return folder


def test_examples_are_choices_that_were_legal(shown: Path) -> None:
    found, about = examples.read_examples(shown)
    assert about == {
        "observation": VERSION, "bot": "greedy", "beside": "random", "players": "2,2n", "seed": 2,
    }  # fmt: skip
    rows = len(found.chosen)
    assert rows > 300 and found.seen.shape == (rows, SIZE)
    assert found.legal.shape == (rows, PLAYER_ACTIONS)
    assert (found.legal.sum(axis=1) > 1).all()
    assert found.legal[np.arange(rows), found.chosen].all()
    seen = named(found.seen)
    assert (seen["actor"][:, 0] == 1).all()  # seen by whoever chose
    assert {int(n) for n in seen["neutral"][:, 0]} == {0, 1}


def test_gathering_goes_on_where_it_stopped(shown: Path, tmp_path: Path) -> None:
    """Four games and then two more are the six games of one go."""
    for games in (4, 6):
        done = gather(tmp_path / "two", "--players", "2,2n", "--games", games, "--minutes", 20)
        assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "two").glob("*.npz"))) == 2
    once, twice = examples.read_examples(shown)[0], examples.read_examples(tmp_path / "two")[0]
    assert np.array_equal(once.seen, twice.seen) and np.array_equal(once.chosen, twice.chosen)


def test_other_examples_do_not_mix(shown: Path) -> None:
    done = gather(shown, "--players", "2", "--games", 6)
    assert done.returncode == 2
    assert done.stderr == (
        f"rialto.learning.examples: {shown} holds examples that were made otherwise\n"
    )


def test_a_net_learns_to_choose_like_the_bot(
    shown: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start, out = small_net(tmp_path / "start.net"), tmp_path / "like.net"
    arguments = [shown, "--out", out, "--start", start, "--device", "cpu", "--batch", 64]
    assert imitate.main([*map(str, arguments), "--rounds", "12", "--commit", "abc"]) == 0
    said = capsys.readouterr().err.splitlines()[-1]
    about = read_net(out, {"observation": VERSION})[1]
    assert about["figures"]["of"][0]["bot"] == "greedy" and about["commit"] == "abc"
    before = float(said.split("before ")[1].split("%")[0])
    assert 100 * about["figures"]["agreement"] > before + 20


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("nowhere", "there are no examples in nowhere"),
        ("nowhere --batch 0", "rounds and batch must be above 0"),
    ],
)
def test_bad_input_to_imitation(
    wrong: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out.net")
    assert imitate.main([*wrong.split(), "--device", "cpu", "--out", out]) == 2
    assert capsys.readouterr().err == f"rialto.learning.imitate: {said}\n"


def test_bad_examples_are_named(shown: Path, tmp_path: Path) -> None:
    (tmp_path / "about.json").write_text(json.dumps({"observation": VERSION + 1}))
    with pytest.raises(examples.BadExamples, match=f"are of observation version {VERSION + 1}"):
        examples.read_examples(tmp_path)
    (tmp_path / "about.json").write_text((shown / "about.json").read_text())
    with pytest.raises(examples.BadExamples, match="there are no examples in"):
        examples.read_examples(tmp_path)
    (tmp_path / "0000001.npz").write_bytes(b"not at all")
    with pytest.raises(examples.BadExamples, match=r"0000001\.npz cannot be read"):
        examples.read_examples(tmp_path)


def sparring(telling: bool = False) -> tuple[Rollout, Learner]:
    """Eight games of three against a partner that always takes its best move, then eight alone."""
    torch.manual_seed(6)
    kinds = [*lanes_of(8, tables_named("3")), *lanes_of(8, tables_named("3"))]
    games = Games(kinds, 1, CPU, 0, apart=8)
    opponent = Opponent(Net(16), torch.float32, games.players[:8], draws=False, compiled=False)
    rollout = Rollout(games, 20, CPU, opponent, sparring=not telling)
    net = Net(16)
    rollout.play(Actor(net, torch.float32, False))
    rollout.judge(0.9)
    return rollout, Learner(net, rollout, 16, torch.float32, False)


def test_the_partner_has_all_seats_but_one() -> None:
    rollout, _ = sparring()
    assert rollout.opponent is not None
    assert rollout.opponent.learner.tolist() == [0, 1, 2, 0, 1, 2, 0, 1]
    own = rollout.learns()
    assert own[:, 8:].all() and not own[:, :8].all()
    seats = rollout.rows.seats[:-1, :8]
    assert torch.equal(own[:, :8], seats == rollout.opponent.learner)
    others = ~own[:, :8]
    seen, masks = rollout.rows.seen[:-1, :8][others], rollout.rows.masks[:-1, :8][others]
    assert torch.equal(rollout.actions[:, :8][others], rollout.opponent.choose(seen, masks))
    # What is good against the partner and among equals is compared apart.
    for lanes in (slice(0, 8), slice(8, 16)):
        assert rollout.gains[:, lanes][own[:, lanes]].mean().abs() < 1e-5
    assert rollout.games.tables == [slice(0, 8), slice(8, 16)]


class Settled(Actor):
    """Takes its best move, so that nothing is left to luck, and counts the rows it is asked for."""

    asked = 0

    def _sample(
        self, seen: Tensor, masks: Tensor, players: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        self.asked += len(seen)
        out = self.net(seen, self.kind)
        action = out.policy.masked_fill(masks == 0, -1e9).argmax(dim=1)
        return action, out.policy.gather(1, action[:, None]).squeeze(1), values_of(out, players)


def test_each_net_may_be_asked_only_where_it_is_its_turn() -> None:
    """What a GPU asks everywhere and a CPU apart comes to the same."""
    rollout, _ = sparring()
    partner, actor = rollout.opponent, Settled(Net(16), torch.float32, False)
    assert partner is not None
    own = rollout.learns()[5]
    assert not own.all()

    def chosen(apart: bool) -> list[Tensor]:
        for kept in (rollout.actions, rollout.chances, rollout.values):
            kept[5] = -1
        with torch.no_grad():
            if apart:
                rollout._choose_apart(5, actor, partner)
            else:
                rollout._choose(5, actor)
        return [rollout.actions[5].clone(), rollout.chances[5][own], rollout.values[5][own]]

    everywhere = chosen(apart=False)
    assert actor.asked == len(own)
    for one, other in zip(everywhere, chosen(apart=True), strict=True):
        assert torch.allclose(one.float(), other.float(), atol=1e-5)
    assert actor.asked == len(own) + int(own.sum())


def test_sparring_teaches_choices_and_not_what_to_expect() -> None:
    for telling, expected in ((False, [0.0] * 8 + [1.0] * 8), (True, [1.0] * 16)):
        rollout, learner = sparring(telling)
        assert rollout.telling.tolist() == expected
        rows = learner._decisions()
        assert rollout.learns().flatten()[rows].all()
        learner._rows.copy_(rows[:16])
        told = learner._take().weights[:16]
        assert torch.equal(told > 0, rollout.telling[learner._rows % 16] > 0)


def test_sure_choices_are_thinned_and_count_for_more() -> None:
    rollout, learner = sparring()
    rollout.opponent = None
    sure = torch.arange(rollout.chances.numel()) % 2 == 0
    rollout.chances.copy_(torch.where(sure, SURE / 2, SURE * 2).reshape(rollout.chances.shape))
    rows = learner._decisions()
    kept = sure[rows]
    assert (~kept).sum() == (~sure).sum()
    weights = learner.weights.flatten()
    assert (weights[rows[kept]] == 1 / KEPT).all() and (weights[rows[~kept]] == 1).all()
    assert 0 < kept.sum() < sure.sum()
    assert len(set(rows.tolist())) == len(rows)
    assert mean(torch.tensor([1.0, 5.0]), torch.tensor([3.0, 1.0])) == 2.0


def test_training_starts_from_weights_with_a_partner(tmp_path: Path) -> None:
    start, partner = small_net(tmp_path / "start.net"), small_net(tmp_path / "partner.net", 7)
    out = tmp_path / "out"
    done = train(
        "--out", out, "--start", start, "--decisions", 480, "--batch", 20, "--sparring", partner,
        "--sparring-players", "2,2n", "--sparring-share", 0.5, "--commit", "abc",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    about = read_net(out / "rialto.net", {})[1]
    assert about["commands"][0] == "made up" and len(about["commands"]) == 2
    assert about["figures"]["decisions"] == 1000 + 480  # the plan does not count what went before
    lines = [json.loads(line) for line in (out / "progress.jsonl").read_text().splitlines()]
    assert any("won" in line for line in lines)

    again = tmp_path / "again"
    done = train("--out", again, "--resume", out, "--decisions", 720, "--sparring", partner)
    assert done.returncode == 0, done.stderr
    assert read_net(again / "rialto.net", {})[1]["figures"]["decisions"] == 1000 + 720


def test_weights_of_another_width_are_refused(tmp_path: Path) -> None:
    start = small_net(tmp_path / "start.net")
    done = train("--out", tmp_path / "out", "--width", 48, "--start", start)
    assert done.returncode == 2
    assert done.stderr == (
        "rialto.learning.train: start.net has the wrong shape: it is 32 wide, the net here 48\n"
    )


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            "--sparring a.net --sparring-share 1",
            "the sparring share must lie between 0 and 1, not 1",
        ),
        ("--sparring a.net --against b.net", "a best response has one opponent: no sparring"),
        ("--start a.net --resume b", "a run goes on with another or starts from weights, not both"),
        ("--start a.net", "a.net cannot be read: No such file or directory"),
        (
            "--sparring-players 6 --sparring a.net",
            "a.net cannot be read: No such file or directory",
        ),
    ],
)
def test_bad_input_to_sparring(wrong: str, said: str, tmp_path: Path) -> None:
    done = train("--out", tmp_path, *wrong.split())
    assert done.returncode == 2
    assert done.stderr == f"rialto.learning.train: {said}\n"
