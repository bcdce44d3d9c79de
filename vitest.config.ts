import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { compileEmails } from "./scripts/compile-emails.mjs";
import { postgresPrograms } from "./test/throwaway-cluster.ts";
import { inlineScripts } from "./tools/inline-scripts/plugin.ts";

// Whoever runs vitest by itself has the server's words too.
await compileEmails();

// What opens no database is tested once: these start the product.
const starters =
  /from "(?:#test|\.\.)\/(?:app|assistant|gone-on|places|pays-by-provider|provider-rentals)\.ts"/;
const opensDatabase = (file: string) => starters.test(readFileSync(file, "utf8"));
const ofServer = globSync(["src/{server,gotrue}/**/*.test.ts", "test/api/**/*.test.ts"]);
const wantsBrowser = (file: string) => readFileSync(file, "utf8").startsWith("// @vitest-environment");
// These look at what a window or the pages' code keeps, or put other code in its place, so they share neither with
// other files.
const wantsOwnWindow = (file: string) => /^(\/\/ @own-window$|vi\.mock\()/m.test(readFileSync(file, "utf8"));
const ofWeb = globSync("src/web/**/*.test.{ts,tsx}");

// A machine that is busy with something else takes longer: nothing here is a measure of time.
const patience = { testTimeout: 300_000, hookTimeout: 300_000 };

// The API is tested on both kinds of database, but for files that begin with this: what they send to a database others
// send to both of them, and they take long. They run on the quicker one, where this machine has it.
const ofOneDatabase = ofServer.filter((file) => readFileSync(file, "utf8").startsWith("// @one-database"));
const quickest = postgresPrograms() ? "postgres" : "embedded";

const setupFiles = ["test/imports-settled.ts"];

// These start processes of their own, to kill them, to weigh them or to keep them waiting.
const killsOfEmbedded = [
  "src/server/imports/zip/kill-zip.test.ts",
  "test/api/connections.test.ts",
  "test/api/kill.test.ts",
  "test/api/kill-changes.test.ts",
  "test/api/kill-money.test.ts",
  "test/api/watchdog.test.ts",
  "test/api/full-disk.test.ts",
  "test/api/storage-kill.test.ts",
  "test/api/worst-case.test.ts",
];
const ofProcesses = [
  ...killsOfEmbedded,
  "src/server/backup/backup.test.ts",
  "src/server/cli/import-cars.test.ts",
  "test/api/stop.test.ts",
  "src/server/db/private-folder.test.ts",
  "src/server/media/images/image-worker.test.ts",
  "src/server/media/pdf/pdf-process.test.ts",
];
const ofDatabase = ofServer.filter(opensDatabase);

const apiTests = {
  ...patience,
  // What the API is made of is loaded once by each worker: it keeps nothing beside what a test starts.
  isolate: false,
  globalSetup: ["test/set-up-databases.ts"],
};
// Pages are drawn by what draws them in production, with less work than in development.
const apiEnvironment = { NODE_ENV: "production" };

// scripts/check.mjs leaves out "postgres" where this machine has none, and `npm run check` that and "processes".
export default defineConfig({
  test: {
    // Tests wait for answers, retries and processes as much as they work.
    maxWorkers: 4,
    projects: [
      {
        plugins: [inlineScripts()],
        test: {
          name: "unit",
          // Values in, values out: nothing that a file leaves behind changes another's answers.
          isolate: false,
          setupFiles,
          include: [
            "src/{domain,contract}/**/*.test.ts",
            "tools/**/*.test.ts",
            "scripts/**/*.test.ts",
            ...ofServer.filter((file) => !opensDatabase(file)),
            ...ofWeb.filter((file) => !wantsBrowser(file) && !wantsOwnWindow(file)),
          ],
          exclude: ofProcesses,
          ...patience,
        },
      },
      {
        plugins: [inlineScripts()],
        // The pages' code and the window are made once by each worker.
        test: {
          name: "web",
          isolate: false,
          setupFiles,
          include: ofWeb.filter((file) => wantsBrowser(file) && !wantsOwnWindow(file)),
          ...patience,
        },
      },
      {
        plugins: [inlineScripts()],
        test: { name: "web-alone", include: ofWeb.filter(wantsOwnWindow), ...patience },
      },
      ...[
        {
          name: "embedded",
          exclude: [...ofProcesses, ...(quickest === "embedded" ? [] : ofOneDatabase)],
        },
        { name: "processes", include: ofProcesses, database: "embedded" },
        { name: "postgres", exclude: killsOfEmbedded },
      ].map(({ name, include = ofDatabase, exclude = [], database = name }) => ({
        test: {
          ...apiTests,
          name,
          include,
          exclude,
          env: { ...apiEnvironment, LONGBAY_TEST_DATABASE: database },
        },
      })),
    ],
  },
});
