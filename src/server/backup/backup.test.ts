import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { startServices } from "#server/start.ts";
import { makePerson } from "#test/accounts.ts";
import { ordersOf, placeOrders, putFiles, secret } from "#test/backups.ts";
import { emptyPlace, inPlace, migratedPlace, type Place, runCommand } from "#test/places.ts";
import { startProduct, temporaryFolder } from "#test/product.ts";
import { startMailServer } from "#test/stand-ins/smtp.ts";
import { restoreBackup } from "./restore-backup.ts";
import { backUp } from "./sources.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe("a backup of a running product", () => {
  it("a backup holds every acknowledged order, and its restored copy sends nothing until it is let go", async () => {
    const place = await migratedPlace();
    onTestFinished(place.remove);
    const files = putFiles(place, 20);
    // The mail server hangs up on everybody, so all emails wait. A free port could become another test's server.
    const mute = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    onTestFinished(() => void mute.close());
    await once(mute, "listening");
    const product = await startProduct({
      ...place.env,
      ...secret,
      SMTP_URL: `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}`,
    });
    const load = placeOrders(product.address);
    await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(20);
    const before = [...load.acknowledged];
    const path = join(folder.path, "running.tar");
    const made = await runCommand("backup", [path], { ...place.env, ...secret });
    expect(made).toMatchObject({ code: 0, err: "" });
    await load.stop();
    expect(load.acknowledged.length).toBeGreaterThan(before.length);
    expect(await product.stop()).toBe(0);

    const restored = await emptyPlace();
    onTestFinished(restored.remove);
    const env: Record<string, string> = { ...restored.env, ...secret };
    const done = await runCommand("restore", [path], env);
    expect(done).toMatchObject({ code: 0, err: "" });
    const source = { ...place, env: { ...place.env, ...secret } };
    const kept = await ordersOf({ ...restored, env }, before);
    expect(kept).toHaveLength(before.length);
    expect(kept).toEqual(await ordersOf(source, before));
    for (const [name, content] of files)
      expect(readFileSync(join(env.DATA_DIR ?? "", name)).equals(content)).toBe(true);

    const mail = await startMailServer();
    onTestFinished(mail.close);
    const config = readConfig({ ...env, SMTP_URL: mail.url, RATE_LIMITS: "off" });
    const services = await startServices(config, pino({ level: "silent" }));
    const app = await buildApp(services);
    let begun = 0;
    try {
      await services.hold.whenReleased(async () => void begun++);
      const admin = await makePerson(
        { app, services, databaseUrl: undefined, close: async () => undefined },
        { role: "admin", permissions: ["all"] },
      );
      const headers = admin.authorization;
      expect((await app.inject({ url: "/api/admin/hold", headers })).json()).toMatchObject({ isHeld: true });
      const waiting = await services.database.rows<{ id: string; orderId: string; kind: string }>(
        `select id, order_id as "orderId", kind from emails where sent_at is null`,
      );
      const announced = new Set(
        waiting.filter(({ kind }) => kind === "order_received").map(({ orderId }) => orderId),
      );
      expect(before.filter((id) => !announced.has(id))).toEqual([]);
      const queued = await services.database.rows<{ id: string }>(
        "select data->>'emailId' as id from pgboss.job where name = 'letters' and state < 'active'",
      );
      expect(queued.map(({ id }) => id).sort()).toEqual(waiting.map(({ id }) => id).sort());
      expect([mail.received.length, begun]).toEqual([0, 0]);

      await services.database.rows("update pgboss.job set start_after = now()");
      const release = await app.inject({
        method: "POST",
        url: "/api/admin/hold/release",
        headers,
        payload: {},
      });
      expect(release.json()).toEqual({ erasedAgain: 0, differences: 0 });
      await expect.poll(() => mail.received.length, { timeout: 60_000 }).toBeGreaterThan(0);
      expect(begun).toBe(1);
    } finally {
      await app.close();
      await services.close();
    }
  });
});

/** A digest of each table, and all of the tables' rules. */
const everything = (place: Place) =>
  inPlace(place, async (rows) => {
    const digests: Record<string, string> = {};
    const tables = await rows<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    );
    for (const { name } of tables) {
      // Rows written after the snapshot: the note of the backup, and the hold of the restored installation.
      const rest = name === "settings" ? "where key not in ('held', 'last_backup')" : "";
      const [found] = await rows<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as digest from "${name}" t ${rest}`,
      );
      digests[name] = found?.digest ?? "";
    }
    return {
      digests,
      constraints: await rows(
        "select conname, conrelid::regclass::text as owner, pg_get_constraintdef(oid) as rule, convalidated from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2",
      ),
      triggers: await rows(
        "select tgname, tgrelid::regclass::text as owner, tgenabled::text, pg_get_triggerdef(oid) as rule from pg_trigger where not tgisinternal order by 1, 2",
      ),
      indexes: await rows(
        "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1",
      ),
      sequences: await rows(
        "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1",
      ),
      migrations: await rows("select hash, created_at from drizzle.__drizzle_migrations order by created_at"),
    };
  });

describe("a backup of a product that is stopped", () => {
  it("a restored backup has every row, rule and number, and the original stays as it is", async () => {
    const place = await migratedPlace();
    onTestFinished(place.remove);
    const services = await startServices(
      readConfig({ ...place.env, DEMO: "on", DEMO_ORDERS: "off" }),
      pino({ level: "silent" }),
    );
    await services.close();
    await inPlace(place, (rows) =>
      rows("insert into settings (key, value) values ($1, $2)", [
        "odd",
        'quote" tab\t newline\n return\r back\\slash \\. \\N 长湾 🚗 \u0001',
      ]),
    );
    const path = join(folder.path, "stopped.tar");
    await backUp(readConfig(place.env), path);
    await expect(backUp(readConfig(place.env), path)).rejects.toThrow("is there already");

    const restored = await emptyPlace();
    onTestFinished(restored.remove);
    await restoreBackup(readConfig(restored.env), path);
    const source = await everything(place);
    expect(Object.keys(source.digests).length).toBeGreaterThan(70);
    expect(await everything(restored)).toEqual(source);

    const second = await runCommand("restore", [path], restored.env);
    expect(second).toMatchObject({ code: 1, out: "" });
    expect(second.err).toMatch(/holds a database already|isn't empty/);
    expect(await everything(restored)).toEqual(source);
    rmSync(path);
  });
});
