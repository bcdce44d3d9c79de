// Goes through the developer's loop once, as a developer does: starts it, reads a page and its scripts, saves a
// file of the server, reads again, and ends it. It doesn't measure time.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const patience = 120_000;
const data = mkdtempSync(join(tmpdir(), "longbay-dev-"));
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const environment = {
  ...process.env,
  NODE_ENV: "",
  PORT: String(port),
  HOST: "127.0.0.1",
  PUBLIC_URL: "",
  DATABASE_URL: "",
  DATA_DIR: data,
  DEMO: "off",
};

let said = "";
const loop = spawn(process.execPath, ["scripts/up.mjs", "dev"], {
  env: environment,
  stdio: ["ignore", "pipe", "pipe"],
});
for (const stream of [loop.stdout, loop.stderr]) stream.on("data", (chunk) => (said += chunk));
const ended = new Promise((resolve) => loop.once("exit", (code) => resolve(code)));

let trouble;
try {
  await until(() => starts() === 1, "the server to start");
  await readPage();
  const now = new Date();
  utimesSync("src/server/http/health.ts", now, now);
  await until(() => starts() === 2, "the server to start again after a file was saved");
  await readPage();
} catch (error) {
  trouble = error;
}
loop.kill("SIGTERM");
const code = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, patience, "too late"))]);
loop.kill("SIGKILL");
rmSync(data, { recursive: true, force: true });
if (!trouble && code !== 0) trouble = new Error(`The loop ended with ${code}`);
console.log(
  trouble
    ? `${trouble.message}\n${said}`
    : "started, served a page, started again when a file was saved, and ended",
);
process.exit(trouble ? 1 : 0);

function starts() {
  return said.split("is ready at").length - 1;
}

async function until(isSo, what) {
  const end = Date.now() + patience;
  while (!isSo()) {
    if (loop.exitCode !== null) throw new Error(`The loop ended while it was waited for ${what}`);
    if (Date.now() > end) throw new Error(`In vain it was waited for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A page as a browser gets it: the document, and every module that it names. */
async function readPage() {
  const page = await fetch(address);
  const html = await page.text();
  const modules = [...html.matchAll(/(?:src=|from |import\()"(\/[^"]+)"/g)]
    .map(([, path]) => path)
    .filter((path) => /\.(tsx?|js)\b|@/.test(path));
  if (!page.ok || modules.length === 0)
    throw new Error(`The page answers ${page.status} and names ${modules.length} modules`);
  for (const path of modules) {
    const answer = await fetch(address + path);
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
    await answer.text();
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
