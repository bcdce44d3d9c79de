import { statfsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/**
 * Whether what the browser's processes share has room in memory. The runner has it in files, for containers that
 * have next to none, and there it is a twentieth of all that journeys work.
 */
function hasSharedMemory(): boolean {
  try {
    const { bsize, bavail } = statfsSync("/dev/shm");
    return bsize * bavail > 2 ** 31;
  } catch {
    return false;
  }
}

// Journeys run on the built product, on a machine that may be slow: patience comes from waiting for
// conditions.
export default defineConfig({
  testDir: "test/e2e",
  testMatch: "**/*.spec.ts",
  fullyParallel: true,
  // Journeys wait more than they work.
  workers: 3,
  // A machine that is busy with something else may be slower than any patience; what passes only then is told
  // as flaky.
  retries: 2,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [["dot"], ["json", { outputFile: "test-results/journeys.json" }]],
  outputDir: "test-results/journeys",
  globalSetup: "./test/e2e/start-product.ts",
  use: {
    locale: "en-US",
    // Only the journey that goes offline wants the worker.
    serviceWorkers: "block",
    timezoneId: "America/Los_Angeles",
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: "only-on-failure",
    // What moves is not what these journeys are about, and half-faded words have no contrast.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
