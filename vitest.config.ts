import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    include: ["src/**/*.test.{ts,tsx}", "tools/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["node_modules/**", "test/e2e/**"],
    globalSetup: ["test/set-up-databases.ts"],
  },
});
