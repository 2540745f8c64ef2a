import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env["RIALTO_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    // Git-ignored, shipped in the wheel, served by rialto.server.
    outDir: "../src/rialto/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a strict CSP has no data: URLs
    reportCompressedSize: true,
    rollupOptions: {
      // Two shared files instead of thirty small ones: fewer requests, and they pack better.
      output: {
        advancedChunks: {
          groups: [
            { name: "core", test: /node_modules|src\/(lib|art)\/|lobby\/(Frame|Glyph|Choice|load|me|tables|MiniMap|Vista|copy)|board\/geometry/ },
            { name: "play", test: /src\/(board|table)\// },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
