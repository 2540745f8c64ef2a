"""Train masked PPO against a bot and draw its learning curve.

    python docs/research/train.py --steps 400000 --opponents greedy --curve learning-curve.svg

Some minutes on a CPU. The environment gives its reward at the end of a game, some 80 decisions
after the first; `Lead` below tells the learner at every decision how its lead has changed, which
adds up to the same thing and is far easier to learn from. Every so many steps the policy plays
games that it does not learn from; the curve is the share of those it wins, which for an equal of
its opponents would be 1 / players, and the points by which it was ahead on average.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from rialto.research.gymnasium import RialtoEnv

SCALE = 20.0
"""Points of lead that count as a reward of one."""


class Point(NamedTuple):
    """Of the curve: after so many steps, the share of test games won and the mean lead."""

    steps: int
    wins: float
    lead: float


class Lead(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Rewards each change of the lead over the best other, were the game over now. The sum over a
    game is its final lead; the seat's hidden cards play no part in it."""

    env: RialtoEnv

    def reset(self, **asked: Any) -> tuple[Any, dict[str, Any]]:
        seen = self.env.reset(**asked)
        self.before = lead(self.env)
        return seen

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        seen, _, over, cut, info = self.env.step(action)
        now = lead(self.env)
        reward, self.before = (now - self.before) / SCALE, now
        return seen, reward, over, cut, info

    def action_masks(self) -> Any:
        return self.env.action_masks()


def lead(env: RialtoEnv) -> int:
    """Points ahead of the best other if the game ended now."""
    points = [score.total for score in env.game.scores]
    return points.pop(env.seat) - max(points)


def make_env(players: int, opponents: str) -> Callable[[], Lead]:
    return lambda: Lead(RialtoEnv(players=players, opponents=opponents))


def test(model: Any, players: int, opponents: str, games: int) -> tuple[float, float]:
    """Of so many games, all played side by side: how many the policy wins, and its mean lead."""
    envs = [RialtoEnv(players=players, opponents=opponents) for _ in range(games)]
    seen = [env.reset(seed=10_000 + i)[0] for i, env in enumerate(envs)]
    running = list(range(games))
    wins, leads = 0, 0
    while running:
        masks = np.stack([envs[i].action_masks() for i in running])
        actions, _ = model.predict(np.stack([seen[i] for i in running]), action_masks=masks)
        still = []
        for i, action in zip(running, actions, strict=True):
            seen[i], reward, over, _, _ = envs[i].step(action)
            if over:
                wins += reward == 1.0
                leads += lead(envs[i])
            else:
                still.append(i)
        running = still
    return wins / games, leads / games


class Watch(BaseCallback):
    """Plays test games now and then, and writes down how the policy does."""

    def __init__(self, every: int, players: int, opponents: str, games: int) -> None:
        super().__init__()
        self.every = every
        self.test = (players, opponents, games)
        self.curve: list[Point] = []

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if not self.curve or self.num_timesteps >= self.curve[-1][0] + self.every:
            self.measure()

    def _on_training_end(self) -> None:
        self.measure()

    def measure(self) -> None:
        wins, ahead = test(self.model, *self.test)
        self.curve.append(Point(self.num_timesteps, wins, ahead))
        print(f"| {self.num_timesteps:,} | {wins:.1%} | {ahead:+.1f} |", flush=True)


def draw(curve: list[Point], equal: float, title: str) -> str:
    """Both curves as an SVG; the dashed lines are an equal of the opponents."""
    worst = min(point.lead for point in curve)
    best = max(0.0, *(point.lead for point in curve))
    shares = [(p.steps, p.wins) for p in curve]
    leads = [(p.steps, p.lead) for p in curve]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 480" role="img"'
        f' aria-label="{title}" font-family="sans-serif" font-size="12" fill="#26262e">'
        '<rect width="560" height="480" fill="#fff"/>'
        f'<text x="60" y="22" font-size="14">{title}</text>'
        + panel(40, shares, (0.0, 1.0), equal, "share of games won", "{:.0%}")
        + panel(260, leads, (worst, best), 0.0, "mean lead in points", "{:+.0f}")
        + f'<text x="60" y="470">0</text><text x="540" y="470" text-anchor="end">'
        f"{curve[-1].steps:,} steps; dashed: an equal</text></svg>\n"
    )


def panel(
    top: int,
    curve: list[tuple[int, float]],
    ends: tuple[float, float],
    equal: float,
    name: str,
    form: str,
) -> str:
    """One curve with its scale, 190 high."""
    low, high = ends
    last = curve[-1][0] or 1

    def x(steps: int) -> float:
        return 60 + steps / last * 480

    def y(value: float) -> float:
        return top + 10 + (high - value) / ((high - low) or 1) * 160

    scale = "".join(
        f'<text x="50" y="{y(at) + 4:.1f}" text-anchor="end">{form.format(at)}</text>'
        f'<line x1="60" x2="540" y1="{y(at):.1f}" y2="{y(at):.1f}" stroke="#d8d8d8"/>'
        for at in (low + (high - low) * part / 4 for part in range(5))
    )
    points = " ".join(f"{x(steps):.1f},{y(value):.1f}" for steps, value in curve)
    return (
        f'{scale}<text x="60" y="{top + 188}">{name}</text>'
        f'<line x1="60" x2="540" y1="{y(equal):.1f}" y2="{y(equal):.1f}" stroke="#888"'
        ' stroke-dasharray="6 4"/>'
        f'<polyline points="{points}" fill="none" stroke="#2662b2" stroke-width="2.5"/>'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Masked PPO against a bot.")
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="greedy")
    parser.add_argument("--tests", type=int, default=200, help="games for each point of the curve")
    parser.add_argument("--points", type=int, default=10, help="points of the curve")
    parser.add_argument("--curve", type=Path, default=Path("learning-curve.svg"))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()

    torch.set_num_threads(1)
    envs = DummyVecEnv([make_env(asked.players, asked.opponents) for _ in range(8)])
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=min(256, max(16, asked.steps // 8)),
        batch_size=512,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,
        gae_lambda=0.98,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 128]},
        seed=asked.seed,
        device="cpu",
    )
    watch = Watch(asked.steps // asked.points, asked.players, asked.opponents, asked.tests)
    began = time.perf_counter()
    model.learn(asked.steps, callback=watch)
    minutes = (time.perf_counter() - began) / 60
    title = f"Masked PPO against {asked.opponents}, {asked.players} players"
    asked.curve.write_text(draw(watch.curve, 1 / asked.players, title), "utf-8")
    print(f"{minutes:.1f} minutes; curve in {asked.curve}")


if __name__ == "__main__":
    main()
