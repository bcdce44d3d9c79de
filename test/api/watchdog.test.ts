import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { migratedFolder } from "../app.ts";
import { heldProduct, postJson, type Product, startProduct } from "../product.ts";
import { postgresPrograms, startCluster } from "../throwaway-cluster.ts";

const ofEmbedded = { DEMO: "off", DATABASE_URL: "", HOST: "127.0.0.1", PUBLIC_URL: "", SMTP_URL: "" };
const message = { name: "Wei Lin", email: "wei@example.com", subject: "Hello", message: "x".repeat(1500) };

async function start(env: Record<string, string>, main?: string): Promise<Product> {
  const folder = migratedFolder();
  const product = await startProduct({ ...ofEmbedded, DATA_DIR: folder.path, ...env }, { main });
  onTestFinished(async () => {
    await product.stop("SIGKILL");
    folder.remove();
  });
  return product;
}

/** Writes to the database until the product's process has ended. */
async function writeUntilItEnds(product: Product): Promise<void> {
  const write = () => postJson(product.address, "/api/contact", message).catch(() => undefined);
  while (product.process.exitCode === null && product.process.signalCode === null)
    await Promise.all([write(), write(), write()]);
}

const endOf = ({ process }: Product) =>
  new Promise<NodeJS.Signals | null>((resolve) => process.once("exit", (_code, signal) => resolve(signal)));

async function hold(product: Product): Promise<void> {
  product.process.kill("SIGUSR2");
  await vi.waitFor(() => expect(product.output()).toContain("held\n"), { timeout: 30_000, interval: 20 });
}

describe("an event loop that is held up", () => {
  it("a process with a held event loop is ended, and the log says why", async () => {
    const product = await start({ WATCHDOG_SECONDS: "2" }, heldProduct);
    const ended = endOf(product);
    await hold(product);
    // The product itself can no longer notice this signal.
    product.process.kill("SIGTERM");
    expect(await ended).toBe("SIGKILL");
    expect(product.output()).toContain(
      "Longbay has done nothing for 2 seconds: something holds its event loop.",
    );
  });

  it.runIf(postgresPrograms())(
    "a process with a held event loop is ended on PostgreSQL too, and the next one serves",
    async () => {
      const cluster = await startCluster(postgresPrograms() ?? "");
      onTestFinished(() => cluster.stop());
      const env = { DATABASE_URL: cluster.url("postgres"), WATCHDOG_SECONDS: "2" };
      const product = await start(env, heldProduct);
      const ended = endOf(product);
      await hold(product);
      expect(await ended).toBe("SIGKILL");
      expect(product.output()).toContain("something holds its event loop");

      const next = await start(env);
      const write = () => postJson(next.address, "/api/contact", message);
      expect(await write()).toMatchObject({ status: 200 });
      rmSync(cluster.data, { recursive: true, force: true });
      await vi.waitFor(async () => expect(await write()).toMatchObject({ status: 503 }), {
        timeout: 60_000,
        interval: 20,
      });
      expect(await next.stop()).toBe(0);
    },
  );
});

it("a stopped process goes on when it wakes, and ends only by its signal", async () => {
  const product = await start({ WATCHDOG_SECONDS: "2" });
  product.process.kill("SIGSTOP");
  await setTimeout(3000);
  product.process.kill("SIGCONT");
  for (let sent = 0; sent < 50; sent++)
    expect(await postJson(product.address, "/api/contact", message)).toMatchObject({ status: 200 });
  expect(await product.stop()).toBe(0);
  expect(product.output()).not.toContain("ends");
});

describe("an embedded database", () => {
  it.each<[string, (folder: string) => void]>([
    ["is deleted with all around it", (folder) => rmSync(folder, { recursive: true, force: true })],
    ["loses the file that says what it is", (folder) => rmSync(join(folder, "database/global/pg_control"))],
  ])(
    "an embedded database whose folder %s under load ends its process, and the log says why",
    async (_what, remove) => {
      const product = await start({});
      expect(await postJson(product.address, "/api/contact", message)).toMatchObject({ status: 200 });
      const ended = endOf(product);
      const writing = writeUntilItEnds(product);
      remove(product.dataDir);
      expect(await ended).toBe("SIGKILL");
      await writing;
      expect(product.output()).toContain(
        `The folder ${join(product.dataDir, "database")} with the data of Longbay is gone.`,
      );
    },
  );
});
