// @one-database
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, vi } from "vitest";
import { databaseKind } from "#test/app.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { followBegun } from "#server/payments/follow-begun.ts";
import { postDueInstalments } from "#server/payments/jobs.ts";
import { chargeDue } from "./charge-due.ts";

/** The number of kills; CHARGE_KILLS=40 kills more. Each rental has up to four months that are charged automatically. */
const kills = Number(process.env.CHARGE_KILLS ?? 1);
const months = Math.min(kills, 4);
const { test, stripe, rentals } = await startRentals();

/** A process that charges what is due on a day, on the same database and at the same provider. */
const chargeOn = (date: string) =>
  spawn(process.execPath, ["test/charge-what-is-due.ts", date], {
    env: {
      ...process.env,
      ...stripe.env,
      DATA_DIR: test.services.config.dataDir,
      DATABASE_URL: test.databaseUrl ?? "",
      DEMO: "off",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
const asked = () =>
  stripe.calls.filter(({ method, path }) => method === "POST" && /payment_intents/.test(path));

// A server's database outlives a killed process; the embedded database is inside the process.
it.runIf(databaseKind === "postgres")(
  "a kill -9 between the provider's charge and our row charges nobody twice and loses nothing",
  async () => {
    const runs = [];
    for (let made = 0; made < Math.ceil(kills / months); made++) {
      const { id, person } = await rentals.written(months + 1);
      await rentals.payOnPage(id, person);
      await rentals.check(id, person);
      await rentals.handOver(id);
      runs.push(id);
    }
    let killed = 0;
    for (let month = 1; month <= months; month++) {
      const { dueOn = "" } = (await rentals.instalments(runs[0] ?? ""))[month] ?? {};
      await postDueInstalments(rentals.on(dueOn));
      // Longer than any machine needs to kill a process.
      stripe.hang(20_000);
      for (let each = 0; each < runs.length; each++) {
        const before = asked().length;
        stripe.trouble(/POST .*payment_intents/, "hangs-after");
        const charging = chargeOn(dueOn);
        const ended = once(charging, "exit");
        await vi.waitFor(() => expect(asked()).toHaveLength(before + 1), { timeout: 120_000, interval: 5 });
        charging.kill("SIGKILL");
        expect(await ended).toEqual([null, "SIGKILL"]);
        killed++;
      }
      for (const id of runs)
        expect((await rentals.money(id)).payments.at(-1)).toMatchObject({ status: "begun" });
      await followBegun(rentals.on(dueOn, "12:05"));
    }
    expect(killed).toBeGreaterThanOrEqual(kills);
    await chargeDue(rentals.on((await rentals.instalments(runs[0] ?? "")).at(-1)?.dueOn ?? ""));
    for (const id of runs) {
      const { payments, instalments } = await rentals.money(id);
      expect(payments.map(({ status }) => status)).toEqual(Array<string>(months + 1).fill("succeeded"));
      expect(instalments.every(({ amount, paid }) => amount === paid)).toBe(true);
      expect(rentals.takenFor(id)).toBe(instalments.reduce((sum, { amount }) => sum + amount, 0));
    }
  },
);
