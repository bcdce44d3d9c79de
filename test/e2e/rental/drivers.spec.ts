import type { Order } from "#contract/orders.ts";
import { expect, scanBoth, test, ways } from "../fixtures.ts";
import { confirmedPerson, newPerson, openSession, type Person } from "../people.ts";
import { confirmedRental, setStatus } from "../rentals.ts";

const tripOf = ({ id }: Pick<Order, "id">) => `/dashboard/trips/${id}`;
const addressOf = ({ email }: Person) => email;

test.describe("en, phone", () => {
  test.use(ways["en, phone"]);

  test("a renter adds a driver, who accepts with one click, and the renter sees it", async ({
    page,
    words,
    request,
    car,
    scan,
    allow,
    emails,
    anotherVisitor,
  }) => {
    test.setTimeout(120_000);
    // The renter's own address is refused.
    allow(/\b422\b.*\/drivers/);
    const { renter, order } = await confirmedRental(request, car);
    const driver = await confirmedPerson(request, { full_name: "Bo Chen" });
    await openSession(page, renter);
    await page.goto(tripOf(order));
    const drivers = page.getByRole("region", { name: words.drivers_title(), exact: true });
    await drivers.getByRole("button", { name: words.drivers_add() }).click();
    await expect(drivers.getByText(words.drivers_wrong_name())).toBeVisible();
    await drivers.getByLabel(words.drivers_name()).fill("Bo Chen");
    await drivers.getByLabel(words.drivers_email()).fill(renter.email);
    await drivers.getByRole("button", { name: words.drivers_add() }).click();
    await expect(drivers.getByText(words.drivers_wrong_own())).toBeVisible();
    await scanBoth(page, scan);
    await drivers.getByLabel(words.drivers_email()).fill(driver.email);
    await drivers.getByRole("button", { name: words.drivers_add() }).click();
    await expect(drivers.getByText(words.drivers_added({ email: driver.email }))).toBeVisible();
    await expect(drivers.getByRole("listitem")).toContainText(words.drivers_status_invited());

    const [email] = await emails({ recipient: driver.email, kind: "driver_named" });
    const link = /https?:\/\/\S+/.exec(email?.text ?? "")?.[0] ?? "";
    const theirs = await anotherVisitor();
    await openSession(theirs, driver);
    await theirs.goto(new URL(link).pathname);
    const named = theirs.getByRole("region", { name: words.drivers_named_title() });
    await expect(named).toContainText(order.orderNumber);
    // The driver only chooses yes or no, and learns nothing about the renter who named them.
    await expect(named.getByRole("textbox")).toHaveCount(0);
    await expect(named).not.toContainText(renter.email);
    await scanBoth(theirs, scan);
    await named.getByRole("button", { name: words.drivers_agree() }).click();
    await expect(named).toContainText(words.drivers_agreed());
    await expect(named.getByRole("button", { name: words.drivers_agree() })).toBeHidden();

    await page.reload();
    await expect(drivers.getByRole("listitem")).toContainText(words.drivers_status_none());
    const remove = drivers.getByRole("button", { name: words.drivers_remove_label({ name: "Bo Chen" }) });
    const ask = page.getByRole("alertdialog", { name: words.drivers_remove_ask({ name: "Bo Chen" }) });
    // A press by mistake removes nobody.
    await remove.click();
    await ask.getByRole("button", { name: words.drivers_keep() }).click();
    await expect(drivers.getByRole("listitem")).toHaveCount(1);
    await remove.click();
    await scanBoth(page, scan);
    await ask.getByRole("button", { name: words.drivers_remove(), exact: true }).click();
    await expect(drivers.getByRole("listitem")).toHaveCount(0);
    await theirs.reload();
    await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(named).toBeHidden();
  });
});

test.describe("zh, desktop", () => {
  test.use(ways["zh, desktop"]);

  test("the second driver's invitation is confirmed, and a driver may refuse", async ({
    page,
    words,
    request,
    car,
    scan,
    anotherVisitor,
  }) => {
    test.setTimeout(120_000);
    const { renter, order } = await confirmedRental(request, car);
    const driver = await confirmedPerson(request);
    await openSession(page, renter);
    await page.goto(tripOf(order));
    const drivers = page.getByRole("region", { name: words.drivers_title(), exact: true });
    for (const email of [driver, newPerson()].map(addressOf)) {
      await drivers.getByLabel(words.drivers_name()).fill("王小明");
      await drivers.getByLabel(words.drivers_email()).fill(email);
      await drivers.getByRole("button", { name: words.drivers_add() }).click();
      await expect(drivers.getByText(words.drivers_added({ email }))).toBeVisible();
    }
    await expect(drivers.getByRole("button", { name: words.drivers_add() })).toBeHidden();
    await scanBoth(page, scan);

    const theirs = await anotherVisitor();
    await openSession(theirs, driver);
    await theirs.goto("/dashboard/license");
    const named = theirs.getByRole("region", { name: words.drivers_named_title() });
    await named.getByRole("button", { name: words.drivers_refuse() }).click();
    await expect(named).toContainText(words.drivers_refused());
    await page.reload();
    await expect(drivers.getByRole("listitem").first()).toContainText(words.drivers_status_refused());
  });

  test("a running trip shows the numbers to call after an accident, and begins the report", async ({
    page,
    words,
    request,
    car,
    scan,
    emails,
  }) => {
    const { renter, order } = await confirmedRental(request, car, 0);
    await setStatus(request, order, "in_progress");
    await openSession(page, renter);
    await page.goto(tripOf(order));
    await page.getByText(words.help_title()).click();
    const help = page.getByRole("group").filter({ hasText: words.help_title() });
    await expect(help.getByRole("link", { name: "911", exact: true })).toHaveAttribute("href", "tel:911");
    const calls = help.getByRole("link", { name: words.help_call({ phone: "" }).trim() });
    await expect(calls).toHaveCount(2);
    await expect(calls.first()).toHaveAttribute("href", /^tel:\+?\d{10,}$/);
    await expect(help.getByText(words.help_accident_admit())).toBeVisible();
    await expect(help.getByText(words.help_breakdown_repair())).toBeVisible();
    await scanBoth(page, scan);

    await help.getByRole("link", { name: words.help_report_breakdown() }).click();
    const subject = page.getByLabel(words.conversations_subject());
    const text = page.getByRole("textbox", { name: words.conversations_write(), exact: true });
    await expect(subject).toHaveValue(words.help_subject_breakdown());
    await text.fill("停在路边，亮红灯。");
    await page.goBack();
    await page.getByText(words.help_title()).click();
    await help.getByRole("link", { name: words.help_report_accident() }).click();
    // Text typed for another report does not appear in this one.
    await expect(subject).toHaveValue(words.help_subject_accident());
    await expect(text).toHaveValue(words.help_template_accident());
    await scanBoth(page, scan);
    await page.getByRole("button", { name: words.conversations_send() }).click();
    await expect(page.getByRole("main")).toContainText(words.help_subject_accident());
    await expect(page).toHaveURL(/\/dashboard\/messages\/[0-9a-f-]{36}$/);
    // The report reaches the back office at once, by an email of its own.
    const reports = await emails({ kind: "admin_incident" });
    expect(reports.map(({ subject }) => subject)).toContain(`Accident: ${order.orderNumber}`);
  });
});
