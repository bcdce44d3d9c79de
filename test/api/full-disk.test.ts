import { randomInt } from "node:crypto";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { postJson, type Product, startProduct } from "../product.ts";
import { smallDisk, type SmallDisk } from "../small-disk.ts";
import { postgresPrograms, startCluster } from "../throwaway-cluster.ts";

const here = { DEMO: "off", HOST: "127.0.0.1", PUBLIC_URL: "", SMTP_URL: "" };
const patience = { timeout: 120_000, interval: 20 };
/** Letters that can't be compressed: each message takes a page of its table, until the table has no pages left. */
const letters = () => Array.from({ length: 4000 }, () => String.fromCharCode(97 + randomInt(26))).join("");
const write = ({ address }: Product) =>
  postJson(address, "/api/contact", {
    name: "Wei Lin",
    email: "wei@example.com",
    subject: "Hello",
    message: letters(),
  });

/** Fills the disk that holds the tables and the log, and frees it again. Returns the process's exit code. */
async function fillAndClear(disk: SmallDisk, product: Product): Promise<number | null> {
  expect(await write(product)).toMatchObject({ status: 200 });
  disk.fill();
  // Each table still has some free room inside.
  await vi.waitFor(async () => expect(await write(product)).toMatchObject({ status: 503 }), patience);
  for (let at = 0; at < 200; at++) {
    const { status } = await write(product);
    expect([200, 503]).toContain(status);
  }
  expect((await fetch(`${product.address}/api/cars`)).status).toBe(200);
  expect(await write(product)).toMatchObject({
    status: 503,
    body: {
      code: "unavailable",
      message: "A part of Longbay isn't responding. Please try again in a moment.",
    },
  });
  disk.clear();
  await vi.waitFor(async () => expect(await write(product)).toMatchObject({ status: 200 }), patience);
  return product.stop();
}

// Mounting a disk needs rights that not every user has.
const spare = smallDisk(1);
spare?.remove();

describe.runIf(spare)("a full disk", () => {
  function openDisk(): SmallDisk {
    const disk = smallDisk(300);
    if (!disk) throw new Error("the disk was not mounted");
    onTestFinished(() => disk.remove());
    return disk;
  }

  async function start(disk: SmallDisk, env: Record<string, string>): Promise<Product> {
    const product = await startProduct({ ...here, ...env }, { logFile: join(disk.path, "log") });
    onTestFinished(async () => void (await product.stop("SIGKILL")));
    return product;
  }

  it("a full disk makes the embedded database answer 503 to writes until there is room again", async () => {
    const disk = openDisk();
    const dataDir = join(disk.path, "data");
    mkdirSync(dataDir);
    cpSync(inject("embeddedFolder"), join(dataDir, "database"), { recursive: true });
    const product = await start(disk, { DATABASE_URL: "", DATA_DIR: dataDir });
    expect(await fillAndClear(disk, product)).toBe(0);
  });

  it.runIf(postgresPrograms())(
    "a full disk makes a PostgreSQL server answer 503 to writes until there is room again",
    async () => {
      const disk = openDisk();
      const cluster = await startCluster(postgresPrograms() ?? "", {}, disk.path);
      onTestFinished(() => cluster.stop());
      const env = { DATABASE_URL: cluster.url("postgres"), DATA_DIR: join(disk.path, "files") };
      expect(await fillAndClear(disk, await start(disk, env))).toBe(0);
    },
  );
});
