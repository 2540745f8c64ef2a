import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const server = process.env.RIALTO_SERVER ?? "http://127.0.0.1:8017";

/** What is text lies packed beside itself: the server need not pack it for each visitor, and brotli
 * (which browsers take only over HTTPS and from this computer) is a sixth smaller than gzip. */
function pack(): Plugin {
  let folder = "";
  return {
    name: "pack",
    apply: "build",
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf-8" })) {
        if (!/^[^.].*\.(css|js|json|svg|webmanifest)$/.test(name)) continue;
        const text = readFileSync(join(folder, name));
        if (text.length < 1024) continue;
        writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
      }
    },
  };
}

/**
 * What several pages need, in few files: each file is a round trip, and a phone waits longer for twenty
 * small ones than for a few kB that the page does not need. First what every page needs, then what
 * the pages with a board need, those with a game, those with people.
 */
const SHARED = [
  { name: "start", test: /src.start|src.lib.(early|language|paths)|vite.preload|rolldown.runtime/ },
  {
    name: "core",
    test: /node_modules|src.lib.(?!fair|push|drag|roving|moves|fonts|ui.(SettingsDialog|InstallHint|TipBubble))|src.(art.(Card|Level|Piece|SeatBadge|Vista)|board.(geometry|MiniMap)|company.(calls|muted|practice)|game.cards|guide.(progress|topics))/,
    minShareCount: 2,
  },
  {
    name: "board",
    test: /src.(art|board).|src.lib.(drag|roving)|src.game.(DogeTrack|MiniCard)/,
    minShareCount: 3,
  },
  { name: "game", test: /src.(game.(?!Chart|scale)|lib|table.words)/, minShareCount: 3 },
  { name: "company", test: /src.company.(?!DaysOff|Report|Trouble)/, minShareCount: 2 },
  { name: "review", test: /src.review./, minShareCount: 2 },
  { name: "table", test: /src.table.(?!hint)/, minShareCount: 2 },
];

export default defineConfig({
  plugins: [svelte(), pack()],
  build: {
    // Git-ignored, shipped in the wheel, served by rialto.server.
    outDir: "../src/rialto/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a strict CSP has no data: URLs
    reportCompressedSize: true,
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.md" },
    manifest: ".manifest.json", // what each page loads: a test reads it, nobody is sent it
    rolldownOptions: { output: { codeSplitting: { groups: SHARED } } },
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
