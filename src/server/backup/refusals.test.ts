import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { migrationsFolder } from "#server/db/migrations-folder.ts";
import { folderTarget, serverTarget } from "#server/db/restore-target.ts";
import { emptyPlace, inPlace, type Place } from "#test/places.ts";
import { temporaryFolder } from "#test/product.ts";
import { type Entry, headName, readArchive, sealOf, writeArchive } from "./archive.ts";
import { checkBackup } from "./check-backup.ts";
import type { BackupEnd, BackupHead } from "./facts.ts";
import { restoreBackup } from "./restore-backup.ts";
import { backUp } from "./sources.ts";

const folder = temporaryFolder();
const secretKey = "a secret of forty characters, and no less";
const good = join(folder.path, "good.tar");
const migrations = readMigrationFiles({ migrationsFolder });
/** How many migrations the backup is behind the product. */
const behind = 12;
let target: Place;

/** An installation as an older version of the product left it: its tables, a setting and a subscriber. */
async function olderInstallation(): Promise<Place> {
  const place = await emptyPlace();
  const { databaseUrl, dataDir } = readConfig(place.env);
  const database = await (databaseUrl ? serverTarget(databaseUrl) : folderTarget(join(dataDir, "database")));
  await database.rows("create schema drizzle");
  await database.rows(
    "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const { sql, hash, folderMillis } of migrations.slice(0, -behind)) {
    for (const statement of sql) if (statement.trim()) await database.rows(statement);
    await database.rows("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      folderMillis,
    ]);
  }
  await database.rows("insert into settings values ('kept', 'of before')");
  await database.rows(
    "insert into email_subscriptions (email, source, language) select 'reader' || n || '@example.com', 'footer', 'zh' from generate_series(1, 3000) n",
  );
  await database.commit();
  await database.close();
  return place;
}

beforeAll(async () => {
  const place = await olderInstallation();
  await backUp(readConfig({ ...place.env, SECRET_KEY: secretKey }), good);
  place.remove();
  target = await emptyPlace();
});
afterAll(() => {
  target.remove();
  folder.remove();
});

const restore = (path: string, env: Record<string, string> = {}) =>
  restoreBackup(readConfig({ ...target.env, SECRET_KEY: secretKey, ...env }), path);

/** What the folder holds besides a lock's files. */
const traces = () =>
  existsSync(target.env.DATA_DIR ?? "")
    ? readdirSync(target.env.DATA_DIR ?? "").filter((name) => !name.startsWith("lock.sqlite"))
    : [];

let made = 0;
async function madeOf(entries: Entry[], end: (digest: string) => object): Promise<string> {
  const path = join(folder.path, `made-${made++}.tar`);
  await writeArchive(path, async (write) => {
    for (const entry of entries) await write(entry);
    return end;
  });
  return path;
}

/** The good backup with another beginning, and sealed as if that were its own. */
async function withHead(changed: (head: BackupHead) => object): Promise<string> {
  const entries: Entry[] = [];
  let end: BackupEnd | undefined;
  for await (const { name, content } of readArchive(good))
    if (name === "end.json") end = JSON.parse(content.toString()) as BackupEnd;
    else if (name === headName)
      entries.push({
        name,
        content: Buffer.from(JSON.stringify(changed(JSON.parse(content.toString()) as BackupHead))),
      });
    else entries.push({ name, content });
  return madeOf(entries, (digest) => ({ ...end, digest, seal: sealOf(secretKey, digest) }));
}

describe("a backup that can't be restored", () => {
  it("an unusable backup is refused with a sentence and restores nothing", async () => {
    const written = (name: string, content: string | Buffer) => {
      const path = join(folder.path, name);
      writeFileSync(path, content);
      return path;
    };
    const bytes = readFileSync(good);
    const sealed = (digest: string) => ({
      tables: {},
      sequences: {},
      files: 0,
      digest,
      seal: sealOf(secretKey, digest),
    });
    const head: Entry[] = [];
    for await (const { name, content } of readArchive(good))
      if (name === headName) head.push({ name, content });
    const cases: [string, string, RegExp][] = [
      ["empty", written("empty.tar", ""), /no backup of Longbay/],
      ["words", written("words.tar", "select 1;\n".repeat(500)), /no backup of Longbay/],
      [
        "another tar",
        await madeOf([{ name: "readme.txt", content: Buffer.from("hello") }], sealed),
        /no backup of Longbay/,
      ],
      ["cut in the middle", written("cut.tar", bytes.subarray(0, bytes.length >> 1)), /cut off/],
      ["cut to its beginning", written("short.tar", bytes.subarray(0, 1000)), /cut off|no backup/],
      ["without its end", await withoutEnd(), /cut off/],
      [
        "a name that leads elsewhere",
        await madeOf(
          [...head, { name: "files/pictures/../../../etc/passwd", content: Buffer.from("x") }],
          sealed,
        ),
        /damaged/,
      ],
      [
        "a name of none of ours",
        await madeOf([...head, { name: "files/documents/keys.txt", content: Buffer.from("x") }], sealed),
        /damaged/,
      ],
      ["lacking all tables", await madeOf(head, sealed), /tables of this backup/],
      [
        "sealed by somebody else",
        await madeOf(head, (digest) => ({ ...sealed(digest), seal: sealOf("another", digest) })),
        /damaged/,
      ],
      [
        "a newer format",
        await withHead((was) => ({ ...was, format: 2, version: "9.0.0" })),
        /newer Longbay \(9\.0\.0\)/,
      ],
      [
        "newer tables",
        await withHead((was) => ({
          ...was,
          version: "9.0.0",
          migrations: [...migrations.map(({ hash }) => hash), "a later one"],
        })),
        /newer Longbay \(9\.0\.0\)/,
      ],
      [
        "other tables",
        await withHead((was) => ({ ...was, migrations: ["another", ...was.migrations.slice(1)] })),
        /another edition/,
      ],
    ];
    for (const [what, path, sentence] of cases) {
      const refused = await restore(path).then(
        () => "restored",
        (error: unknown) => `${error instanceof Error ? error.name : ""}: ${String(error)}`,
      );
      expect([what, refused]).toEqual([what, expect.stringMatching(sentence)]);
      expect([what, refused]).toEqual([what, expect.stringContaining("BackupRefused")]);
      expect([what, traces()]).toEqual([what, []]);
    }
    for (const env of [{ SECRET_KEY: "" }, { SECRET_KEY: "another secret of more than forty characters" }])
      await expect(restore(good, env)).rejects.toThrow(/SECRET_KEY/);
    await expect(restore(join(folder.path, "nowhere.tar"))).rejects.toThrow(/ENOENT/);
    expect(traces()).toEqual([]);
  });

  it("a backup with any changed byte is never restored with other contents", async () => {
    const bytes = readFileSync(good);
    const { end } = await checkBackup(good, { secretKey });
    const path = join(folder.path, "flipped.tar");
    const taken: string[] = [];
    const places = 120;
    for (let at = 0; at < places; at++) {
      const flipped = Buffer.from(bytes);
      const where = Math.floor((at * bytes.length) / places) + (at % 512);
      flipped[where] = (flipped[where] ?? 0) ^ 0x20;
      writeFileSync(path, flipped);
      const found = await checkBackup(path, { secretKey }).catch(() => undefined);
      if (found) taken.push(found.end.digest);
    }
    // A tar file also has user names, times, and zeros between its entries: a changed byte there does no harm.
    expect(new Set(taken)).toEqual(new Set([end.digest]));
    expect(taken.length).toBeLessThan((places * 2) / 3);
  });

  async function withoutEnd(): Promise<string> {
    const entries: Entry[] = [];
    for await (const { name, content } of readArchive(good))
      if (name !== "end.json") entries.push({ name, content });
    const path = await madeOf(entries, () => ({}));
    const bytes = readFileSync(path);
    // The last entry is a header, one block of content, and the two blocks that end every tar file.
    writeFileSync(path, Buffer.concat([bytes.subarray(0, bytes.length - 2048), Buffer.alloc(1024)]));
    return path;
  }
});

describe("a backup of an older version", () => {
  it("an older version's backup is migrated to this version with everything in it", async () => {
    // Restores into the folder of all the refusals: each refusal must have left it empty.
    await restore(good);
    await inPlace(target, async (rows) => {
      const [count] = await rows(
        "select count(*)::int as count from email_subscriptions where language = 'zh'",
      );
      expect(count).toEqual({ count: 3000 });
      expect(await rows("select value from settings where key = 'kept'")).toEqual([{ value: "of before" }]);
      const [applied] = await rows("select count(*)::int as count from drizzle.__drizzle_migrations");
      expect(applied).toEqual({ count: migrations.length });
    });
  });
});
