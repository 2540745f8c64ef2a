/** Soft, short, synthesised sounds; silent until asked for. */
import { settings } from "../lib/settings.svelte";
import type { GameEvent } from "../lib/wire";

let context: AudioContext | null = null;

function audio(): AudioContext {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

interface Tone {
  hz: number;
  ms: number;
  at?: number;
  type?: OscillatorType;
  volume?: number;
  slide?: number;
}

function tone({ hz, ms, at = 0, type = "sine", volume = 0.12, slide = hz }: Tone): void {
  const ctx = audio();
  const start = ctx.currentTime + at / 1000;
  const end = start + ms / 1000;
  const wave = ctx.createOscillator();
  const gain = ctx.createGain();
  wave.type = type;
  wave.frequency.setValueAtTime(hz, start);
  wave.frequency.exponentialRampToValueAtTime(slide, end);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0005, end);
  wave.connect(gain).connect(ctx.destination);
  wave.start(start);
  wave.stop(end + 0.02);
}

function noise(ms: number, hz: number, volume: number, sweep = hz): void {
  const ctx = audio();
  const length = Math.ceil((ctx.sampleRate * ms) / 1000);
  const buffer = ctx.createBuffer(1, length, ctx.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length);
  const source = ctx.createBufferSource();
  const filter = ctx.createBiquadFilter();
  const gain = ctx.createGain();
  filter.type = "bandpass";
  filter.Q.value = 1.2;
  filter.frequency.setValueAtTime(hz, ctx.currentTime);
  filter.frequency.linearRampToValueAtTime(sweep, ctx.currentTime + ms / 1000);
  gain.gain.value = volume;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(ctx.destination);
  source.start();
}

const SOUNDS: Record<string, () => void> = {
  paper: () => noise(160, 2600, 0.1, 1400),
  coin: () =>
    [2100, 3150].forEach((hz, i) =>
      tone({ hz, ms: 180, at: i * 45, volume: 0.05, type: "triangle" }),
    ),
  wood: () => tone({ hz: 190, slide: 110, ms: 110, volume: 0.2, type: "triangle" }),
  stone: () => {
    noise(90, 320, 0.35);
    tone({ hz: 90, slide: 60, ms: 140, volume: 0.2 });
  },
  oar: () => noise(480, 380, 0.16, 900),
  bell: () =>
    [440, 880, 1320].forEach((hz, i) => tone({ hz, ms: 900 - i * 200, volume: 0.09 / (i + 1) })),
  carillon: () =>
    [784, 988, 1175, 1568].forEach((hz, i) => tone({ hz, ms: 420, at: i * 110, volume: 0.07 })),
};

const OF_EVENT: Record<string, string> = {
  took_row: "paper",
  drew: "paper",
  played: "paper",
  sealed: "paper",
  dealt: "paper",
  coins: "coin",
  activated: "coin",
  delayed: "coin",
  councillor: "wood",
  fetched: "wood",
  built: "wood",
  doge: "wood",
  bridge: "stone",
  gondola: "oar",
};

/** The last moments of one's own clock: heard also by those who want no other sounds. */
export function warn(): void {
  [0, 260].forEach((at) => tone({ hz: 988, ms: 160, at, volume: 0.1, type: "triangle" }));
}

export function sound(name: string): void {
  if (settings.sound && !document.hidden) SOUNDS[name]?.();
}

/** One sound for a view, the most telling of its events. */
export function soundOf(events: GameEvent[]): void {
  const bank = events.some((e) => e.code === "points" && e.args.why === "bank");
  const order = ["stone", "oar", "coin", "wood", "paper"];
  const heard = new Set(events.map((e) => OF_EVENT[e.code]));
  const name = bank ? "carillon" : order.find((s) => heard.has(s));
  if (name) sound(name);
}
