// A separate process that compares the providers' reports with our books, in the night of a day, its only
// argument. Its environment names its database and its providers.
import { pino } from "pino";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { readConfig } from "#server/config.ts";
import { reconcileNightly } from "#server/payments/reconcile-nightly.ts";
import { startServices } from "#server/start.ts";

const night = instantInLosAngeles(process.argv[2] ?? "", "04:30");
const services = await startServices(
  readConfig(process.env),
  pino({ level: "error" }),
  undefined,
  () => night,
);
await reconcileNightly(services);
await services.close();
