// A separate process that charges what is due on a day, its only argument. Tests may kill it. Its environment
// names its database and its provider.
import { pino } from "pino";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { readConfig } from "#server/config.ts";
import { chargeDue } from "#server/payments/saved-methods/charge-due.ts";
import { startServices } from "#server/start.ts";

const noon = instantInLosAngeles(process.argv[2] ?? "", "12:00");
const services = await startServices(
  readConfig(process.env),
  pino({ level: "error" }),
  undefined,
  () => noon,
);
await chargeDue(services);
await services.close();
