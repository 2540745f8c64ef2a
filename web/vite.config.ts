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
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
