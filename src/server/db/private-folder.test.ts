import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKind } from "#test/app.ts";
import { type Product, startProduct, temporaryFolder } from "#test/product.ts";
import { childEnvironment } from "#server/media/pools/child-environment.ts";
import { keepPrivate } from "./private-folder.ts";

/** Every file and folder in a folder that other users may open. */
const open = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .concat(".")
    .filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);

describe.runIf(process.platform !== "win32")("the folder of our data", () => {
  it("a data folder that an older version left open is made private to its owner", async () => {
    const { path, remove } = temporaryFolder();
    mkdirSync(join(path, "database/base"), { recursive: true });
    writeFileSync(join(path, "database/base/1"), "hashes");
    for (const name of [".", "database", "database/base"]) chmodSync(join(path, name), 0o755);
    chmodSync(join(path, "database/base/1"), 0o644);
    expect(open(path).length).toBe(4);
    await keepPrivate(path);
    writeFileSync(join(path, "database/later"), "key");
    expect(open(path)).toEqual([]);
    expect(readFileSync(join(path, "database/base/1"), "utf8")).toBe("hashes");
    remove();
  });

  describe.runIf(databaseKind === "embedded")("the data folder of a running product", () => {
    let product: Product;
    const folder = temporaryFolder();
    beforeAll(async () => {
      mkdirSync(join(folder.path, "pictures"), { mode: 0o755 });
      chmodSync(folder.path, 0o755);
      product = await startProduct({ DATA_DIR: folder.path, DEMO: "off" });
    });
    afterAll(async () => {
      await product?.stop();
      folder.remove();
    });

    it("no other user can read a key, a hash or a picture in the data folder", () => {
      expect(readdirSync(join(folder.path, "database")).length).toBeGreaterThan(10);
      expect(open(folder.path)).toEqual([]);
    });
  });
});

it("the processes that work on strangers' files get no secret", () => {
  const secrets = {
    SECRET_KEY: "s",
    DATABASE_URL: "postgres://u:p@db/x",
    SMTP_URL: "smtp://u:p@m",
    AUTH_SIGNING_KEY: "{}",
    NODE_OPTIONS: "--inspect",
  };
  expect(childEnvironment({ ...secrets, PATH: "/bin", TZ: "UTC" })).toEqual({ PATH: "/bin", TZ: "UTC" });
});
