import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

/** The smallest project on which `up.mjs` can be tried: no packages, and a server of one line. */
function smallProject(server = ""): string {
  const root = mkdtempSync(join(tmpdir(), "longbay-up-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const script of ["up.mjs", "static-checks.mjs"])
    cpSync(join("scripts", script), join(root, "scripts", script));
  for (const room of ["server", "gotrue", "domain", "contract"])
    mkdirSync(join(root, "src", room), { recursive: true });
  writeFileSync(join(root, "src/server/main.ts"), server);
  writeFileSync(
    join(root, "package.json"),
    JSON.stringify({ name: "small", version: "1.0.0", type: "module" }),
  );
  lock(root, "1.0.0");
  return root;
}

function lock(root: string, version: string): void {
  writeFileSync(
    join(root, "package-lock.json"),
    JSON.stringify({
      name: "small",
      version,
      lockfileVersion: 3,
      packages: { "": { name: "small", version } },
    }),
  );
}

type Run = { said: () => string; ended: Promise<number | null>; process: ChildProcess };

function up(root: string, ...words: string[]): Run {
  const child = spawn(process.execPath, ["scripts/up.mjs", ...words], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "" },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  onTestFinished(() => void child.kill("SIGKILL"));
  return { said: () => said, ended: new Promise((resolve) => child.once("close", resolve)), process: child };
}

async function until(run: Run, words: string, times = 1): Promise<void> {
  await expect.poll(() => run.said().split(words).length - 1, { timeout: 60_000 }).toBe(times);
}

describe("the start script", () => {
  it("the start script installs the packages once, and again when the lock has changed", async () => {
    const root = smallProject();
    const first = up(root, "import-cars");
    await first.ended;
    expect(first.said()).toContain("installing the packages");
    expect(existsSync(join(root, "node_modules/.longbay-installed"))).toBe(true);
    const second = up(root, "import-cars");
    await second.ended;
    expect(second.said()).not.toContain("installing");
    lock(root, "1.0.1");
    const third = up(root, "import-cars");
    await third.ended;
    expect(third.said()).toContain("installing the packages");
  });

  it("only one of two start scripts installs, and a dead one's lock is taken over", async () => {
    const root = smallProject();
    const both = [up(root, "nothing"), up(root, "nothing")];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([1, 1]);
    expect(both.filter((run) => run.said().includes("installing the packages"))).toHaveLength(1);

    rmSync(join(root, "node_modules"), { recursive: true, force: true });
    mkdirSync(join(root, ".setup-install.lock"));
    const dead = spawn(process.execPath, ["-e", ""]);
    await new Promise((resolve) => dead.once("exit", resolve));
    writeFileSync(join(root, ".setup-install.lock/pid"), String(dead.pid));
    const after = up(root, "nothing");
    expect(await after.ended).toBe(1);
    expect(after.said()).toContain("installing the packages");
    expect(existsSync(join(root, ".setup-install.lock"))).toBe(false);
  });

  it.each(["nothing", "constructor", "__proto__"])(
    "the start script refuses the unknown command %s",
    async (word) => {
      const run = up(smallProject(), word);
      expect(await run.ended).toBe(1);
      expect(run.said()).toContain(`unknown command ${word}`);
    },
  );

  it("the start script ends with the program's exit code", async () => {
    const root = smallProject();
    mkdirSync(join(root, "src/server/cli"));
    writeFileSync(join(root, "src/server/cli/import-cars.ts"), "process.exit(7);");
    expect(await up(root, "import-cars", "fleet.csv").ended).toBe(7);
  });
});

describe("the developer's loop", () => {
  const server =
    'console.log("up as " + process.pid); setInterval(() => undefined, 1000); process.on("SIGTERM", () => process.exit(0));';

  it("the developer's loop restarts the server when a file is saved, and ends on a signal", async () => {
    const root = smallProject(server);
    const loop = up(root, "dev");
    await until(loop, "up as");
    writeFileSync(join(root, "src/domain/money.ts"), "export const cents = 100;");
    await until(loop, "up as", 2);
    writeFileSync(join(root, "src/domain/money.test.ts"), "");
    writeFileSync(join(root, "src/contract/wire.ts"), "export const wire = 1;");
    await until(loop, "up as", 3);
    expect(loop.said()).not.toContain("money.test.ts changed");
    loop.process.kill("SIGTERM");
    expect(await loop.ended).toBe(0);
  });

  it("the developer's loop ends at once, even while it waits after a failure", async () => {
    const root = smallProject('console.error("broken"); process.exit(1);');
    const loop = up(root, "dev");
    await until(loop, "it starts again when a file of it changes");
    loop.process.kill("SIGINT");
    expect(await loop.ended).toBe(0);
  });

  it("the developer's loop starts a failed server again once its mistake is corrected", async () => {
    const root = smallProject("process.exit(1);");
    const loop = up(root, "dev");
    await until(loop, "it starts again when a file of it changes");
    writeFileSync(join(root, "src/server/main.ts"), server);
    await until(loop, "up as");
    loop.process.kill("SIGTERM");
    expect(await loop.ended).toBe(0);
  });

  it("the developer's loop leaves no server running", async () => {
    const loop = up(smallProject(server), "dev");
    await until(loop, "up as");
    const pid = Number(/up as (\d+)/.exec(loop.said())?.[1]);
    loop.process.kill("SIGTERM");
    await loop.ended;
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});

it("every command of package.json runs the start script", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  expect(Object.keys(scripts).length).toBeGreaterThan(10);
  for (const [name, command] of Object.entries(scripts))
    expect(command).toBe(`exec node scripts/up.mjs ${name}`);
});
