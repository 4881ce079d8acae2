// The linter of the page. Layout is the formatter's (Prettier).
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      eqeqeq: ["error", "smart"],
      "max-lines-per-function": ["error", 40],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Many sets and maps are deliberately not reactive: what is shown is held in $state.
      "svelte/prefer-svelte-reactivity": "off",
      // The linter does not see all warnings that svelte-check gives.
      "svelte/no-unused-svelte-ignore": "off",
      // {" "} keeps a space that the formatter would drop.
      "svelte/no-useless-mustaches": "off",
    },
  },
  // A describe block holds many short tests.
  { files: ["**/*.test.ts"], rules: { "max-lines-per-function": "off" } },
);
