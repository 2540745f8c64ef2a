import { inOrder, type LogLine } from "../game/log";
import { parts, t } from "../lib/i18n.svelte";
import type { Spoken } from "../lib/wire";

/** The log with what was said, each line where it belongs. */
export function withTalk(lines: readonly LogLine[], talk: readonly Spoken[]): LogLine[] {
  return talk.length ? inOrder([...lines, ...talk.map(spokenLine)]) : [...lines];
}

function spokenLine({ n, at, version, seat, name, reaction, text }: Spoken): LogLine {
  const player = seat === null ? t("talk.watcher", { player: name }) : name;
  const words = [reaction ? t(`talk.${reaction}`) : "", text].filter(Boolean).join(" ");
  return {
    id: `talk.${n}`,
    at,
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
