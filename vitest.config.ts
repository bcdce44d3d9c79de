import { defineConfig } from "vitest/config";
import { inlineScripts } from "./tools/inline-scripts/plugin.ts";

const apiTests = {
  include: ["src/server/**/*.test.ts", "test/api/**/*.test.ts"],
  globalSetup: ["test/set-up-databases.ts"],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

// The API is tested on both kinds of database by the same files. scripts/check.mjs leaves "postgres" out
// where this machine has no PostgreSQL.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins: [inlineScripts()],
        test: {
          name: "unit",
          include: [
            "src/{domain,contract,web}/**/*.test.{ts,tsx}",
            "tools/**/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          testTimeout: 120_000,
        },
      },
      { test: { ...apiTests, name: "embedded", env: { LONGBAY_TEST_DATABASE: "embedded" } } },
      { test: { ...apiTests, name: "postgres", env: { LONGBAY_TEST_DATABASE: "postgres" } } },
    ],
  },
});
