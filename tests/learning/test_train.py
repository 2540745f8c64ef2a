"""A moment of training on the CPU: it runs, stops, goes on, and leaves what it promises."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

torch = pytest.importorskip("torch")

from rialto.bots.net.own import largest_inputs  # noqa: E402
from rialto.bots.net.shape import PARTS, STEP_BITS, SUM_BITS, TOP  # noqa: E402
from rialto.bots.net.weights import BadNet, Weights, check_sums, read_net  # noqa: E402
from rialto.engine.house import House  # noqa: E402
from rialto.engine.moves import PLAYER_ACTIONS  # noqa: E402
from rialto.learning import export as weights_export  # noqa: E402
from rialto.learning import measure_rounding  # noqa: E402
from rialto.learning.checkpoint import BadCheckpoint, read  # noqa: E402
from rialto.learning.export import export, quantise, restore  # noqa: E402
from rialto.learning.mix import lanes_of  # noqa: E402
from rialto.learning.net import INPUTS, Net  # noqa: E402
from rialto.learning.plot import draw_curve  # noqa: E402
from rialto.learning.train import main  # noqa: E402
from rialto.research.features import SIZE, VERSION  # noqa: E402
from rialto.research.vector import VectorEnv  # noqa: E402
from tests.patience import PROCESS_S  # noqa: E402

pytestmark = [pytest.mark.research, pytest.mark.xdist_group("research")]

Array = NDArray[Any]
SMALL = "--device cpu --games 24 --steps 10 --batch 60 --width 32 --stagger 8 --minutes 5".split()


def train(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rialto.learning.train", *SMALL, *map(str, arguments)]
    plain = {**os.environ, "RIALTO_JIT": "0"}
    return subprocess.run(command, env=plain, capture_output=True, text=True, timeout=PROCESS_S)


def test_it_trains_stops_and_goes_on(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    done = train("--out", first, "--decisions", 480, "--snapshots", "0")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in first.iterdir()}
    assert names >= {"checkpoint.pt", "checkpoint-adam.pt", "progress.jsonl", "curve.svg"}
    assert names >= {"rialto.net", "after-0.net"}
    lines = [json.loads(line) for line in (first / "progress.jsonl").read_text().splitlines()]
    assert lines[-1]["decisions"] == 480 and lines[-1]["done"]
    assert "polyline" in (first / "curve.svg").read_text()

    done = train("--out", second, "--resume", first, "--decisions", 720)
    assert done.returncode == 0, done.stderr
    progress = read(second / "checkpoint.pt")["progress"]
    assert progress["decisions"] == 720 and progress["iterations"] == 3
    assert len(progress["runs"]) == 2
    _, about = read_net(second / "rialto.net", {"observation": VERSION})
    assert about["figures"]["decisions"] == 720 and len(about["commands"]) == 2


def test_a_best_response_learns_against_a_frozen_net(tmp_path: Path) -> None:
    frozen, out = tmp_path / "frozen", tmp_path / "answer"
    assert train("--out", frozen, "--decisions", 240).returncode == 0
    against = ("--against", frozen / "checkpoint.pt", "--players", "2", "--commit", "abc")
    gently = ("--rate", "1e-4", "--curiosity", "0.001", "--numbers", "bfloat16")
    done = train("--out", out, "--decisions", 480, "--batch", 20, *against, *gently)
    assert done.returncode == 0, done.stderr
    assert read_net(out / "rialto.net", {})[1]["commit"] == "abc"
    lines = [json.loads(line) for line in (out / "progress.jsonl").read_text().splitlines()]
    assert any("won" in line for line in lines)
    assert not np.array_equal(
        read(frozen / "checkpoint.pt")["mean"]["heads"], read(out / "checkpoint.pt")["net"]["heads"]
    )


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("--batch 1000", "a batch of 1000 is more than games times steps (240)"),
        ("--games 0", "games, steps, batch, minutes, plan and decisions must be above 0"),
        ("--rate 0", "rate and curiosity must be above 0"),
        ("--curiosity -0.1", "rate and curiosity must be above 0"),
        ("--players 2,6", "players must be some of 2, 3, 4, 5, 2n, not '6'"),
        ("--snapshots 1.5", "snapshots must be whole numbers of million decisions, not '1.5'"),
        ("--resume nowhere", "there is no checkpoint nowhere/checkpoint.pt"),
        ("--against nowhere.pt", "there is no checkpoint nowhere.pt"),
        ("--against nowhere.net", "nowhere.net cannot be read: No such file or directory"),
    ],
)
def test_bad_input_is_one_sentence(wrong: str, said: str, tmp_path: Path) -> None:
    done = train("--out", tmp_path, *wrong.split())
    assert done.returncode == 2
    assert done.stderr == f"rialto.learning.train: {said}\n"


def test_without_a_gpu_it_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert main(["--out", str(tmp_path)]) == 2
    assert "needs a GPU with CUDA, and PyTorch finds none" in capsys.readouterr().err


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(b"not at all")
    with pytest.raises(BadCheckpoint, match="cannot be read"):
        read(path)
    torch.save({"observation": VERSION + 1, "net": {}, "mean": {}}, path)
    with pytest.raises(BadCheckpoint, match=f"observation version {VERSION + 1}, this is"):
        read(path)


def test_a_checkpoint_of_another_width_is_refused_before_games_are_set_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    state = {"first_bias": torch.zeros(32)}
    whole = {"observation": VERSION, "net": state, "mean": state, "progress": {}}
    torch.save(whole, tmp_path / "checkpoint.pt")
    monkeypatch.setattr("rialto.learning.run.Games", None)  # it can be called by nobody
    wide = ["--device", "cpu", "--width", "48", "--out", str(tmp_path / "out")]
    assert main([*wide, "--resume", str(tmp_path)]) == 2
    told = f"{tmp_path / 'checkpoint.pt'} is 32 wide, the net here 48\n"
    assert capsys.readouterr().err == f"rialto.learning.train: {told}"


def test_the_mix_holds_every_table_board_and_option() -> None:
    kinds = lanes_of(65536)
    assert sum(count for _, count in kinds) == 65536
    assert all(count % 32 == 0 for _, count in kinds)
    houses = [house for house, _ in kinds]
    assert {(h.players, h.neutral) for h in houses} == {
        (2, False), (3, False), (4, False), (5, False), (2, True),
    }  # fmt: skip
    for name, usual in House().options.items():
        assert any(getattr(house, name) != usual for house in houses)
    assert any(house.board == "banks" for house in houses)


def by_whole_numbers(w: Weights, seen: Array) -> Array:
    """What the file of weights means, straight from its description."""
    shifts = [int(shift) for shift in w.shifts]
    h = (w.first_bias + seen.astype(np.int64) @ w.first) >> (shifts[0] - SUM_BITS)

    def active(sums: Array, dropped: int) -> Array:
        return np.asarray(np.clip(sums >> dropped, 0, TOP))

    half = 1 << (SUM_BITS - STEP_BITS) >> 1
    for n in range(0, len(w.inner), 2):
        u = active(h + half, SUM_BITS - STEP_BITS)
        v = active(w.inner_bias[n] + u @ w.inner[n].astype(np.int64), shifts[1 + n])
        sums = w.inner_bias[n + 1] + v @ w.inner[n + 1].astype(np.int64)
        h = h + (sums >> (shifts[2 + n] + STEP_BITS - SUM_BITS))
    z = active(h + half, SUM_BITS - STEP_BITS)
    sums = w.heads_bias + z @ w.heads.astype(np.int64)
    return np.asarray(sums) / 2.0 ** (shifts[-1] + STEP_BITS)


def test_whole_numbers_say_what_the_net_says() -> None:
    torch.manual_seed(3)
    net = Net(64)
    with torch.no_grad():
        net.heads.mul_(40.0)
    env = VectorEnv(40, House(players=3), seed=5)
    for _ in range(30):
        env.step(env.choose())
    seen = np.zeros((40, INPUTS), np.int8)
    seen[:, :SIZE] = env.observations
    with torch.no_grad():
        out = net(torch.from_numpy(seen))
    found = by_whole_numbers(quantise(net), env.observations)
    assert np.abs(found[:, :PLAYER_ACTIONS] - out.policy[:, :PLAYER_ACTIONS].numpy()).max() < 0.05
    at = PLAYER_ACTIONS
    assert np.abs(found[:, at : at + 5] - out.win.numpy()).max() < 0.05
    assert np.abs(found[:, at + 10 :].reshape(40, 5, PARTS) - out.parts.numpy()).max() < 0.05
    assert out.policy.std() > 0.3  # or else anything would be near


def test_a_file_of_weights_becomes_a_net_again() -> None:
    """A best response can be trained to any net that is played with."""
    torch.manual_seed(4)
    net, again = Net(48), Net(48)
    again.load_state_dict(restore(quantise(net)))
    seen = torch.randint(-3, 4, (20, INPUTS), dtype=torch.int8)
    seen[:, SIZE:] = 0
    with torch.no_grad():
        before, after = net(seen), again(seen)
    assert (before.policy - after.policy)[:, :PLAYER_ACTIONS].abs().max() < 0.01
    assert (before.win - after.win).abs().max() < 0.01
    assert (before.parts - after.parts).abs().max() < 0.01
    assert before.policy.std() > 0.05  # or else anything would be near


def test_the_commit_is_of_these_sources_or_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"rev-parse": "0123456789ab", "status": ""}
    monkeypatch.setattr(weights_export, "_git", lambda folder, word, *more: said[word])
    path = tmp_path / "a.net"

    def stamp(*told: str) -> object:
        export(Net(16), path, [], {}, *told)
        return read_net(path, {})[1]["commit"]

    assert stamp() == "0123456789ab"
    assert stamp("abc") == "abc"
    said["status"] = " M learner.py"
    assert stamp() == "0123456789ab with changes"


def test_a_file_of_weights_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    export(Net(16), path, ["a command"], {"games": 3})
    good = path.read_bytes()
    _, about = read_net(path, {"observation": VERSION, "inputs": SIZE})
    assert about["figures"] == {"games": 3} and about["commands"] == ["a command"]
    with pytest.raises(BadNet, match=f"a.net is for observation {VERSION}, but here it is 99"):
        read_net(path, {"observation": 99})
    for bad, said in (
        (good[:-1] + bytes([good[-1] ^ 1]), "damaged: its weights are not those"),
        (b"something else" + good, "is not a file of weights"),
        (good.replace(b'"sha256"', b'"sha255"'), "damaged: its description"),
        (good.replace(b'"shapes": [[', b'"shapes": [[1, '), "wrong shape"),
    ):
        path.write_bytes(bad)
        with pytest.raises(BadNet, match=said):
            read_net(path, {})
    path.unlink()
    with pytest.raises(BadNet, match=r"a\.net cannot be read"):
        read_net(path, {})


def test_sums_that_might_not_fit_are_refused() -> None:
    weights = quantise(Net(16))
    check_sums(weights, largest_inputs())
    large = weights._replace(first=np.full_like(weights.first, 32767))
    check_sums(large, np.ones(SIZE, np.int64))
    with pytest.raises(BadNet, match="might not fit"):
        check_sums(large, largest_inputs() * 100)


def test_what_whole_numbers_cost_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert measure_rounding.main(["--games", "2"]) == 0
    said = capsys.readouterr().out
    agreed = re.search(r"of ([\d,]+) choices ([\d.]+)% were the same", said)
    assert agreed and int(agreed[1]) > 100 and float(agreed[2]) > 95
    assert "of 2 games, where equals win 50.0%" in said
    assert measure_rounding.main(["--games", "0"]) == 2
    assert "games must be 1 or more" in capsys.readouterr().err


def test_a_curve_begins_where_the_run_began(tmp_path: Path) -> None:
    """Twelve lines, of which the first three are left out; from 39 to 47 billion decisions."""
    lines = [
        {"decisions": (36 + n) * 10**9, "points": 70 + n, "win": 0.6, "entropy": 0.1, "won": 0.9}
        for n in range(12)
    ]
    progress, path = tmp_path / "progress.jsonl", tmp_path / "curve.svg"
    progress.write_text("\n".join(map(json.dumps, lines)))
    draw_curve(progress, path)
    drawn = path.read_text()
    assert "39.00 to 47.00 billion decisions" in drawn
    points = re.findall(r'points="([^"]+)"', drawn)
    assert len(points) == 4
    # Points rise from the lowest to the highest place; what stays the same lies at the bottom.
    first, *_, last = points[0].split()
    assert first == "44.0,256.0" and last == "596.0,84.0"
    assert {point.split(",")[1] for point in points[1].split()} == {"256.0"}
