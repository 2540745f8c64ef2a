import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** Rules that look through types, which this parser does not know in templates: svelte-check does. */
const UNSAFE = ["argument", "assignment", "call", "member-access", "return"];

export default defineConfig(
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        extraFileExtensions: [".svelte"],
        projectService: {
          allowDefaultProject: ["*.js", "*.ts"],
          defaultProject: "tsconfig.node.json",
        },
      },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // Numbers stand in sentences, keys and styles; a template prints them as they are.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // `() => (x = y)` and `() => f()` are how handlers are written.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // `noUncheckedIndexedAccess` doubts every index. `!` says that this one is there; a default
      // would hide a fault.
      "@typescript-eslint/no-non-null-assertion": "off",
      // `void x` names what an effect depends on without using it.
      "@typescript-eslint/no-meaningless-void-operator": "off",
      // Maps and sets are made anew by `$derived` or never shown: none is changed under a component.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ["**/*.svelte"],
    rules: Object.fromEntries(
      UNSAFE.map((name) => [`@typescript-eslint/no-unsafe-${name}`, "off"]),
    ),
  },
  {
    // Served as they are: no types, and a worker's globals.
    files: ["public/*.js"],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.serviceworker, parserOptions: { projectService: false } },
  },
);
