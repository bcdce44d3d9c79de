import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { postgresPrograms } from "./test/throwaway-cluster.ts";
import { inlineScripts } from "./tools/inline-scripts/plugin.ts";

// What opens no database is tested once.
const opensDatabase = (file: string) =>
  /from "(?:#test|\.\.)\/(?:app|provider-rentals)\.ts"/.test(readFileSync(file, "utf8"));
const ofServer = globSync(["src/server/**/*.test.ts", "test/api/**/*.test.ts"]);
const wantsBrowser = (file: string) => readFileSync(file, "utf8").startsWith("// @vitest-environment");
const ofWeb = globSync("src/web/**/*.test.{ts,tsx}");

// A machine that is busy with something else takes longer: nothing here is a measure of time.
const patience = { testTimeout: 300_000, hookTimeout: 300_000 };

// What is long, and is about sums, files, sockets or other services more than about a database, is tested on one
// kind of it: on the quicker one, where this machine has it. `npm run check`, which leaves that one out, leaves them to
// `npm test` there.
const onOneDatabase = [
  "src/server/assistant/routes.test.ts",
  "src/server/auth/gotrue/sign-in.test.ts",
  "src/server/auth/gotrue/sign-up/waiting-sign-ups.test.ts",
  "src/server/charges/random-calls.test.ts",
  "src/server/demo/life/live.test.ts",
  "src/server/documents/for-email.test.ts",
  "src/server/http/form-limits.test.ts",
  "src/server/images/costly-images.test.ts",
  "src/server/images/storage/routes.test.ts",
  "src/server/images/storage/sweep.test.ts",
  "src/server/images/zip/take-zip.test.ts",
  "src/server/ledger/random-rentals.test.ts",
  "src/server/payments/chargebacks/random-chargebacks.test.ts",
];
// These start, kill or weigh a process that has its database inside.
const onEmbedded = [
  "src/server/images/zip/kill-zip.test.ts",
  "test/api/connections.test.ts",
  "test/api/storage-kill.test.ts",
  "test/api/worst-case.test.ts",
];
const quickest = postgresPrograms() ? "postgres" : "embedded";

const apiTests = {
  ...patience,
  // What the API is made of is loaded once by each worker: it keeps nothing beside what a test starts.
  isolate: false,
  globalSetup: ["test/set-up-databases.ts"],
};
// Pages are drawn by what draws them in production, with less work than in development.
const apiEnvironment = { NODE_ENV: "production" };

// The API is tested on both kinds of database by the same files, but for those named above. scripts/check.mjs
// leaves "postgres" out where this machine has no PostgreSQL.
export default defineConfig({
  test: {
    // Tests wait for answers, retries and processes as much as they work.
    maxWorkers: 3,
    projects: [
      {
        plugins: [inlineScripts()],
        test: {
          name: "unit",
          // Values in, values out: nothing that a file leaves behind changes another's answers.
          isolate: false,
          include: [
            "src/{domain,contract}/**/*.test.ts",
            "tools/**/*.test.ts",
            "scripts/**/*.test.ts",
            ...ofServer.filter((file) => !opensDatabase(file)),
            ...ofWeb.filter((file) => !wantsBrowser(file)),
          ],
          ...patience,
        },
      },
      {
        plugins: [inlineScripts()],
        // Each file has a browser's globals of its own.
        test: { name: "web", include: ofWeb.filter(wantsBrowser), ...patience },
      },
      ...["embedded", "postgres"].map((name) => ({
        test: {
          ...apiTests,
          name,
          include: ofServer.filter(opensDatabase),
          exclude: [...(name === quickest ? [] : onOneDatabase), ...(name === "embedded" ? [] : onEmbedded)],
          env: { ...apiEnvironment, LONGBAY_TEST_DATABASE: name },
        },
      })),
    ],
  },
});
