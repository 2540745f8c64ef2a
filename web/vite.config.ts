import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env["RIALTO_SERVER"] ?? "http://127.0.0.1:8017";

export default defineConfig({
  plugins: [svelte()],
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
        // Four files rather than thirty: what is alike compresses together.
        codeSplitting: {
          groups: [
            { name: "core", test: /node_modules|web\/src\/(lib|art)\/|board\/geometry|preload/ },
            { name: "table", test: /web\/src\/(table|board)\// },
            { name: "lobby", test: /web\/src\/(lobby|rules|guide)\// },
            { name: "replay", test: /web\/src\/(replay|end)\// },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
