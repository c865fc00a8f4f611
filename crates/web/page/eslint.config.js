/** What `npm run check` asks of the sources beside types and format. No warning is allowed. */
import js from "@eslint/js";
import hooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";

export default defineConfig(
  globalIgnores(["dist", "src/messages.ts", "src/catalogue/server.en.ts", "src/core/star-points.ts"]),
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ["eslint.config.js"] } } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
  },
  {
    // Preact's `act` is done when it returns, unless what it is given waits.
    files: ["test/**"],
    rules: {
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", name: "act", package: "preact" }] },
      ],
    },
  },
  {
    // Preact's hooks have React's names and rules. The other rules of the plugin are for React's compiler.
    files: ["src/**/*.{ts,tsx}"],
    plugins: { "react-hooks": hooks },
    rules: { "react-hooks/rules-of-hooks": "error", "react-hooks/exhaustive-deps": "error" },
  },
);
