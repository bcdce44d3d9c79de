import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, it } from "vitest";
import { temporaryFolder } from "#test/product.ts";
import { DirectoryInUse, lockDirectory } from "./lock-directory.ts";

let folder: ReturnType<typeof temporaryFolder>;
let holders: ChildProcess[];
beforeEach(() => {
  folder = temporaryFolder();
  holders = [];
});
afterEach(async () => {
  for (const holder of holders) {
    const ended = holder.exitCode !== null || holder.signalCode !== null ? undefined : once(holder, "exit");
    holder.kill("SIGKILL");
    await ended;
  }
  folder.remove();
});

/** Another process that holds the directory until it ends. */
async function startHolder(): Promise<ChildProcess & { pid: number }> {
  const code =
    'const { lockDirectory } = await import("#server/db/lock-directory.ts"); await lockDirectory(process.argv[1]); console.log("held"); setInterval(() => {}, 1000);';
  const child = spawn(process.execPath, ["--input-type=module", "-e", code, folder.path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  holders.push(child);
  if (!child.stdout || child.pid === undefined) throw new Error("The holder did not start");
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  expect(line).toBe("held");
  return Object.assign(child, { pid: child.pid });
}

async function refusal(): Promise<Error> {
  const error = await lockDirectory(folder.path).catch((error: unknown) => error);
  if (error instanceof DirectoryInUse) return error;
  throw new Error("The directory was given away");
}

/** Takes the directory, answers the process id that the directory's file names, and releases the directory. */
async function takeAndLetGo(): Promise<number> {
  const lock = await lockDirectory(folder.path);
  const { pid } = JSON.parse(readFileSync(join(folder.path, "holder.json"), "utf8")) as { pid: number };
  lock.release();
  return pid;
}

it("the lock refuses a second process and names the first by its number", async () => {
  const holder = await startHolder();
  const { message } = await refusal();
  expect(message).toContain(`${folder.path} is in use by process ${holder.pid}.`);
  expect(message).toContain("DATA_DIR");
});

it("the lock is never taken from a holder that is stopped", async () => {
  const holder = await startHolder();
  holder.kill("SIGSTOP");
  expect((await refusal()).message).toContain(String(holder.pid));
  expect((await refusal()).message).toContain(String(holder.pid));
  holder.kill("SIGCONT");
  expect((await refusal()).message).toContain(String(holder.pid));
});

it("the lock is free again after its holder was killed", async () => {
  const holder = await startHolder();
  const ended = once(holder, "exit");
  holder.kill("SIGKILL");
  await ended;
  expect(existsSync(join(folder.path, "holder.json"))).toBe(true);
  expect(await takeAndLetGo()).toBe(process.pid);
});

it("the lock is free if its file names a process that does not hold it", async () => {
  writeFileSync(join(folder.path, "holder.json"), JSON.stringify({ pid: process.ppid }));
  expect(await takeAndLetGo()).toBe(process.pid);
});

it("the lock is refused within one process too, and is free after the release", async () => {
  const lock = await lockDirectory(folder.path);
  expect((await refusal()).message).toContain(String(process.pid));
  lock.release();
  expect(existsSync(join(folder.path, "holder.json"))).toBe(false);
  expect(await takeAndLetGo()).toBe(process.pid);
});
