import type { LogLine } from "../game/log";
import { parts, t } from "../lib/i18n.svelte";
import type { Spoken } from "../lib/wire";

/** The log with what was said, each line where it belongs. */
export function withTalk(lines: readonly LogLine[], talk: readonly Spoken[]): LogLine[] {
  const all = [...lines, ...talk.map(spokenLine)];
  return talk.length ? all.sort((a, b) => a.version - b.version) : all;
}

function spokenLine({ n, version, seat, name, reaction, text }: Spoken): LogLine {
  const player = seat === null ? t("talk.watcher", { player: name }) : name;
  const words = [reaction ? t(`talk.${reaction}`) : "", text].filter(Boolean).join(" ");
  return {
    id: `talk.${n}`,
    version,
    code: "talk",
    seat,
    points: 0,
    round: 0,
    loud: false,
    icon: null,
    parts: parts("talk.line", { player, text: words }),
    reaction,
  };
}
