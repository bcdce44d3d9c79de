import { afterAll, beforeAll, expect, it } from "vitest";
import type { SystemAlert } from "#contract/admin/dashboard.ts";
import type { FirstRun } from "#contract/admin/first-run.ts";
import { firstRunStepNames, stepsFor } from "#domain/site/first-run.ts";
import { noteBackup } from "#server/backup/note-backup.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { emailTo } from "#test/emails.ts";
import { makeCar } from "#test/factories.ts";
import { startMailServer } from "#test/stand-ins/smtp.ts";

let test: TestApp;
let owner: Person;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  mail = await startMailServer();
  test = await startTestApp({ SMTP_URL: mail.url });
  owner = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(async () => {
  await test.close();
  await mail.close();
});

const listOf = async (by: Person) => (await callAs(test, by, "GET", "/api/admin/first-run")).json<FirstRun>();
const leftFor = async (by: Person) =>
  (await listOf(by)).steps.filter(({ isDone }) => !isDone).map(({ step }) => step);
const set = (values: object) => callAs(test, owner, "PUT", "/api/admin/settings", { values });

it("the list of first steps names each open step until all are done", async () => {
  expect(await leftFor(owner)).toEqual(firstRunStepNames);
  await set({ legalName: "Bay Wheels LLC", contactPhone: "+1 415 555 0101" });
  expect(await leftFor(owner)).toContain("name");
  await set({ legalAddress: "5 Pier Street" });
  expect(await leftFor(owner)).not.toContain("name");
  const alerts = async () =>
    (await callAs(test, owner, "GET", "/api/admin/system/alerts")).json<SystemAlert[]>();
  const notice = expect.objectContaining({
    id: "no_payment_instructions:now",
    href: "/admin/settings#settings-pay",
  }) as SystemAlert;
  expect(await alerts()).toContainEqual(notice);
  await set({ paymentInstructionsZh: "支票抬头 Bay Wheels" });
  expect(await leftFor(owner)).not.toContain("payment");
  expect(await alerts()).not.toContainEqual(notice);
  await set({ paymentInstructionsZh: "", paymentInstructions: "Checks to Bay Wheels" });
  expect(await leftFor(owner)).not.toContain("payment");

  await callAs(test, owner, "POST", "/api/admin/first-run/test-email");
  expect((await emailTo(test, owner.email, "test_email")).subject).toBe("Emails arrive");
  await expect.poll(() => mail.received.length, { timeout: 30_000 }).toBe(1);
  await expect.poll(() => leftFor(owner), { timeout: 30_000 }).not.toContain("test_email");
  // Emails are deleted after a year, but the product still knows that they arrive.
  await test.services.database.rows("delete from emails");
  expect(await leftFor(owner)).toEqual(["second_administrator", "fleet", "backup"]);

  await makePerson(test, { role: "admin", permissions: ["all"], isReadOnly: true });
  expect(await leftFor(owner)).toContain("second_administrator");
  await makePerson(test, { role: "admin", permissions: [] });
  await makeCar(test);
  expect(await leftFor(owner)).toEqual(["backup"]);
  await noteBackup(test.services.config, new Date().toISOString());
  expect((await listOf(owner)).steps).toEqual([]);
});

it("an administrator sees only the steps that they may do", async () => {
  const fleet = await makePerson(test, { role: "admin", permissions: ["upload_data"] });
  expect(stepsFor({ role: "admin", permissions: ["upload_data"] }, new Set())).toEqual([
    { step: "fleet", isDone: false },
  ]);
  expect(stepsFor({ role: "admin", permissions: ["all"], isReadOnly: true }, new Set())).toEqual([]);
  expect(stepsFor({ role: "admin", permissions: ["view_reports"] }, new Set())).toEqual([]);
  const refused = await test.app.inject({
    method: "POST",
    url: "/api/admin/first-run/test-email",
    headers: fleet.authorization,
  });
  expect(refusalOf(refused).status).toBe(403);
});
