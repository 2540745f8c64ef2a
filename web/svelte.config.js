import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

/** @type {import("@sveltejs/vite-plugin-svelte").SvelteConfig} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Short class names: they are in every template.
    cssHash: ({ hash, filename }) => `r${hash(filename.replace(/^.*\/web\//, "")).slice(0, 4)}`,
  },
};
