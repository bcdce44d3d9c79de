import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { finished } from "node:stream/promises";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { startTestApp } from "#test/app.ts";
import { temporaryFolder } from "#test/product.ts";

// Each test has a database that its processes open themselves: a directory of its own, or one on the server.
const test = await startTestApp();
const folder = temporaryFolder();
afterAll(async () => {
  await test.close();
  folder.remove();
});

const header = "name,brand,model,year,category,monthlyPrice,city,state,description";
const row = (name: string, year = 2019, words = 35) =>
  `${name},Ford,Escape,${year},SUV,749.00,San Mateo,CA,"${"quiet, clean; ".repeat(words)}"`;
const settings = (name: string): Record<string, string> => ({
  DATA_DIR: join(folder.path, name),
  ...(test.databaseUrl && { DATABASE_URL: test.databaseUrl }),
});

function run(
  args: string[],
  env: Record<string, string>,
): { child: ChildProcess; ended: Promise<{ code: number | null; out: string; err: string }> } {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  return {
    child,
    ended: once(child, "close").then(([code]: (number | null)[]) => ({ code: code ?? null, out, err })),
  };
}

const importFile = (path: string, env: Record<string, string>) =>
  run(["src/server/cli/import-cars.ts", path], env).ended;

async function namesIn(env: Record<string, string>): Promise<string[]> {
  const database = await openDatabase(readConfig(env));
  try {
    return (await database.rows<{ name: string }>('select name from cars order by name collate "C"')).map(
      (car) => car.name,
    );
  } finally {
    await database.close();
  }
}

describe("the command", () => {
  it("the command prints a summary, and refused rows on the error stream", async () => {
    const path = join(folder.path, "good.csv");
    writeFileSync(path, [header, row("One"), row("Bad", 1885), row("Two")].join("\n"));
    const { code, out, err } = await importFile(path, settings("command"));
    expect({ code, out }).toEqual({ code: 0, out: "3 rows: 2 added, 0 updated, 0 unchanged, 1 refused\n" });
    expect(err).toMatch(/^Row 3: year must be a whole number from 1990 to \d{4}\n$/);
    expect((await importFile(path, settings("command"))).out).toBe(
      "3 rows: 0 added, 0 updated, 2 unchanged, 1 refused\n",
    );
  });

  it.each([
    ["nothing could be read", "missing.csv", {}, 1, /There is no readable file/],
    ["no file is named", "", {}, 2, /Usage: npm run import-cars/],
    ["a setting can't be used", "good.csv", { PORT: "many" }, 1, /PORT/],
  ])(
    "the command fails when %s, with a sentence and without a stack trace",
    async (_name, file, env, status, sentence) => {
      const { code, out, err } = await importFile(file && join(folder.path, file), {
        ...settings("command"),
        ...env,
      });
      expect({ code, out }).toEqual({ code: status, out: "" });
      expect(err).toMatch(sentence);
      expect(err).not.toMatch(/\n\s+at /);
    },
  );
});

describe("a long file", () => {
  it("importing a long file takes no more memory at its end than at its beginning", async () => {
    const path = join(folder.path, "long.csv");
    const file = createWriteStream(path);
    file.write(`${header}\n`);
    // One row in ten is good: refused rows must not be kept in memory either.
    for (let place = 0; place < 14_000; place++) {
      const line = place % 10 ? row(`Car ${place}`, 1885, 140) : row(`Car ${place}`);
      if (!file.write(`${line}\n`)) await once(file, "drain");
    }
    await finished(file.end());
    const { ended } = run(["--expose-gc", "test/import-with-progress.ts", path], settings("long"));
    const { code, out, err } = await ended;
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const heaps = out.trim().split("\n").map(Number);
    expect(heaps).toHaveLength(7);
    const [early = 0, last = 0] = [heaps[1], heaps.at(-1)];
    expect(last - early).toBeLessThan(12_000_000);
    expect(file.bytesWritten).toBeGreaterThan(25_000_000);
  });

  it("a killed import leaves no cars, and a second run imports them all", async () => {
    const path = join(folder.path, "killed.csv");
    const rows = Array.from({ length: 3000 }, (_, place) => `Killed ${place}`);
    writeFileSync(path, [header, ...rows.map((name) => row(name))].join("\n"));
    const env = settings("killed");
    const { child, ended } = run(["test/import-with-progress.ts", path], env);
    let steps = 0;
    if (!child.stdout) throw new Error("The process says nothing");
    for await (const _line of createInterface(child.stdout)) if (++steps === 3) child.kill("SIGKILL");
    await ended;
    const killed = async () => (await namesIn(env)).filter((name) => name.startsWith("Killed"));
    expect(await killed()).toEqual([]);
    expect((await importFile(path, env)).out).toBe(
      "3000 rows: 3000 added, 0 updated, 0 unchanged, 0 refused\n",
    );
    expect(await killed()).toEqual(rows.toSorted());
  });
});
