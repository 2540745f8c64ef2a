/** The axis of a chart and the labels at its lines' ends. */

export interface Scale {
  lowest: number;
  highest: number;
  ticks: number[];
}

/** Round figures around all values, four to seven lines. */
export function scale(values: readonly number[]): Scale {
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((s) => (high - low) / s <= 6) ?? 1000;
  const lowest = Math.floor(low / step) * step;
  const highest = Math.ceil(high / step) * step;
  const ticks: number[] = [];
  for (let tick = lowest; tick <= highest; tick += step) ticks.push(tick);
  return { lowest, highest, ticks };
}

/** Moves labels apart so that none lie over each other; keeps their order. */
export function spread(
  wanted: readonly number[],
  gap: number,
  top: number,
  bottom: number,
): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  const placed = [...wanted];
  let free = top;
  for (const i of order) {
    placed[i] = Math.max(placed[i]!, free);
    free = placed[i] + gap;
  }
  let limit = bottom;
  for (const i of order.reverse()) {
    placed[i] = Math.min(placed[i]!, limit);
    limit = placed[i] - gap;
  }
  return placed;
}
