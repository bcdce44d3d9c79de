// The start of every command of package.json. It runs on the host's Node (20.19 or newer) with nothing installed:
// it installs the packages if the lock has changed, finds the pinned Node among them, builds if the build is
// stale, and then runs the command on that Node. README.md lists what it does by itself.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { lint, typecheck } from "./static-checks.mjs";

const root = resolve(import.meta.dirname, "..");
// The folder in which the command was typed; npm itself has since changed to the project's folder.
const typedIn = process.env.INIT_CWD ?? process.cwd();
process.chdir(root);
const [command = "start", ...rest] = process.argv.slice(2);
const say = (sentence) => console.error(`[longbay] ${sentence}`);
const fail = (sentence) => {
  say(sentence);
  process.exit(1);
};

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19))
  fail(`Node ${process.version} is too old to install the packages: 20.19 or newer is needed.`);

const hashOf = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");
const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

/**
 * Runs `work` unless `isDone`, with a lock on disk: `npm start` and `npm test` may both come first. A lock whose
 * process is gone is taken over.
 */
function once(name, isDone, work) {
  if (isDone()) return;
  const lock = `.setup-${name}.lock`;
  const mine = `${lock}.${process.pid}`;
  for (let waited = 0; ; waited++) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, "pid"), String(process.pid));
      break;
    } catch {
      const holder = Number(read(join(lock, "pid")));
      const isLeft = holder ? !isAlive(holder) : ageOf(lock) > 10_000;
      if (isLeft) {
        try {
          renameSync(lock, mine);
          rmSync(mine, { recursive: true, force: true });
        } catch {
          // Another process took it over first.
        }
        continue;
      }
      if (waited === 0) say("another set-up is running, waiting for it");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      if (isDone()) return;
    }
  }
  try {
    if (!isDone()) work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function ageOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? Date.now() - stat.mtimeMs : 0;
}

function install() {
  const stamp = "node_modules/.longbay-installed";
  const wanted = hashOf(read("package-lock.json"), read("package.json"), process.platform, process.arch);
  once(
    "install",
    () => read(stamp) === wanted,
    () => {
      say("installing the packages (the first time only, one to three minutes)");
      const npm = process.env.npm_execpath;
      const [program, first] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
      const environment = { ...process.env, NODE_ENV: "", npm_config_engine_strict: "false" };
      const done = spawnSync(
        program,
        [...first, "ci", "--include=dev", "--include=optional", "--prefer-offline"],
        {
          stdio: ["ignore", 2, 2],
          env: environment,
          shell: process.platform === "win32",
        },
      );
      if (done.status !== 0) fail("the packages could not be installed, see above");
      mkdirSync("node_modules", { recursive: true });
      writeFileSync(stamp, wanted);
    },
  );
}

function pinnedNode() {
  const own = resolve("node_modules/.bin", process.platform === "win32" ? "node.exe" : "node");
  if (spawnSync(own, ["--version"]).status === 0) return own;
  if (major >= 26) return process.execPath;
  return fail("no pinned Node runs on this platform: install Node 26 and try again");
}

/** A digest of the contents of the build's sources: paths, sizes and times would miss a checkout. */
function sourceHash() {
  const hash = createHash("sha256");
  const add = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isFile()) hash.update(path).update(readFileSync(path));
    else
      for (const name of readdirSync(path).toSorted?.() ?? readdirSync(path).sort())
        if (name !== "paraglide" && name !== "emails.json") add(join(path, name));
  };
  for (const path of [
    "src/domain",
    "src/contract",
    "src/web",
    "messages",
    "public",
    "project.inlang/settings.json",
    "vite.config.ts",
    "react-router.config.ts",
    "paraglide.config.ts",
    "package-lock.json",
    "scripts/precompress.mjs",
    ...readdirSync("tools").map((name) => join("tools", name, "plugin.ts")),
  ])
    add(path);
  return hash.digest("hex");
}

install();
const node = pinnedNode();
const binaries = resolve("node_modules/.bin");
const environment = {
  // Programs are compiled once, not at every start. Node itself notices when a file has changed.
  NODE_COMPILE_CACHE: resolve("node_modules/.cache/compiled"),
  ...process.env,
  PATH: binaries + delimiter + process.env.PATH,
};
const tool = (name, file) => join("node_modules", name, file);

/** Compiles the texts of emails before code is run, checked or tested. A project without emails needs nothing. */
function compileEmails() {
  const script = "scripts/compile-emails.mjs";
  if (
    existsSync(script) &&
    spawnSync(node, [script], { stdio: ["ignore", 2, 2], env: environment }).status !== 0
  )
    fail("the words of emails could not be compiled, see above");
}

let child;
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    isStopping = true;
    // If no child runs, there is nothing to wait for.
    if (!child?.kill(signal)) process.exit(0);
  });

/** Runs a program on the pinned Node and waits for it; signals go to it. Returns its exit code. */
const run = (args, extra = {}) =>
  new Promise((done) => {
    child = spawn(node, args, { stdio: "inherit", env: { ...environment, ...extra } });
    child.on("exit", (code, signal) => done(signal ? 1 : code));
  });

function build() {
  const stamp = "build/.longbay-built";
  const wanted = sourceHash();
  once(
    "build",
    () => read(stamp) === wanted,
    () => {
      say("building the pages");
      const must = (args) => {
        const done = spawnSync(node, args, {
          stdio: ["ignore", "ignore", 2],
          env: { ...environment, NODE_ENV: "production" },
        });
        if (done.status !== 0) fail("the build failed, see above");
      };
      must([tool("@react-router/dev", "bin.cjs"), "build"]);
      must(["scripts/precompress.mjs"]);
      writeFileSync(stamp, wanted);
    },
  );
}

/**
 * Runs the server with Vite in it, and restarts it whenever one of its rooms changes; Vite updates the pages.
 * Node's own --watch would restart for every temporary file of Vite's configuration.
 */
async function develop() {
  let isChanged = false;
  let pause;
  const changed = (_event, name) => {
    if (!/(?<!\.test|\.d)\.ts$|(^|[\\/])emails\.json$/.test(name ?? "")) return;
    clearTimeout(pause);
    pause = setTimeout(() => {
      isChanged = true;
      say(`${name} changed, starting again`);
      child?.kill("SIGTERM");
    }, 150);
  };
  for (const room of ["src/server", "src/gotrue", "src/domain", "src/contract"])
    watch(room, { recursive: true }, changed);
  if (existsSync("messages")) watch("messages", { recursive: true }, changed);
  for (;;) {
    compileEmails();
    const code = await run(["src/server/main.ts", "--dev", ...rest]);
    if (isStopping) return 0;
    if (!isChanged && code === 0) return 0;
    if (!isChanged) {
      say("the server ended; it starts again when a file of it changes");
      await new Promise((resolve) => {
        const looking = setInterval(() => isChanged && resolve(clearInterval(looking)), 100);
      });
    }
    isChanged = false;
  }
}

/** Runs one check after the other, until one fails. */
async function runAll(checks) {
  for (const { args } of checks) {
    const code = await run(args);
    if (code !== 0) return code;
  }
  return 0;
}

/**
 * Options for a small machine, see docs/performance.md: 4 MB for new objects in place of V8's 16, and two of the C
 * library's arenas in place of sixteen, which the embedded database's compiler leaves almost empty.
 */
const small = { flags: ["--max-semi-space-size=4"], environment: { MALLOC_ARENA_MAX: "2" } };

/** Runs a measurement of the product as it ships. */
function measure(script) {
  build();
  return run([script, ...rest], { NODE_ENV: "production" });
}

const commands = {
  start: () => {
    build();
    return run([...small.flags, "src/server/main.ts", ...rest], {
      NODE_ENV: "production",
      ...small.environment,
    });
  },
  dev: develop,
  build: () => {
    build();
    return 0;
  },
  test: () => {
    // Tests that need no page don't wait for a build.
    if (!rest.length || rest.some((word) => !/^src\/(domain|contract|server|gotrue)\//.test(word))) build();
    return run(["scripts/check.mjs", ...rest], { NODE_ENV: "test" });
  },
  lint: () => runAll(lint),
  typecheck: () => runAll(typecheck),
  check: () => run(["scripts/check.mjs", "--quick", ...rest], { NODE_ENV: "test" }),
  bench: () => measure("bench/main.ts"),
  format: () => run([tool("oxfmt", "bin/oxfmt"), ...rest]),
  "import-cars": () => run(["src/server/cli/import-cars.ts", ...rest.map((file) => resolve(typedIn, file))]),
  "invite-admin": () => run(["src/server/cli/invite-admin.ts", ...rest]),
  "reset-factor": () => run(["src/server/cli/reset-factor.ts", ...rest]),
  backup: () =>
    run(["src/server/cli/backup.ts", ...(rest.length ? rest : ["."]).map((path) => resolve(typedIn, path))]),
  restore: () => run(["src/server/cli/restore.ts", ...rest.map((file) => resolve(typedIn, file))]),
  "draw-fleet": () => run(["tools/draw-fleet/main.ts", ...rest]),
  "draw-bay": () => run(["tools/draw-bay/main.ts", ...rest]),
  "draw-icons": () => run(["tools/draw-icons/main.ts", ...rest]),
  lighthouse: () => measure("scripts/lighthouse.mjs"),
  blocking: () => measure("scripts/blocking.mjs"),
  "host-calendar": () => measure("scripts/host-calendar.mjs"),
  "list-sent": () => {
    build();
    return run(["scripts/list-sent.mjs", ...rest]);
  },
  "first-touch": () => measure("scripts/first-touch.mjs"),
  "db:generate": () => run([tool("drizzle-kit", "bin.cjs"), "generate", ...rest]),
};

if (!Object.hasOwn(commands, command)) fail(`unknown command ${command}`);
compileEmails();
process.exit(await commands[command]());
