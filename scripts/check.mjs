// Runs every check, in the order in which it is cheapest to hear of a mistake. `--quick` leaves out browsers,
// PostgreSQL and checks that start processes of their own. If files are named, only their tests run, all of them;
// words after the first dash go to the test runner (-t or -g and a name). Each check prints pass or fail; test
// runs also print how many. The last line sums up.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import pLimit from "p-limit";
import { postgresPrograms } from "../test/throwaway-cluster.ts";
import { staticChecks } from "./static-checks.mjs";

const isQuick = process.argv.includes("--quick");
const words = process.argv.slice(2).filter((word) => word !== "--quick");
const firstOption = [...words, "-"].findIndex((word) => word.startsWith("-"));
const [files, options] = [words.slice(0, firstOption), words.slice(firstOption)];
const isWhole = files.length === 0;
const journeyFiles = files.filter((file) => file.endsWith(".spec.ts"));
const testFiles = files.filter((file) => !file.endsWith(".spec.ts"));
const tool = (name, file) => join("node_modules", name, file);
const say = (sentence) => console.log(`\n[check] ${sentence}`);
let passed = 0;
/** The failed checks with their reasons, printed again at the end of a long log, where readers look first. */
const failures = [];

const run = (args, extra = {}) =>
  new Promise((done) => {
    const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...extra } });
    child.on("exit", (code) => done(code === 0));
  });

/** Runs checks that don't wait for each other, one per processor at once; prints the whole output of each. */
async function checkTogether(checks) {
  const turn = pLimit(Math.max(2, availableParallelism()));
  await Promise.all(
    checks.map(({ name, args }) =>
      turn(async () => {
        const { isGood, said } = await listen(args);
        say(name);
        process.stdout.write(said);
        if (isGood) passed++;
        else failures.push({ what: name, reason: said });
      }),
    ),
  );
}

/** Runs a check and keeps its output, so that the outputs of two checks at once don't mix. */
const listen = (args) =>
  new Promise((done) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], env: process.env });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (said += text));
    child.on("close", (code) => done({ isGood: code === 0, said }));
  });

/** Runs tests and reads their report: how many passed, and which failed for which reason. */
async function tests(name, args, report, count, extra) {
  say(name);
  rmSync(report, { force: true });
  const isGood = await run(args, extra);
  const counted = existsSync(report)
    ? count(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failures: [] };
  if (!isGood && !counted.failures.length)
    counted.failures.push({ what: name, reason: "It ended badly, and no test says why." });
  return counted;
}

const wantsBrowser = isWhole ? !isQuick : journeyFiles.length > 0;
// The browser may have to be installed, which is mostly waiting: other checks run in the meantime.
const comingBrowser = wantsBrowser ? chromium() : undefined;

if (isWhole) {
  // The developer's loop generates page types, too: it runs when no other check reads them.
  const slow = [
    { name: "the developer's loop", args: ["scripts/try-dev.mjs"] },
    { name: "weight of the pages", args: ["scripts/weigh-pages.mjs"] },
  ];
  for (const [turn, round] of staticChecks.entries())
    await checkTogether(!isQuick && turn === staticChecks.length - 1 ? [...slow, ...round] : round);
}

const projects = ["unit", "web", "web-alone", "embedded"];
const isEverywhere = !isQuick || !isWhole;
if (isEverywhere) projects.push("processes");
if (isEverywhere && postgresPrograms()) projects.push("postgres");
else if (isEverywhere)
  say("PostgreSQL's programs are not on this machine: the API is tested on the embedded database only");
const vitest = (name, only = []) => {
  const report = "test-results/vitest.json";
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
  const args = [
    tool("vitest", "vitest.mjs"),
    "run",
    ...only,
    ...options,
    ...projects.flatMap((project) => ["--project", project]),
    ...reporters,
  ];
  return tests(name, args, report, ({ numPassedTests, testResults }) => ({
    passed: numPassedTests,
    failures: testResults.flatMap(failedInFile),
  }));
};
const first =
  isWhole || testFiles.length
    ? await vitest(`tests: ${projects.join(", ")}`, testFiles)
    : { passed: 0, failures: [] };
const failedFiles = [...new Set(first.failures.flatMap(({ file }) => file ?? []))];
// Files with a failed test run once more by themselves, since a busy machine may have been too slow. A test that
// only passes the second time is reported as flaky.
const second = failedFiles.length
  ? await vitest("the files that failed, once more", failedFiles)
  : { failures: [] };
const left = [...first.failures.filter(({ file }) => !file), ...second.failures];
const flaky = first.failures.filter(({ what }) => !left.some((failure) => failure.what === what));
passed += first.passed + flaky.length;
failures.push(...left);

if (wantsBrowser) {
  const browser = await comingBrowser;
  const journeys = "test-results/journeys.json";
  if (browser) {
    const told = await tests(
      "journeys in a browser",
      [tool("@playwright/test", "cli.js"), "test", ...journeyFiles, ...options],
      journeys,
      ({ stats, suites, errors }) => ({
        passed: stats.expected + stats.flaky,
        failures: [
          ...suites.flatMap(failedJourneys),
          ...errors.map(({ message }) => ({ what: "journeys", reason: message })),
        ],
      }),
      { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: journeys },
    );
    passed += told.passed;
    failures.push(...told.failures);
  } else {
    say("a browser is needed for the journeys: install Chromium, or set CHROMIUM_PATH");
    failures.push({ what: "journeys in a browser", reason: "" });
  }
}

for (const { what, reason } of flaky) console.log(`\n[flaky] ${what}\n${excerpt(reason)}`);
for (const { what, reason } of failures) console.log(`\n[failed] ${what}\n${excerpt(reason)}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length ? 1 : 0);

/** The failed tests of one file as Vitest reports it, or the file itself where it could not be run. */
function failedInFile({ name, status, message, assertionResults }) {
  const file = relative(".", name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && !failed.length) return [{ what: file, reason: message, file }];
  return failed.map(({ fullName, failureMessages }) => ({
    what: `${file}: ${fullName}`,
    reason: failureMessages.join("\n"),
    file,
  }));
}

/** The failed journeys of a suite as Playwright reports it, with those of the suites inside. */
function failedJourneys({ file, specs = [], suites = [] }) {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === "unexpected"));
  const reason = ({ tests }) =>
    tests
      .flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message)))
      .join("\n");
  return [
    ...failed.map((spec) => ({ what: `${file}: ${spec.title}`, reason: reason(spec) })),
    ...suites.flatMap(failedJourneys),
  ];
}

/** The first lines of a reason: the whole reason is further up. */
function excerpt(reason) {
  return reason.split("\n").slice(0, 12).join("\n");
}

/**
 * The path of a Chromium on this machine, or of Debian's, which is installed if this process may do so. Its
 * headless shell can do everything that journeys need, with three quarters of the work.
 */
async function chromium() {
  const shell = "/usr/bin/chromium-headless-shell";
  const known = [
    process.env.CHROMIUM_PATH,
    shell,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ];
  const found = () => known.find((path) => path && existsSync(path));
  const hasHan = () => spawnSync("fc-list", [":lang=zh"]).stdout?.length > 0;
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  const wanted = [
    ...(process.env.CHROMIUM_PATH || existsSync(shell) ? [] : ["chromium-headless-shell"]),
    ...(hasHan() ? [] : ["fontconfig", "fonts-wqy-microhei"]),
  ];
  if (!mayInstall || wanted.length === 0) return found();
  say(`installing ${wanted.join(", ")}`);
  const apt = (...args) =>
    new Promise((done) => {
      const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
      const child = spawn("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env });
      child.on("exit", (code) => done(code === 0));
    });
  await apt("update", "-qq");
  const install = ["install", "-y", "-qq", "--no-install-recommends"];
  // Older systems have only the whole browser.
  if (!(await apt(...install, ...wanted)) && !found())
    await apt(...install, "chromium", "fontconfig", "fonts-wqy-microhei");
  return found();
}
