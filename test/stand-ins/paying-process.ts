import { pino } from "pino";
import { dateInLosAngeles } from "#domain/dates.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { makePayouts } from "#server/payouts/make-payouts.ts";
import { movePayout } from "#server/payouts/move-payout.ts";
import { findPayouts } from "#server/payouts/queries.ts";
import { sendTransfers } from "#server/payouts/stripe-connect/follow-transfers.ts";
import { startServices } from "#server/start.ts";

// Pays hosts as the product does, at the moment PAY_AT, until all are paid or it is killed. It prints a line when
// each transaction begins, before its commit and after it, so that it can be killed at any of these points.
const { PAY_AT = "", ...env } = process.env;
const at = Date.parse(PAY_AT);
const config = readConfig(env);
const database = await openDatabase(config);
const transaction = database.transaction.bind(database);
const say = (what: string) => process.stdout.write(`${what}\n`);
database.transaction = async (work) => {
  say("begins");
  const done = await transaction(async (tx) => {
    const result = await work(tx);
    say("commits");
    return result;
  });
  say("committed");
  return done;
};
const services = await startServices(config, pino({ level: "silent" }), database, () => at);
await makePayouts(services);
if (config.stripeConnect) await sendTransfers(services);
else {
  const { found } = await findPayouts(database, { status: "made" }, { limit: 1000 });
  const paidOn = dateInLosAngeles(at);
  for (const { id, number } of found)
    await movePayout(services, id, { to: "paid", by: "system", reference: `FT-${number}`, paidOn });
}
say("done");
process.exit(0);
