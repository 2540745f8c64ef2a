"""Train masked PPO against a bot and draw its learning curve.

    python docs/research/train.py --steps 200000 --opponents random --curve learning-curve.svg

A few minutes on a CPU. Every so many steps the policy plays games that it does not learn from; the
curve is the share of those it wins, which for an equal of its opponents would be 1 / players.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from rialto.research.gymnasium import RialtoEnv


def make_env(players: int, opponents: str) -> Callable[[], RialtoEnv]:
    return lambda: RialtoEnv(players=players, opponents=opponents)


def win_share(model: Any, players: int, opponents: str, games: int) -> float:
    """Of so many games, all played side by side, how many the policy wins."""
    envs = [RialtoEnv(players=players, opponents=opponents) for _ in range(games)]
    seen = [env.reset(seed=10_000 + i)[0] for i, env in enumerate(envs)]
    running = list(range(games))
    wins = 0
    while running:
        masks = np.stack([envs[i].action_masks() for i in running])
        actions, _ = model.predict(np.stack([seen[i] for i in running]), action_masks=masks)
        still = []
        for i, action in zip(running, actions, strict=True):
            seen[i], reward, over, _, _ = envs[i].step(action)
            wins += over and reward == 1.0
            if not over:
                still.append(i)
        running = still
    return wins / games


class Watch(BaseCallback):
    """Plays test games now and then, and writes down how many the policy wins."""

    def __init__(self, every: int, players: int, opponents: str, games: int) -> None:
        super().__init__()
        self.every = every
        self.test = (players, opponents, games)
        self.curve: list[tuple[int, float]] = []

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if not self.curve or self.num_timesteps >= self.curve[-1][0] + self.every:
            self.measure()

    def _on_training_end(self) -> None:
        self.measure()

    def measure(self) -> None:
        self.curve.append((self.num_timesteps, win_share(self.model, *self.test)))
        print(f"{self.num_timesteps:8} steps: wins {self.curve[-1][1]:.0%}", flush=True)


def draw(curve: list[tuple[int, float]], chance: float, title: str) -> str:
    """The curve as an SVG; the dashed line is an equal of the opponents."""
    width, height, left, top = 560, 300, 60, 40
    last = max(steps for steps, _ in curve) or 1

    def x(steps: int) -> float:
        return left + steps / last * (width - left - 20)

    def y(share: float) -> float:
        return top + (1 - share) * (height - top - 50)

    points = " ".join(f"{x(steps):.1f},{y(share):.1f}" for steps, share in curve)
    dots = "".join(f'<circle cx="{x(n):.1f}" cy="{y(w):.1f}" r="3.5"/>' for n, w in curve)
    lines = "".join(
        f'<text x="{left - 10}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>'
        f'<line x1="{left}" x2="{width - 20}" y1="{y(share):.1f}" y2="{y(share):.1f}"'
        ' stroke="#d8d8d8"/>'
        for share in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{title}" font-family="sans-serif" font-size="12" fill="#26262e">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>'
        f'<text x="{left}" y="22" font-size="14">{title}</text>'
        f"{lines}"
        f'<line x1="{left}" x2="{width - 20}" y1="{y(chance):.1f}" y2="{y(chance):.1f}"'
        ' stroke="#888" stroke-dasharray="6 4"/>'
        f'<polyline points="{points}" fill="none" stroke="#2662b2" stroke-width="2.5"/>'
        f'<g fill="#2662b2">{dots}</g>'
        f'<text x="{left}" y="{height - 26}">0</text>'
        f'<text x="{width - 20}" y="{height - 26}" text-anchor="end">{last:,} steps</text>'
        f'<text x="{left}" y="{height - 8}">share of games won; dashed: an equal</text></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Masked PPO against a bot.")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="random")
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
