import { afterAll, beforeAll, expect, test } from "vitest";
import { scheduleJobs } from "./jobs.ts";
import { startTestApp, type TestApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("every job runs, and ends if there is nothing to do", async () => {
  const { services } = app;
  const works: Record<string, () => Promise<unknown>> = {};
  const keep = (name: string, work: () => Promise<unknown>): Promise<void> => {
    works[name] = work;
    return Promise.resolve();
  };
  await scheduleJobs({ ...services, outbox: { ...services.outbox, everyMinute: keep, everyHour: keep } });
  expect(Object.keys(works)).toEqual(expect.arrayContaining(["charge-due", "give-back-by-provider"]));
  expect(Object.keys(works).length).toBeGreaterThan(30);
  for (const work of Object.values(works)) await work();
});

test("a scheduled job waits in the queue for its time", async () => {
  const { services } = app;
  await scheduleJobs(services);
  const rows = await services.database.rows<{ name: string; cron: string }>(
    "select name, cron from pgboss.schedule",
  );
  expect(rows).toContainEqual({ name: "charge-due", cron: "* * * * *" });
  expect(rows).toContainEqual({ name: "forget-papers", cron: "23 * * * *" });
});
