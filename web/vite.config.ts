import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const server = process.env.RIALTO_SERVER ?? "http://127.0.0.1:8017";

/**
 * Nothing is rendered on the server, so nothing is ever hydrated. Said as a constant, Svelte's code
 * for it falls away (1 kB packed).
 */
const neverHydrated: Plugin = {
  name: "never-hydrated",
  transform: {
    filter: { id: /svelte\/src\/internal\/client\/dom\/hydration\.js$/ },
    handler: (code) =>
      code
        .replace("export let hydrating", "export const hydrating")
        .replace("\thydrating = value;\n", ""),
  },
};

/**
 * What compiled components say without need (1.2 kB packed): calls of `reset` and `next`, which do
 * nothing where nothing is hydrated, and the end tags that a parser adds by itself at a template's end.
 */
const terseComponents: Plugin = {
  name: "terse-components",
  enforce: "post",
  transform: {
    filter: { id: /\.svelte$/ },
    handler: (code) =>
      code
        .replace(/^\s*\$\.(reset|next)\(\w*\);$/gm, "")
        .replace(/(\$\.from_(?:html|svg)\(`[^`]*?)(?:<\/[\w-]+>)+`/g, "$1`"),
  },
};

export default defineConfig({
  plugins: [svelte(), neverHydrated, terseComponents],
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
              test: /node_modules|preload|board\/geometry|web\/src\/(App|main|styles|rules|lib\/(?!drag|moves|names|roving)|art\/(?!Bridge|Coin|Gondola|Round|Seal)|guide\/(?!Coach)|lobby\/(?!Waiting|SeatLink|Qr|qr|copy))/,
            },
            { name: "table", priority: 1, test: /web\/src\// },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
