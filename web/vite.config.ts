import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const server = process.env["RIALTO_SERVER"] ?? "http://127.0.0.1:8017";

/**
 * Nothing is rendered on the server, so nothing is ever hydrated. Said as a constant, Svelte's code
 * for it falls away (1 kB packed).
 */
const neverHydrated: Plugin = {
  name: "never-hydrated",
  transform: {
    filter: { id: /svelte\/src\/internal\/client\/dom\/hydration\.js$/ },
    handler: (code) => code.replace("export let hydrating", "export const hydrating").replace("\thydrating = value;\n", ""),
  },
};

export default defineConfig({
  plugins: [svelte(), neverHydrated],
  build: {
    // Git-ignored, shipped in the wheel, served by rialto.server.
    outDir: "../src/rialto/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a strict CSP has no data: URLs
    reportCompressedSize: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Two files rather than thirty: what is alike compresses together. The first brings the
        // lobby, the second the table and all that shows a game.
        codeSplitting: {
          groups: [
            {
              name: "core",
              priority: 2,
              test: /node_modules|preload|board\/geometry|web\/src\/(lib|art|lobby|rules|guide|App|main|styles)/,
            },
            { name: "table", priority: 1, test: /web\/src\/(table|board|replay|end)\// },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
