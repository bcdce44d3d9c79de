// Every check there is, in the order in which a mistake is cheapest to hear of. `--quick` leaves out browsers and PostgreSQL.
// Each check says pass or fail; the tests among them also how many. The last line sums up.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { postgresPrograms } from "../test/throwaway-cluster.ts";

const isQuick = process.argv.includes("--quick");
const tool = (name, file) => join("node_modules", name, file);
const say = (sentence) => console.log(`\n[check] ${sentence}`);
let passed = 0;
let failed = 0;

const run = (args, extra = {}) =>
  new Promise((done) => {
    const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...extra } });
    child.on("exit", (code) => done(code === 0));
  });

/** One check that passes or fails as a whole. */
async function check(name, args) {
  say(name);
  if (await run(args)) passed++;
  else failed++;
}

/** A run of tests whose report counts them; a run that ends badly without a failed test counts as one failure. */
async function tests(name, args, report, count, extra) {
  say(name);
  rmSync(report, { force: true });
  const isGood = await run(args, extra);
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, "utf8"))) : { passed: 0, failed: 0 };
  passed += counted.passed;
  failed += Math.max(counted.failed, isGood ? 0 : 1);
}

const rooms = ["src/domain", "src/contract", "src/server", "src/web", "."];

await check("format", [tool("oxfmt", "bin/oxfmt"), "--check", "."]);
await check("generated types", [tool("@react-router/dev", "bin.cjs"), "typegen"]);
await check("lint and walls", [tool("oxlint", "bin/oxlint"), "--type-aware", "--quiet"]);
await check("unused code and dependencies", [tool("knip", "bin/knip.js"), "--no-progress"]);
for (const room of rooms) await check(`types of ${room}`, [tool("typescript", "bin/tsc"), "-p", room]);
await check("walls hold when tried", ["scripts/try-walls.mjs"]);
if (!isQuick) await check("weight of the pages", ["scripts/weigh-pages.mjs"]);

const projects = ["unit", "embedded"];
if (!isQuick && postgresPrograms()) projects.push("postgres");
else if (!isQuick) say("PostgreSQL's programs are not on this machine: the API is tested on the embedded database only");
const report = "test-results/vitest.json";
await tests(
  `tests: ${projects.join(", ")}`,
  [tool("vitest", "vitest.mjs"), "run", ...projects.flatMap((name) => ["--project", name]), "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`],
  report,
  ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
);

if (!isQuick) {
  const browser = chromium();
  const journeys = "test-results/journeys.json";
  if (browser) {
    await tests(
      "journeys in a browser",
      [tool("@playwright/test", "cli.js"), "test"],
      journeys,
      ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
      { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: journeys },
    );
  } else {
    say("a browser is needed for the journeys: install Chromium, or set CHROMIUM_PATH");
    failed++;
  }
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);

/** A Chromium that is there, or Debian's, installed where this process may. */
function chromium() {
  const known = [
    process.env.CHROMIUM_PATH,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ];
  const found = known.find((path) => path && existsSync(path));
  const hasHan = () => spawnSync("fc-list", [":lang=zh"]).stdout?.length > 0;
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if ((found && hasHan()) || !mayInstall) return found;
  say("installing Chromium and a Chinese font");
  const apt = (...args) =>
    spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }).status === 0;
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...(found ? [] : ["chromium"]), "fontconfig", "fonts-wqy-microhei");
  return known.find((path) => path && existsSync(path));
}
