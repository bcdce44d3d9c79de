import { env } from "node:process";

// The product and its database with a clock that is DAYS_AHEAD days ahead.
const ahead = Number(env.DAYS_AHEAD) * 86_400_000;
const { now } = Date;
Date.now = () => now() + ahead;
globalThis.Date = new Proxy(Date, {
  construct: (date, given, target) =>
    Reflect.construct(date, given.length > 0 ? given : [date.now()], target) as Date,
  apply: (date) => new date(date.now()).toString(),
});
await import("#server/main.ts");
