import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.RIALTO_SERVER ?? "http://127.0.0.1:8017";

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
    license: { fileName: "licenses.md" },
    manifest: ".manifest.json", // what each page loads: a test reads it, nobody is sent it
    rolldownOptions: {
      output: {
        // What at least seven pages need is one file: twenty small ones come later than one. Less is
        // shared by the parts of the table alone, which the lobby does not need.
        codeSplitting: { groups: [{ name: "core", minShareCount: 7 }] },
      },
    },
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
