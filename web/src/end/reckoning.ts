/** The final scoring as a list of stages, each with what every seat gets in it. */
import { DISTRICTS, type DistrictId, type View } from "../lib/wire";

export interface Stage {
  part: "during" | "leftovers" | "buildings" | "district";
  district?: DistrictId;
  /** By seat. */
  points: number[];
}

/** During play, leftovers, buildings, then the districts in the order of their rounds. */
export function stages(view: View): Stage[] {
  const scores = view.reckoning ?? [];
  const inOrder = [...view.districts].sort((a, b) => a.token - b.token);
  return [
    { part: "during", points: scores.map((s) => s.during) },
    { part: "leftovers", points: scores.map((s) => s.leftovers) },
    { part: "buildings", points: scores.map((s) => s.buildings) },
    ...inOrder.map((district): Stage => {
      const index = DISTRICTS.indexOf(district.id);
      return {
        part: "district",
        district: district.id,
        points: scores.map((s) => s.districts[index] ?? 0),
      };
    }),
  ];
}

/** Points of a seat after the first `n` stages. */
export const after = (list: readonly Stage[], n: number, seat: number): number =>
  list.slice(0, n).reduce((sum, stage) => sum + (stage.points[seat] ?? 0), 0);
