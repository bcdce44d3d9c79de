// @one-database
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { followTransfers } from "#server/payouts/stripe-connect/follow-transfers.ts";
import { makePerson, type Person } from "../accounts.ts";
import { databaseKind, startTestApp, type TestApp } from "../app.ts";
import { makeHostedOrder } from "../host-rentals.ts";
import { creditHost, payoutCalls } from "../payouts.ts";
import { startStripe } from "../stand-ins/stripe.ts";

/** How many processes are killed in each mode; KILLS=100 kills more. */
const kills = Number(process.env.KILLS ?? 2);
const hostCount = 2;
const amount = 12_345;
const firstTuesday = "2026-12-08";

let stripe: Awaited<ReturnType<typeof startStripe>>;
beforeAll(async () => {
  stripe = await startStripe();
});
afterAll(() => stripe.close());

const modes = ["bank", "stripe"] as const;

// A database server survives the killed process.
describe.runIf(databaseKind === "postgres").each(modes)("hosts who are paid by %s", (mode) => {
  let test: TestApp;
  const { call, saveDetails } = payoutCalls(() => test);
  const env = () => ({
    HOST_HOLD_DAYS: "0",
    ...(mode === "stripe" && { ...stripe.env, STRIPE_CONNECT: "on" }),
  });
  beforeAll(async () => {
    test = await startTestApp(env(), { at: `${firstTuesday}T18:00:00Z` });
  });
  afterAll(() => test.close());
  const rows = <Row extends object>(text: string, parameters: unknown[] = []) =>
    test.services.database.rows<Row>(text, parameters);

  async function readyHost(): Promise<Person> {
    const host = await makePerson(test, { role: "host" });
    if (mode === "bank") {
      await saveDetails(host);
      return host;
    }
    await call(host, "POST", "/api/host/payout-onboarding", {});
    const [account] = await rows<{ ref: string }>("select ref from stripe_accounts where host_id = $1", [
      host.id,
    ]);
    stripe.connect.finish(account?.ref ?? "");
    return host;
  }

  /** Pays in a separate process, which is killed at its nth line. Returns whether it had finished before. */
  function payUntil(at: string, line: number): Promise<boolean> {
    const child: ChildProcess = spawn(process.execPath, ["test/stand-ins/paying-process.ts"], {
      env: {
        ...process.env,
        NODE_ENV: "production",
        DEMO: "off",
        DATA_DIR: test.services.config.dataDir,
        DATABASE_URL: test.databaseUrl ?? "",
        PAY_AT: at,
        ...env(),
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let seen = 0;
    let isDone = false;
    if (child.stdout)
      createInterface({ input: child.stdout }).on("line", (said) => {
        isDone ||= said === "done";
        if (++seen === line) child.kill("SIGKILL");
      });
    return new Promise((resolve) => child.once("exit", () => resolve(isDone)));
  }

  it(`hosts are paid once each week, although ${kills} processes die with kill -9`, async () => {
    const hosts: Person[] = [];
    for (let made = 0; made < hostCount; made++) hosts.push(await readyHost());
    if (mode === "stripe") await followTransfers(test.services);
    const orderId = await makeHostedOrder(test, hosts[0] ?? (await makePerson(test)), null);
    let killed = 0;
    let weeks = 0;
    for (; killed < kills; weeks++) {
      const tuesday = addDays(firstTuesday, weeks * 7);
      for (const host of hosts)
        await creditHost(test.services, { hostId: host.id, orderId, amount, payableOn: tuesday });
      // Each process comes a little further than the last one, or finishes.
      for (let line = 1 + (killed % 5); ; line += 4) {
        if (await payUntil(`${tuesday}T18:00:00Z`, line)) break;
        killed++;
      }
    }
    const paid = await rows<{ hostId: string; count: number; sum: number }>(
      `select host_id as "hostId", count(*)::int as count, sum(amount)::int as sum from payouts
       where status = 'paid' group by host_id`,
    );
    expect(paid.toSorted((a, b) => (a.hostId < b.hostId ? -1 : 1))).toEqual(
      hosts
        .map(({ id }) => ({ hostId: id, count: weeks, sum: weeks * amount }))
        .toSorted((a, b) => (a.hostId < b.hostId ? -1 : 1)),
    );
    expect(await rows("select 1 from payouts where status <> 'paid'")).toEqual([]);
    expect(await rows("select 1 from host_credits where payout_id is null")).toEqual([]);
    const balances = await rows<{ sum: number }>(
      "select sum(amount)::int as sum from ledger_entries where host_id is not null group by host_id",
    );
    expect(balances.map(({ sum }) => sum)).toEqual(hosts.map(() => 0));
    const sent = [...stripe.connect.transfers.values()].map((transfer) => transfer.amount);
    expect(sent).toEqual(mode === "stripe" ? Array.from({ length: weeks * hostCount }, () => amount) : []);
  });
});
