import { EDITIONS, OPTIONS, type Edition, type Options } from "../lib/wire";

/** The edition that plays with just these options, or null; of two that are the same the one that was picked. */
export function editionOf(options: Options, picked: Edition): Edition | null {
  const names = [picked, ...(Object.keys(EDITIONS) as Edition[])];
  return (
    names.find((name) => OPTIONS.every((o) => EDITIONS[name][o.name] === options[o.name])) ?? null
  );
}
